// Look: what the page says of positions, compared with the programs, and editing them as a person would.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import {
  at,
  close,
  fixtures,
  GAMES,
  differenceFromPicture,
  hasFontOfPictures,
  open,
  run,
  SCHEMES,
  WIDTHS,
} from "./browser.js";

after(close);

/** Types a position, and waits for what the page says. */
async function look(page, position) {
  await page.getByLabel("As text").fill(position);
  await settled(page);
}

async function settled(page) {
  await page.locator(".result:not([aria-busy])").waitFor({ state: "attached" });
}

/** The cells whose labels say that a move there wins, counted from 1. */
function winningCells(page) {
  return page
    .locator(".board")
    .first()
    .evaluate((board) =>
      [...board.querySelectorAll(".cell")].flatMap((cell, index) =>
        /(wins|completes three)/.test(cell.getAttribute("aria-label")) ? [index + 1] : [],
      ),
    );
}

/** The number at the end of the line of `explain` that begins with "Nim-sum". */
function nimSum(explained) {
  return explained.replaceAll(/\n +/g, " ").match(/^Nim-sum: .*?(\d+)$/m)?.[1];
}

/** Compares the nim-sum with the one that `explain` prints. Both have none where three X can be completed at once; that
 * of no strip at all is zero. */
async function compareSum(page, game, board) {
  const explained = run(game, ["explain"], board);
  const sum = nimSum(explained) ?? (explained.includes("No cell is safe") ? "0" : undefined);
  const canComplete = game === "treblecross" && /XX\.|X\.X|\.XX/.test(board);
  assert.equal(sum === undefined, canComplete, `explain says the nim-sum: ${board}`);
  const said = await page.locator(".sum").allTextContents();
  if (canComplete) assert.deepEqual(said, [], board);
  else assert.match(said.join("\n"), new RegExp(`^Nim-sum: (.* )?${sum}\\. `), board);
}

test("Treblecross: the winning cells and nim-sums of all fixtures are those of the program", async () => {
  const { page, problems } = await open({ hash: at("treblecross", "look") });
  let boards = 0;
  for (const { judge, input, path, name } of fixtures("treblecross")) {
    const answers = run("treblecross", ["--judge", judge, path]).split("\n");
    const rows = input.trim().split("\n");
    for (const [index, row] of (judge === "poj" ? rows : rows.slice(1)).entries()) {
      const board = judge === "poj" ? ".".repeat(Number(row)) : row;
      if (board.length > 1000) {
        await look(page, board);
        assert.match(await page.locator(".message").textContent(), /at most 1000/);
        continue;
      }
      await look(page, board);
      const expected = {
        uva: () => answers[2 * index + 1].split(" ").filter(Boolean),
        lightoj: () =>
          answers[index]
            .split(": ")[1]
            .split(" ")
            .filter((cell) => cell !== "0"),
        poj: () => answers[index] === "1",
      }[judge]();
      const winning = await winningCells(page);
      const wins = (await page.locator(".verdict.win").count()) === 1;
      if (judge === "poj") assert.equal(wins, expected, `${name}: ${board.length}`);
      else assert.deepEqual([winning.map(String), wins], [expected, expected.length > 0], `${name}: ${board}`);
      await compareSum(page, "treblecross", board);
      boards++;
    }
  }
  assert.ok(boards > 100, `only ${boards} boards`);
  assert.deepEqual(problems, []);
});

test("No More: the winners and nim-sums of all fixtures are those of the program", async () => {
  const { page, problems } = await open({ hash: at("nomore-ttt", "look") });
  let boards = 0;
  for (const { judge, input, path, name } of fixtures("nomore-ttt")) {
    const answers = run("nomore-ttt", ["--judge", judge, path]).trim().split("\n");
    for (const [index, board] of input.trim().split("\n").slice(1).entries()) {
      await look(page, board);
      const said = await page.locator(".verdict h2").textContent();
      const aliceWins = said === "Alice is to move and wins" || said === "Bob is to move and loses";
      assert.equal(aliceWins, /Yes|^Possible/.test(answers[index]), `${name}: ${board}: ${said}`);
      await compareSum(page, "nomore-ttt", board);
      boards++;
    }
  }
  assert.ok(boards > 100, `only ${boards} boards`);
  assert.deepEqual(problems, []);
});

