// Judge: the verdicts and messages of the page are word for word those of `check`, and its inputs those of `generate`.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { at, close, fixtures, GAMES, open, run, scratch } from "./browser.js";

after(close);

const { WORKSPACE } = process.env;
const bytes = (text) => ({ name: "text", mimeType: "text/plain", buffer: Buffer.from(text) });

async function openJudge(game) {
  const opened = await open({ hash: at(game, "judge") });
  const [input, output] = await opened.page.getByLabel("Open a file").all();
  /** Judges two texts as files, byte for byte. Returns what the page says. */
  const judge = async (judge, given, got) => {
    const { page } = opened;
    await page.getByLabel("Judge", { exact: true }).selectOption(judge);
    await input.setInputFiles(bytes(given));
    await page.waitForFunction(
      (length) => document.querySelectorAll(".source .quiet")[0].textContent.startsWith(`text, ${length} byte`),
      Buffer.byteLength(given),
    );
    await output.setInputFiles(bytes(got));
    await page.waitForFunction(
      (length) => document.querySelectorAll(".source .quiet")[1].textContent.startsWith(`text, ${length} byte`),
      Buffer.byteLength(got),
    );
    await page.getByRole("button", { name: "Judge it" }).click();
    await page.locator(".result .verdict").waitFor();
    return page.locator(".result .verdict").evaluate((shown) => ({
      verdict: shown.querySelector("h2").textContent,
      reason: shown.querySelector(".reason").textContent,
      details: shown.querySelector(".details")?.textContent ?? "",
    }));
  };
  return { ...opened, judge };
}

/** The three ways in which the answer to a fixture is made wrong. */
const wrong = {
  "the last word is missing": (answer) => answer.trimEnd().replace(/\S+$/, ""),
  "a space is too many": (answer) => answer.replace(/ |\n/, (found) => (found === " " ? "  " : " \n")),
  "the first digit, dot or word differs": (answer) =>
    answer.replace(/\d|\.|\w+/, (found) => (found === "." ? "x" : `${found}0`)),
};

for (const game of GAMES) {
  test(
    `${game}: the answers to all fixtures are accepted, and wrong ones judged word for word as by ` + `check`,
    async () => {
      const { problems, judge } = await openJudge(game);
      const seen = new Set();
      for (const { judge: name, input, answer, path, name: fixture } of fixtures(game)) {
        assert.equal((await judge(name, input, answer)).verdict, "AC: accepted", fixture);
        for (const [what, spoil] of Object.entries(wrong)) {
          const output = spoil(answer);
          const { verdict, reason, details } = await judge(name, input, output);
          const printed = run(game, ["check", "--judge", name, "--all", "--against", `cat ${scratch(output)}`, path]);
          seen.add(verdict);
          if (verdict === "AC: accepted") assert.match(printed, /1 AC;|: 1 AC/, `${fixture}: ${what}: ${printed}`);
          else {
            const [line, ...rest] = printed.slice(printed.indexOf(`\n${verdict.slice(0, 2)}  `) + 1).split("\n");
            assert.ok(line.endsWith(`: ${reason}`), `${fixture}: ${what}: ${reason}\n${printed}`);
            const end = rest.findIndex((line) => !line.startsWith(" "));
            assert.equal(details.trimEnd(), rest.slice(0, end).join("\n"), `${fixture}: ${what}\n${printed}`);
          }
        }
      }
      assert.ok(seen.has("WA: wrong answer"), [...seen].join());
      assert.deepEqual(problems, []);
    },
  );

  test(`${game}: what is wrong with each invalid input is said as the program says it, and marked`, async () => {
    const { page, problems, judge } = await openJudge(game);
    const root = join(WORKSPACE, "fixtures", game);
    for (const name of readdirSync(root)) {
      const folder = join(root, name, "invalid");
      for (const file of readdirSync(folder)) {
        const input = readFileSync(join(folder, file));
        // The page takes no such numbers.
        if (/\d{10}/.test(input)) continue;
        const printed = run(game, ["--judge", name, join(folder, file)]).trim();
        const { verdict, reason } = await judge(name, input, "");
        assert.equal(verdict, "IE: not judged", file);
        const message = reason.replace("the input is invalid: ", "");
        assert.ok(printed.endsWith(`:${message}`), `${file}: ${message}\n${printed}`);
        assert.equal(await page.locator(".excerpt mark").count(), 1, file);
      }
    }
    assert.deepEqual(problems, []);
  });

  test(`${game}: random inputs and right answers are those of the programs`, async () => {
    const { page, problems } = await open({ hash: at(game, "judge") });
    await page.getByText("Random input").click();
    for (const judge of readdirSync(join(WORKSPACE, "fixtures", game))) {
      await page.getByLabel("Judge", { exact: true }).selectOption(judge);
      const cases = Math.min(3, Number(await page.getByLabel("Cases").getAttribute("max")));
      const least = Number(await page.getByLabel(/^Size/).getAttribute("min"));
      for (const size of ["", String(least)]) {
        await page.getByLabel("Seed").fill("2026");
        await page.getByLabel("Cases").fill(String(cases));
        await page.getByLabel(/^Size/).fill(size);
        await page.getByRole("button", { name: "Make it" }).click();
        const expected = run(game, [
          "generate",
          "--judge",
          judge,
          "--cases",
          String(cases),
          "--seed",
          "2026",
          ...(size ? ["--size", size] : []),
        ]);
        const has = ([index, text]) => document.querySelectorAll("textarea")[index].value === text;
        await page.waitForFunction(has, [0, expected]);
        await page.getByRole("button", { name: "Put the right answer there" }).click();
        await page.waitForFunction(has, [1, run(game, ["--judge", judge], expected)]);
      }
    }
    assert.deepEqual(problems, []);
  });
}

