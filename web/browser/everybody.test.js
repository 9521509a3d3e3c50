// For everybody: accessibility, the keyboard, paper, no network, and how fast it is.

import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { readdirSync, readFileSync } from "node:fs";
import { after, test } from "node:test";
import { address, at, close, GAMES, open, SCHEMES, WIDTHS } from "./browser.js";

after(close);

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** What axe-core finds. */
async function violations(page) {
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ["violations"] }));
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`).join("; ")}`,
  );
}

for (const scheme of SCHEMES) {
  for (const width of WIDTHS) {
    test(`axe-core finds nothing, ${scheme}, ${width} px`, async () => {
      for (const game of GAMES) {
        for (const mode of ["look", "play", "judge"]) {
          const { page, context, problems } = await open({ hash: at(game, mode), scheme, width });
          if (mode === "look") {
            await page.locator(".verdict").waitFor();
            for (const summary of await page.locator("summary").all()) await summary.click();
          }
          if (mode === "play") await page.getByRole("button", { name: "Hint" }).click();
          if (mode === "judge") {
            await page.locator("summary").click();
            await page.getByLabel("Input", { exact: true }).fill("?\n");
            await page.getByRole("button", { name: "Judge it" }).click();
            await page.locator(".verdict").waitFor();
          }
          assert.deepEqual([...(await violations(page)), ...problems], [], `${game}, ${mode}`);
          if (mode === "look") {
            await page.getByLabel("As text").fill("?");
            await page.locator(".message").waitFor();
            assert.deepEqual(await violations(page), [], `${game}, invalid`);
          }
          await context.close();
        }
      }
    });
  }
}

test("the keyboard alone reaches the board and everything else, and shows where it is", async () => {
  const { page, problems } = await open({ hash: at("nomore-ttt", "look", "....") });
  await page.locator(".verdict").waitFor();
  const reached = [];
  for (let tabs = 0; tabs < 20; tabs++) {
    await page.keyboard.press("Tab");
    const [name, outline] = await page.evaluate(() => {
      const { activeElement: active } = document;
      if (active === document.body) return [];
      return [active.getAttribute("aria-label") ?? active.textContent, getComputedStyle(active).outlineStyle];
    });
    if (name && !reached.includes(name)) {
      assert.notEqual(outline, "none", name);
      reached.push(name);
    }
  }
  for (const name of [
    "Treblecross",
    "L game",
    "Judge",
    "One cell more",
    "Copy link",
    "All moves, and what each leaves",
  ]) {
    assert.ok(reached.includes(name), `${name} is not among ${reached}`);
  }
  assert.equal(reached.filter((name) => name.startsWith("Cell ")).length, 1, "the board is one stop");
  await page.locator(".cell").first().focus();
  await page.keyboard.press("End");
  await page.keyboard.press("o");
  await page.waitForFunction(() => document.querySelector("textarea").value === "...O");
  assert.deepEqual(problems, []);
});

test("the keyboard's focus stays on a link that shows another view", async () => {
  const { page, problems } = await open({ hash: at("treblecross", "look") });
  for (const [name, shown] of [
    ["Play", "play"],
    ["No More", "nomore-ttt"],
    ["Judge", "judge"],
    ["L game", "lgame"],
  ]) {
    await page.getByRole("link", { name }).focus();
    await page.keyboard.press("Enter");
    await page.locator(`.content.${shown}`).waitFor();
    const focused = await page.evaluate(() => [document.activeElement.textContent, document.activeElement.ariaCurrent]);
    assert.deepEqual(focused, [name, "page"]);
  }
  assert.deepEqual(problems, []);
});

test("a browser that cannot run the page says what it needs", async () => {
  const { page } = await open({ ready: "#page", javaScriptEnabled: false });
  assert.match(await page.locator("#page").innerText(), /JavaScript is off or\s+the browser is too old: turn it on/);
});