test("L game: value, distance, moves and best play of all fixtures are those of the program", async () => {
  const { page, problems } = await open({ hash: at("lgame", "look") });
  let positions = 0;
  for (const { input, path, name } of fixtures("lgame")) {
    await look(page, input.trim());
    const answer = run("lgame", [path]).trim().split("\n");
    const explained = run("lgame", ["explain"], input);
    const said = await page.locator(".verdict").textContent();
    const plies = explained.match(/in (\d+) plies/)?.[1];
    if (plies) assert.match(said, new RegExp(`after ${plies} moves`), name);
    const [wins, draws, losses] = ["win", "draw", "lose"].map(
      (verb) => explained.match(new RegExp(`(\\d+) ${verb}$`, "m"))[1],
    );
    if (wins + draws + losses !== "000")
      assert.ok(said.includes(`${wins} win, ${draws} draw and ${losses} lose`), `${name}: ${said}`);
    if (answer[0] === "No winning move") {
      assert.match(said, answer[1] === "Draw" ? /A draw/ : /loses|has lost/, name);
    } else {
      const all = page.getByRole("button", { name: /^Show all/ });
      if (await all.count()) await all.click();
      await page.getByRole("img", { name: answer.join(" / "), exact: true }).waitFor();
      assert.equal(await page.locator(".pictures li").count(), Number(wins), name);
    }
    positions++;
  }
  assert.ok(positions > 10, `only ${positions} positions`);
  assert.deepEqual(problems, []);
});

test("a board is edited by clicks and keys, and its address shows it to others", async () => {
  const { page, problems } = await open({ hash: at("treblecross", "look", ".......") });
  const cell = (number) => page.getByRole("button", { name: new RegExp(`^Cell ${number},`) });
  await cell(2).click();
  await cell(4).click();
  await settled(page);
  assert.deepEqual(await winningCells(page), [3]);
  assert.match(await page.locator(".verdict").textContent(), /One move wins: 3\./);
  await cell(4).click();
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("x");
  await page.keyboard.press("Home");
  await page.keyboard.press("Delete");
  await settled(page);
  assert.equal(await page.getByLabel("As text").inputValue(), ".XX....");
  await page.getByRole("button", { name: "One cell more" }).click();
  await settled(page);
  await page.waitForFunction(() => location.hash.includes("position=.XX.....&"));
  const friend = await open({ hash: new URL(page.url()).hash });
  assert.equal(await friend.page.getByLabel("As text").inputValue(), ".XX.....");
  await page.getByText("All moves, and what each leaves").click();
  await page.getByRole("heading", { name: "Why", exact: true }).waitFor();
  assert.match(await page.locator("tbody").last().textContent(), /completes 1 to 3.*completes 2 to 4.*suicide/);
  await page.getByRole("button", { name: "Random" }).click();
  await page.waitForFunction(() => !document.querySelector("textarea").value.startsWith(".XX....."));
  assert.deepEqual([...problems, ...friend.problems], []);
});

test("a copied link is of what is shown, however soon after a change it is copied", async () => {
  const { page, problems } = await open({ hash: at("treblecross", "look", "...") });
  await settled(page);
  const copied = await page.evaluate(async () => {
    const links = [];
    const clipboard = { writeText: async (link) => links.push(link) };
    Object.defineProperty(navigator, "clipboard", { value: clipboard });
    document.querySelector(".cell").click();
    [...document.querySelectorAll("button")].find(({ textContent }) => textContent === "Copy link").click();
    return links;
  });
  assert.deepEqual(
    copied.map((link) => new URL(link).hash),
    [at("treblecross", "look", "X..")],
  );
  assert.deepEqual(problems, []);
});