test("a wrong character of an output is selected in its field, and typing ends the verdict", async () => {
  const { page, problems } = await open({ hash: at("treblecross", "judge") });
  await page.getByLabel("Input", { exact: true }).fill("2\n.....\n......\n");
  const output = page.getByLabel("Output of a program");
  await output.fill("WINNING\n4\nLOSING\n\n");
  await page.getByRole("button", { name: "Judge it" }).click();
  await page.locator(".verdict").waitFor();
  assert.equal(
    await output.evaluate((field) =>
      [document.activeElement === field, field.selectionStart, field.selectionEnd].join(),
    ),
    "true,8,9",
  );
  const details = await page.locator(".details").textContent();
  assert.match(details, /expected +WINNING↵\n +3↵\n +got +WINNING↵\n +4↵\n +\^/);
  await output.press("3");
  assert.equal(await page.locator(".verdict").count(), 0);
  await page.getByRole("button", { name: "Judge it" }).click();
  assert.equal(await page.locator(".verdict h2").textContent(), "AC: accepted");
  assert.deepEqual(problems, []);
});

/** The solver takes minutes for this board. */
const ENDLESS = `1\n${".".repeat(2 ** 20 - 3)}\n`;

test("a computation about an old text ends when the text changes, and nothing is said of it", async () => {
  const { page, problems } = await open({ hash: at("treblecross", "judge") });
  const [input, stop] = [page.getByLabel("Input", { exact: true }), page.getByRole("button", { name: "Stop" })];
  const begin = async () => {
    await input.fill(ENDLESS);
    await page.getByRole("button", { name: "Judge it" }).click();
    await stop.waitFor();
  };
  await begin();
  await page.getByRole("button", { name: "Remove it" }).click();
  assert.equal(await stop.count(), 0);
  await input.fill("1\n.....\n");
  await page.getByRole("button", { name: "Put the right answer there" }).click();
  await page.waitForFunction(() => document.querySelectorAll("textarea")[1].value === "WINNING\n3\n");
  assert.equal(await page.locator(".result > *").count(), 0);
  // The next answer, after another view is shown, is not late either.
  await begin();
  await page.getByRole("link", { name: "Look" }).click();
  await page.locator(".verdict").waitFor({ timeout: 5000 });
  assert.equal(await stop.count(), 0);
  assert.deepEqual(problems, []);
});

test("the time that the solver takes to load does not count as computing", async () => {
  const { page } = await open({ serviceWorkers: "block" });
  await page.clock.install();
  let load;
  const isAsked = new Promise((resolve) =>
    page.route("**/games_bg.wasm", (route) => {
      load = () => route.continue();
      resolve();
    }),
  );
  await page.reload();
  await isAsked;
  await page.clock.fastForward(20_000);
  await load();
  await page.locator(".verdict").waitFor();
});