test("every sign has a meaning without its colour, and nothing moves for those who do not want it", async () => {
  const { page } = await open({ hash: at("treblecross", "look", "X.....X..X.............X....X..X") });
  await page.locator(".verdict").waitFor();
  const unsigned = await page
    .locator(".cell")
    .evaluateAll(
      (cells) =>
        cells.filter(
          (cell) => !cell.querySelector("svg") || !/^Cell \d+, (X|empty, .+)/.test(cell.getAttribute("aria-label")),
        ).length,
    );
  assert.equal(unsigned, 0);
  for (const [motion, expected] of [
    ["reduce", "none"],
    ["no-preference", "arrive"],
  ]) {
    const { page } = await open({ hash: at("treblecross", "play", "....."), motion });
    await page.getByRole("button", { name: /^Cell 1,/ }).click();
    await page.locator(".cell.moved").waitFor();
    assert.equal(
      await page.locator(".cell.moved > svg").evaluate((mark) => getComputedStyle(mark).animationName),
      expected,
    );
  }
});

test("on paper there is the board and what is said of it, without controls", async () => {
  const { page } = await open({ hash: at("treblecross", "look", ".....") });
  await page.locator(".verdict").waitFor();
  await page.emulateMedia({ media: "print" });
  for (const [selector, visible] of [
    [".board", true],
    [".verdict", true],
    ["nav", false],
    [".tools", false],
    ["textarea", false],
  ]) {
    assert.equal(await page.locator(selector).first().isVisible(), visible, selector);
  }
});

test("it works without a network once it was loaded", async () => {
  const { page, context } = await open({ hash: at("lgame", "look"), serviceWorkers: "allow" });
  await page.evaluate(async () => {
    const { active, installing } = await navigator.serviceWorker.ready;
    const worker = active ?? installing;
    if (worker.state !== "activated") await new Promise((resolve) => worker.addEventListener("statechange", resolve));
  });
  const kept = await page.evaluate(async () => {
    const requests = await (await caches.open("perfect-play")).keys();
    return requests.map(({ url }) => new URL(url).pathname.split("/").at(-1));
  });
  assert.deepEqual(new Set(kept), new Set(["", ...readdirSync(process.env.PAGE)]));
  await context.setOffline(true);
  await page.goto("about:blank");
  await page.goto(`${address}${at("treblecross", "look", ".....")}`);
  await page.locator(".verdict.win").waitFor();
  await page.getByRole("link", { name: "Judge" }).click();
  await page.getByLabel("Input", { exact: true }).waitFor();
});

const median = (numbers) => numbers.sort((one, other) => one - other)[Math.floor(numbers.length / 2)];

// Times depend on what else the machine does, so they are printed, and only a page that is much too slow fails.
test("how fast it is", async (t) => {
  const first = [];
  for (let round = 0; round < 5; round++) {
    const { page, context } = await open({ hash: at("treblecross", "look") });
    await page.locator(".verdict").waitFor();
    first.push(
      await page.evaluate(() => {
        const [[{ startTime }], [{ loadEventEnd }]] = [
          performance.getEntriesByName("answer"),
          performance.getEntriesByType("navigation"),
        ];
        return startTime - loadEventEnd;
      }),
    );
    await context.close();
  }
  const { page } = await open({ hash: at("treblecross", "look", ".".repeat(200)) });
  await page.locator(".verdict").waitFor();
  const clicks = await page.evaluate(async () => {
    const times = [];
    for (let index = 0; index < 40; index++) {
      const result = document.querySelector(".result");
      const changed = new Promise((resolve) => {
        const observer = new MutationObserver(() => {
          observer.disconnect();
          resolve();
        });
        observer.observe(result, { childList: true });
      });
      const begun = performance.now();
      document.querySelectorAll(".cell")[(index * 5) % 200].click();
      await changed;
      times.push(performance.now() - begun);
    }
    return times;
  });
  const solved = await (
    await open({ hash: at("lgame", "look") })
  ).page.evaluate(async () => {
    const { ask, end, timing } = await import("./solver.js");
    const times = [];
    for (let round = 0; round < 5; round++) {
      end();
      await ask("about");
      await ask("look", "lgame", "x##./.*#./.*#./.**x");
      times.push(timing.took);
    }
    return times;
  });
  for (const [what, times, goal] of [
    ["from loading to the first answer", first, 300],
    ["from a click on a board of 200 cells to the answer", clicks, 16],
    ["the L game solved", solved, 50],
  ]) {
    t.diagnostic(`${what}: ${median(times).toFixed(1)} ms, at most ${Math.max(...times).toFixed(1)}; goal ${goal} ms`);
    assert.ok(median(times) <= 10 * goal, what);
  }
});