test("what is wrong with a position is marked", async () => {
  const { page, problems } = await open({ hash: at("nomore-ttt", "look", "..X..") });
  await look(page, "..X.0.");
  assert.equal(await page.locator("mark").textContent(), "0");
  assert.match(
    await page.locator(".message").textContent(),
    /Line 1, column 5: invalid character '0'.*letter O, not the digit/,
  );
  await look(page, "..X.O.");
  assert.equal(await page.locator(".message").count(), 0);
  await page.goto(page.url().replace(/#.*/, at("lgame", "look", ".***/#*.x/###./x..x")));
  await page.locator(".message.wrong").waitFor();
  assert.match(await page.locator(".message").textContent(), /expected exactly/);
  assert.equal(await page.locator("mark").textContent(), "x");
  assert.deepEqual(problems, []);
});

test("white space in a position is neither drawn nor in its address", async () => {
  for (const [game, typed, cells, position] of [
    ["treblecross", " X. .X\n..", 6, "X..X.."],
    ["lgame", "x##. .*#. .*#. .**x", 16, "x##./.*#./.*#./.**x"],
    ["lgame", "x # # .\n. * # .\n. * # .\n. * * x\n", 16, "x##./.*#./.*#./.**x"],
  ]) {
    const { page, problems } = await open({ hash: at(game, "look") });
    await look(page, typed);
    assert.equal(await page.locator(".message.wrong").count(), 0, typed);
    assert.equal(await page.locator(".position .cell").count(), cells, typed);
    await page.waitForFunction(
      (position) => new URLSearchParams(location.hash.slice(1)).get("position") === position,
      position,
    );
    // A link that somebody else has made.
    const friend = await open({ hash: at(game, "play", typed) });
    await friend.page.waitForFunction((cells) => document.querySelectorAll(".cell").length === cells, cells);
    assert.deepEqual([...problems, ...friend.problems], []);
  }
});

test("a place is shown by whole characters, whatever the bytes before it are", async () => {
  const { page, problems } = await open({ hash: at("treblecross", "look") });
  await look(page, `.${"\u{1F600}".repeat(40)}`);
  assert.equal(await page.locator("mark").textContent(), "\u{1F600}");
  assert.equal(await page.locator(".excerpt").textContent(), `.${"\u{1F600}".repeat(25)}…`);
  const shown = await page.evaluate(async () => {
    const { excerpt } = await import("./places.js");
    const mark = (bytes, line, column) =>
      excerpt(Uint8Array.from(bytes), { line, column }).querySelector("mark").textContent;
    return [
      mark([0xff, 0xfe, 0x41], 1, 3),
      mark([0xef, 0xbb, 0xbf, 0x0d, 0x0a, 0xc3, 0xa9, 0x42], 2, 3),
      mark([0x2e, 0x0d, 0x0a], 1, 2),
    ];
  });
  assert.deepEqual(shown, ["A", "B", "↵"]);
  assert.deepEqual(problems, []);
});

test("a link that cannot be copied, and a random board that cannot be made, are said", async () => {
  const { page, problems } = await open({ hash: at("treblecross", "look") });
  await settled(page);
  await page.evaluate(async () => {
    // As on a server without https.
    Object.defineProperty(navigator, "clipboard", { value: undefined });
    globalThis.Worker = class {
      addEventListener = (name, listen) => name === "error" && setTimeout(listen);
      postMessage() {}
      terminate() {}
    };
    const { end } = await import("./solver.js");
    end();
  });
  await page.getByRole("button", { name: "Copy link" }).click();
  await page.getByRole("button", { name: "Copy it from the address bar" }).waitFor();
  await page.getByRole("button", { name: "Random" }).click();
  await page.locator(".message.wrong").waitFor();
  assert.match(await page.locator(".message").textContent(), /^The solver could not be loaded/);
  assert.deepEqual(problems, []);
});

test("L game: pieces are edited by clicks, and best play is shown step by step", async () => {
  const { page, problems } = await open({ hash: at("lgame", "look", ".***/#*.x/###./x...") });
  const label = page.locator(".line [role=img]");
  const labels = [await label.getAttribute("aria-label")];
  for (const name of ["Next", "Next", "Last", "Next", "Back", "First"]) {
    // At the end, the button says that it is disabled, and does nothing.
    await page.getByRole("button", { name }).click({ force: true });
    labels.push(await label.getAttribute("aria-label"));
  }
  const steps = [
    "Now; 5 moves to come",
    "Move 1 of 5: blue",
    "Move 2 of 5: orange",
    "Move 5 of 5: blue",
    "Move 5 of 5: blue",
    "Move 4 of 5: orange",
    "Now; 5 moves to come",
  ];
  assert.deepEqual(labels, steps);
  await page.getByRole("button", { name: "Row 4, column 1, neutral piece" }).click();
  await page.getByRole("button", { name: "Row 1, column 1, empty" }).focus();
  await page.keyboard.press("x");
  await settled(page);
  assert.equal(await page.getByLabel("As text").inputValue(), "x***\n#*.x\n###.\n....");
  assert.equal(await page.locator(".verdict").count(), 1);
  assert.deepEqual(problems, []);
});

test("pictures for the documents: each game in both schemes, and none is wider than the window", async () => {
  const positions = {
    treblecross: ".....X.......X.........X....",
    "nomore-ttt": "..X.O...X..X",
    lgame: ".***/#*.x/###./x...",
  };
  for (const game of GAMES) {
    for (const scheme of SCHEMES) {
      const { page, context } = await open({
        hash: at(game, "look", positions[game]),
        scheme,
        width: game === "lgame" ? 840 : 720,
      });
      await settled(page);
      const name = `page-${game}-${scheme}.png`;
      // A mark that is elsewhere changes 0.6 % or more, another font 8 to 17 %, and a part that is elsewhere over 30 %.
      const allowed = (await hasFontOfPictures(page)) ? 0.002 : 0.25;
      const difference = await differenceFromPicture(page, name);
      assert.ok(difference <= allowed, `docs/${name} differs in ${difference * 100} % of its parts`);
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 900 });
        for (const mode of ["look", "play", "judge"]) {
          await page.goto(page.url().replace(/mode=\w+/, `mode=${mode}`));
          await page.locator(`.content.${mode} > :not(.quiet)`).first().waitFor();
          assert.ok(
            await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
            `${game} ${mode} at ${width}`,
          );
        }
        await page.goto(page.url().replace(/mode=\w+/, "mode=look"));
      }
      await context.close();
    }
  }
});