test("a long text is pasted where the selection is, and a place after other line ends is selected", async () => {
  const { page, problems } = await open({ hash: at("treblecross", "judge") });
  const input = page.getByLabel("Input", { exact: true });
  await input.fill("1\n..\n");
  await input.evaluate((field) => field.setSelectionRange(2, 3));
  await page.keyboard.insertText("X".repeat(40_000));
  assert.match(await input.inputValue(), /^1\nX{1998} …$/);
  assert.match(await page.locator(".source .quiet").first().textContent(), /^A long text, 40004 bytes;/);
  await page.getByRole("button", { name: "Remove it" }).click();
  assert.ok(await input.evaluate((field) => document.activeElement === field));
  await page.getByLabel("Open a file").first().setInputFiles(bytes("2\r\n.....\r\n..0..\r\n"));
  await page.waitForFunction(() => document.querySelector("textarea").value !== "");
  await page.getByRole("button", { name: "Judge it" }).click();
  await page.locator(".verdict").waitFor();
  assert.equal(await input.evaluate((field) => field.value.slice(field.selectionStart, field.selectionEnd)), "0");
  assert.deepEqual(problems, []);
});

test("any megabyte that is pasted gets a verdict or a message, and more is refused", async () => {
  const { page, problems } = await open({ hash: at("treblecross", "judge") });
  const longest = 2 ** 20;
  const [input, output] = [page.getByLabel("Input", { exact: true }), page.getByLabel("Output of a program")];
  const answer = async (locator) => {
    const begun = Date.now();
    await page.getByRole("button", { name: "Judge it" }).click();
    await locator.waitFor();
    return Date.now() - begun;
  };
  const times = [];
  for (const [given, got] of [
    ["X".repeat(longest), ""],
    ["1\n.....\n", "\u00e9".repeat(longest / 2)],
    ["7\n".repeat(longest / 2), "7\n".repeat(longest / 2)],
  ]) {
    for (const [field, text] of [
      [input, given],
      [output, got],
    ]) {
      for (const remove of await page.getByRole("button", { name: "Remove it" }).all())
        if (await remove.isVisible()) await remove.click();
      await field.focus();
      await page.keyboard.press("Control+a");
      await page.keyboard.insertText(text);
    }
    times.push(await answer(page.locator(".result .verdict")));
  }
  await input.focus();
  await page.getByRole("button", { name: "Remove it" }).first().click();
  await input.focus();
  await page.keyboard.insertText("7".repeat(longest + 1));
  times.push(await answer(page.locator(".message")));
  assert.match(await page.locator(".message").textContent(), /^Input: 1048577 bytes; at most 1048576 are judged here/);
  await page.goto(page.url().replace(/#.*/, at("lgame", "look")));
  await page.getByLabel("As text").focus();
  await page.keyboard.insertText("x\n".repeat(longest / 2));
  await page.locator(".message").waitFor();
  assert.match(await page.locator(".message").textContent(), /^1001 characters; this page shows at most 1000/);
  // A deadline that only fails if the page stands still; what it takes is below.
  assert.ok(Math.max(...times) < 10_000, times.join());
  console.log(`a megabyte judged: ${times.join(", ")} ms`);
  assert.deepEqual(problems, []);
});

test("a computation that never ends can be ended, and the page goes on reacting", async () => {
  const { page, problems } = await open({ hash: at("treblecross", "judge") });
  const input = page.getByLabel("Input", { exact: true });
  await input.fill(ENDLESS);
  await page.getByRole("button", { name: "Put the right answer there" }).click();
  await page.getByRole("button", { name: "Stop" }).click();
  assert.match(await page.locator(".message").textContent(), /^Ended\./);
  await page.getByRole("button", { name: "Remove it" }).click();
  await page.getByLabel("Judge", { exact: true }).selectOption("poj");
  await input.fill("6\n");
  await page.getByRole("button", { name: "Put the right answer there" }).click();
  await page.waitForFunction(() => document.querySelectorAll("textarea")[1].value === "2\n");
  assert.deepEqual(problems, []);
});
