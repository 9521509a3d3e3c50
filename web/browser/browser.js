// A browser with the page, and the programs that it is compared with. The tests import only this file and node's own.

import { execFileSync } from "node:child_process";
import { createServer } from "node:http";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { extname, join, normalize } from "node:path";
import { tmpdir } from "node:os";
import { chromium } from "playwright-core";

const { CHROMIUM, PAGE, PROGRAMS, WORKSPACE, UPDATE_FIXTURES } = process.env;
const TYPES = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".wasm": "application/wasm",
};
export const GAMES = ["treblecross", "nomore-ttt", "lgame"];
export const SCHEMES = ["light", "dark"];
export const WIDTHS = [320, 1280];

/** Serves the page from a folder of a server, on a free port, until the process ends. */
const server = createServer((request, response) => {
  const path = normalize(decodeURIComponent(new URL(request.url, "http://page").pathname));
  const file = path.endsWith("/") ? `${path}index.html` : path;
  try {
    if (!file.startsWith("/folder/")) throw new Error("not below the folder");
    const body = readFileSync(join(PAGE, file.slice("/folder/".length)));
    response.writeHead(200, { "content-type": TYPES[extname(file)] ?? "application/octet-stream" }).end(body);
  } catch {
    response.writeHead(404).end();
  }
});
await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
export const address = `http://127.0.0.1:${server.address().port}/folder/`;

const browser = await chromium.launch({
  executablePath: CHROMIUM,
  args: [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
  ],
});

export async function close() {
  await browser.close();
  server.closeAllConnections();
  server.close();
}

const READY = ".content > :not(.quiet)";

/** A page in a context of its own, once `ready` is there. `problems` are the errors in its console, and what it asks of
 * other servers. */
export async function open({
  hash = "",
  width = 1280,
  scheme = "light",
  motion = "reduce",
  ready = READY,
  ...options
} = {}) {
  const context = await browser.newContext({
    viewport: { width, height: 720 },
    colorScheme: scheme,
    reducedMotion: motion,
    ...options,
  });
  const page = await context.newPage();
  const problems = [];
  page.on("console", (message) => ["error", "warning"].includes(message.type()) && problems.push(message.text()));
  page.on("pageerror", (error) => problems.push(String(error)));
  page.on("request", (request) => request.url().startsWith(address) || problems.push(`asks for ${request.url()}`));
  page.on("requestfailed", (request) => problems.push(`cannot get ${request.url()}`));
  page.on("response", (response) => response.ok() || problems.push(`${response.status()} for ${response.url()}`));
  await page.goto(address + hash);
  await page.locator(ready).first().waitFor();
  return { page, problems, context };
}

/** The address of a view. */
export function at(game, mode, position) {
  const values = new URLSearchParams({ game, ...(position && { position }), mode });
  return `#${values}`;
}

/** What a program prints, whatever its exit code. */
export function run(program, parameters, input = "") {
  const options = { input, cwd: WORKSPACE, encoding: "utf8", stdio: ["pipe", "pipe", "pipe"] };
  try {
    return execFileSync(join(PROGRAMS, program), parameters, options);
  } catch (error) {
    return error.stdout + error.stderr;
  }
}

/** The fixtures of a game that its judges could give: groups that a person would look at. */
export function fixtures(game) {
  const folders = (path) => readdirSync(path).sort();
  const root = join(WORKSPACE, "fixtures", game);
  return folders(root).flatMap((judge) =>
    ["sample", "edge"].flatMap((group) => {
      const folder = join(root, judge, group);
      return folders(folder)
        .filter((name) => name.endsWith(".in"))
        .map((name) => ({
          judge,
          name: `${judge}/${group}/${name}`,
          path: join(folder, name),
          input: readFileSync(join(folder, name), "utf8"),
          answer: readFileSync(join(folder, name.replace(/in$/, "out")), "utf8"),
        }));
    }),
  );
}

/** A file with this text, for a program to print. */
export function scratch(text) {
  const folder = join(tmpdir(), `page-${process.pid}`);
  mkdirSync(folder, { recursive: true });
  const file = join(folder, "output");
  writeFileSync(file, text);
  return file;
}

/** Whether a page has the font of the pictures in docs/, as Debian's Chromium without other fonts has. */
export function hasFontOfPictures(page) {
  return page.evaluate(() => {
    const context = new OffscreenCanvas(1, 1).getContext("2d");
    const widths = ["system-ui", "DejaVu Sans", "serif"].map((font) => {
      context.font = `40px ${font}`;
      return context.measureText("The player to move wins").width;
    });
    return widths[0] === widths[1] && widths[1] !== widths[2];
  });
}

/** Takes a picture, and returns how much the one in docs/ looks different: the share of parts of 8 x 8 pixels that have
 * another colour. With UPDATE_FIXTURES=1 the picture replaces the one in docs/. */
export async function differenceFromPicture(page, name) {
  const taken = await page.screenshot({ animations: "disabled", fullPage: false });
  const file = join(WORKSPACE, "docs", name);
  if (UPDATE_FIXTURES === "1") writeFileSync(file, taken);
  const { page: canvas, context } = await open({ bypassCSP: true });
  const difference = await canvas.evaluate(
    async (pictures) => {
      const parts = pictures.map(async (picture) => {
        const image = await createImageBitmap(await (await fetch(picture)).blob());
        const [width, height] = [Math.ceil(image.width / 8), Math.ceil(image.height / 8)];
        const small = new OffscreenCanvas(width, height).getContext("2d");
        small.imageSmoothingQuality = "high";
        small.drawImage(image, 0, 0, width, height);
        return small.getImageData(0, 0, width, height).data;
      });
      const [one, other] = await Promise.all(parts);
      if (one.length !== other.length) return 1;
      const differs = one.map((value, index) => Math.abs(value - other[index]) > 40);
      return differs.filter(Boolean).length / (one.length / 4);
    },
    [taken, readFileSync(file)].map((png) => `data:image/png;base64,${png.toString("base64")}`),
  );
  await context.close();
  return difference;
}
