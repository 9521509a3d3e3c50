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

/** Takes a picture for docs/; with UPDATE_FIXTURES=1 it replaces the one that is there. */
export async function picture(page, name) {
  const taken = await page.screenshot({ animations: "disabled", fullPage: false });
  const file = join(WORKSPACE, "docs", name);
  if (UPDATE_FIXTURES === "1") writeFileSync(file, taken);
  const size = (png) => [png.readUInt32BE(16), png.readUInt32BE(20)].join("x");
  return { taken: size(taken), kept: size(readFileSync(file)) };
}
