// Play: games against the perfect player, by clicks, keys and dragging.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { at, close, open } from "./browser.js";

after(close);

const turn = (page) => page.locator(".turn").textContent();
const button = (page, name) => page.getByRole("button", { name, exact: true });
const isOver = (page) => page.locator(".over").count();

/** Waits until it is the turn of the person, or the game is over. */
async function yourTurn(page) {
  const said = /^Your turn|wins?\.|draw/;
  await page.waitForFunction((said) => said.test(document.querySelector(".turn").textContent), said);
}

for (const [game, position] of [
  ["treblecross", "..........."],
  ["nomore-ttt", "......."],
]) {
  test(`${game}: somebody who follows the hints wins, and reads why`, async () => {
    const { page, problems } = await open({ hash: at(game, "play", position) });
    const reasons = [];
    while (!(await isOver(page))) {
      await yourTurn(page);
      if (await isOver(page)) break;
      await button(page, "Hint").click();
      const why = await page.locator(".why").textContent();
      reasons.push(why);
      const mark = why.match(/^(X|O) in cell/)[1];
      if (game === "nomore-ttt") await page.getByLabel(mark, { exact: true }).check();
      await page.locator(".cell.hinted").click();
    }
    assert.match(await turn(page), /^You win\./);
    assert.ok(
      reasons.every((reason) => !reason.includes("Every move loses")),
      reasons.join("\n"),
    );
    assert.ok(reasons.length >= 2 && new Set(reasons).size === reasons.length);
    assert.match(await page.locator(".log").textContent(), /^You: .*The perfect player: /);
    assert.deepEqual(problems, []);
  });
}

test("Treblecross: the perfect player takes what it is given, and a move can be taken back", async () => {
  const { page, problems } = await open({ hash: at("treblecross", "play", "X......") });
  await yourTurn(page);
  await page.getByRole("button", { name: /^Cell 2,/ }).click();
  await page.locator(".over").waitFor();
  assert.equal(await turn(page), "The perfect player wins. Cells 1 to 3 are three adjacent X.");
  assert.equal(await page.locator(".cell.three").count(), 3);
  await button(page, "Take back").click();
  await page.waitForFunction(() => document.querySelectorAll(".cell.mark-x").length === 1);
  await page.getByLabel("Who begins").selectOption("The perfect player");
  await page.waitForFunction(() => document.querySelectorAll(".cell.mark-x").length === 2);
  await page.getByLabel("Cells").fill("5");
  await button(page, "New empty board").click();
  await page.waitForFunction(
    () => document.querySelectorAll(".cell").length === 5 && document.querySelector(".cell.mark-x"),
  );
  // Five empty cells are won for who begins, in the middle.
  assert.match(await page.locator(".cell").nth(2).getAttribute("class"), /mark-x/);
  assert.deepEqual(problems, []);
});

test("a hint in a lost position says no more than that, and what is true of the move", async () => {
  const lost = "Every move loses against a perfect player.";
  for (const [game, position, expected] of [
    ["treblecross", "......", `${lost} This one is not suicide, at least.`],
    ["treblecross", "X..X", `${lost}X in cell 3 is suicide`],
    ["nomore-ttt", "..", `${lost}X in cell 2 leaves`],
  ]) {
    const { page, problems } = await open({ hash: at(game, "play", position) });
    await yourTurn(page);
    await button(page, "Hint").click();
    const said = await page.locator(".why").textContent();
    assert.ok(said.includes(expected), `${position}: ${said}`);
    assert.deepEqual(problems, []);
  }
});

test("whose turn it is, is not said before it is", async () => {
  const { page, problems } = await open({ hash: at("treblecross", "play", "...........") });
  await yourTurn(page);
  const said = await page.evaluate(async () => {
    const turn = document.querySelector(".turn");
    const said = [];
    const marks = () => document.querySelectorAll(".mark-x").length;
    const observer = new MutationObserver(() => said.push([marks(), turn.textContent]));
    observer.observe(turn, { childList: true });
    document.querySelector(".cell").click();
    while (marks() < 2 || !turn.textContent.startsWith("Your turn"))
      await new Promise((resolve) => setTimeout(resolve));
    return said;
  });
  assert.deepEqual(said[0], [1, "The perfect player moves …"]);
  assert.ok(
    said.every(([marks, text]) => marks === 2 || !text.startsWith("Your turn")),
    said.join("\n"),
  );
  assert.deepEqual(problems, []);
});

test("No More: only marks that fit can be put, by the keyboard alone", async () => {
  const { page, problems } = await open({ hash: at("nomore-ttt", "play", "X...") });
  await yourTurn(page);
  assert.match(await turn(page), /as Bob/);
  await page.locator(".cell").first().focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("x");
  assert.equal(await page.locator(".cell.mark-x").count(), 1, "X beside X is put");
  await page.keyboard.press("o");
  await page.waitForFunction(() => document.querySelectorAll(".log li").length >= 1);
  assert.match(await page.locator(".log li").first().textContent(), /^You: O in 2\./);
  assert.deepEqual(problems, []);
});

/** The cells with a class, counted from 0. */
const cells = (page, name) =>
  page
    .locator(".board")
    .evaluate(
      (board, name) => [...board.children].flatMap((cell, index) => (cell.classList.contains(name) ? [index] : [])),
      name,
    );

/** Follows the hint of the L game by keys, and by clicks for a neutral piece. */
async function followHint(page) {
  await button(page, "Hint").click();
  const hinted = await cells(page, "hinted");
  await page.locator(".cell.own").first().focus();
  const corner = (all) => [
    Math.min(...all.map((cell) => Math.floor(cell / 4))),
    Math.min(...all.map((cell) => cell % 4)),
  ];
  search: for (const key of ["t", "t", "t", "f", "t", "t", "t", "t"]) {
    await page.keyboard.press(key);
    for (const [row, column] of [0, 1, 2].flatMap((row) => [0, 1, 2].map((column) => [row, column]))) {
      for (let step = 0; step < 6; step++) {
        const [atRow, atColumn] = corner(await cells(page, "own"));
        if (atRow === row && atColumn === column) break;
        await page.keyboard.press(
          atRow < row ? "ArrowDown" : atRow > row ? "ArrowUp" : atColumn < column ? "ArrowRight" : "ArrowLeft",
        );
      }
      const own = await cells(page, "own");
      if (own.every((cell) => hinted.includes(cell)) && (await turn(page)) === "The L fits here.") break search;
    }
  }
  await page.keyboard.press("Enter");
  const piece = page.locator(".cell.neutral.hinted");
  if (await piece.count()) {
    await piece.click();
    await page.locator(".cell.empty.hinted").click();
  } else {
    await button(page, "Leave them").click();
  }
}

test("L game: a won position is won by hints, with the keyboard", async () => {
  const { page, problems } = await open({ hash: at("lgame", "play", ".***/#*.x/###./x...") });
  for (let move = 0; move < 3; move++) {
    await yourTurn(page);
    await followHint(page);
  }
  await page.locator(".over").waitFor();
  assert.equal(await turn(page), "You win. The perfect player cannot move any more.");
  assert.equal(await page.locator(".log li").count(), 5);
  assert.deepEqual(problems, []);
});

test("L game: a position that is there for the third time is a draw", async () => {
  const { page, problems } = await open({ hash: at("lgame", "play") });
  for (let move = 0; move < 60 && !(await isOver(page)); move++) {
    await yourTurn(page);
    if (!(await isOver(page))) await followHint(page);
  }
  await page.locator(".over.draw").waitFor();
  assert.equal(
    await turn(page),
    "A draw: this position is on the board for the third time with the same player to move.",
  );
  assert.deepEqual(problems, []);
});

test("L game: the keyboard's focus stays on the buttons that put down", async () => {
  const { page, problems } = await open({ hash: at("lgame", "play") });
  await yourTurn(page);
  // One cell to the right is free.
  await page.locator(".cell.own").first().focus();
  await page.keyboard.press("ArrowRight");
  for (const name of ["Put the L here", "Leave them"]) {
    await button(page, name).focus();
    await page.keyboard.press("Enter");
    if (name === "Leave them") {
      await page.waitForFunction(() => document.querySelectorAll(".log li").length === 2);
      await yourTurn(page);
    }
    assert.equal(await page.evaluate(() => document.activeElement.textContent), name);
  }
  // It leaves nothing that is not put down.
  await page.keyboard.press("Enter");
  assert.equal(await page.locator(".log li").count(), 2);
  assert.deepEqual(problems, []);
});

test("L game: pieces are dragged, and only legal moves can be made", async () => {
  const { page, problems } = await open({ hash: at("lgame", "play") });
  await yourTurn(page);
  const place = button(page, "Put the L here");
  assert.equal(await place.getAttribute("aria-disabled"), "true");
  const drag = async (from, to) => {
    const centre = async (index) => {
      const box = await page.locator(".cell").nth(index).boundingBox();
      return [box.x + box.width / 2, box.y + box.height / 2];
    };
    await page.mouse.move(...(await centre(from)));
    await page.mouse.down();
    await page.mouse.move(...(await centre(to)), { steps: 5 });
    await page.mouse.up();
  };
  // The L begins on 1, 2, 6 and 10. One cell to the right is free.
  await drag(6, 7);
  assert.deepEqual(await cells(page, "own"), [2, 3, 7, 11]);
  assert.equal(await turn(page), "The L fits here.");
  // Turned, it lies on the other L.
  await button(page, "Turn").click();
  await drag((await cells(page, "own"))[0], 4);
  assert.equal(await turn(page), "The L does not fit here, or has not moved.");
  await place.click({ force: true });
  assert.equal(await turn(page), "The L does not fit here, or has not moved.");
  for (let turns = 0; turns < 3; turns++) await button(page, "Turn").click();
  await drag((await cells(page, "own"))[0], 2);
  assert.deepEqual(await cells(page, "own"), [2, 3, 7, 11]);
  await place.click();
  assert.match(await turn(page), /neutral piece/);
  // A neutral piece on 0 is dragged to 12, which is empty; first onto the L, where nothing happens.
  await drag(0, 7);
  assert.equal(await page.locator(".log li").count(), 0);
  await drag(0, 12);
  await yourTurn(page);
  assert.match(await page.locator(".log").textContent(), /^You: the L and a neutral piece\.The perfect player: /);
  await button(page, "Take back").click();
  await page.waitForFunction(() => document.querySelector(".board").children[1].classList.contains("own"));
  assert.deepEqual(await cells(page, "own"), [1, 2, 6, 10]);
  assert.deepEqual(problems, []);
});

test("L game: a drag that the browser cancels leaves nothing behind", async () => {
  const { page, problems } = await open({ hash: at("lgame", "play") });
  await yourTurn(page);
  const send = (type, index) =>
    page.evaluate(
      ([type, index]) => {
        const cell = document.querySelectorAll(".cell")[index];
        const { x, y, width, height } = cell.getBoundingClientRect();
        const at = { clientX: x + width / 2, clientY: y + height / 2, bubbles: true };
        cell.dispatchEvent(new PointerEvent(type, at));
      },
      [type, index],
    );
  await send("pointerdown", 6);
  await send("pointermove", 7);
  assert.deepEqual(await cells(page, "own"), [2, 3, 7, 11]);
  await send("pointercancel", 7);
  await send("pointermove", 7);
  assert.deepEqual(await cells(page, "own"), [1, 2, 6, 10]);
  // Nor does a drag of a neutral piece end with the next click.
  await page.locator(".cell.own").first().focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await send("pointerdown", 0);
  await send("pointercancel", 0);
  await send("pointerup", 12);
  assert.equal(await page.locator(".log li").count(), 0);
  assert.deepEqual(problems, []);
});

test("L game: the perfect player may begin", async () => {
  const { page, problems } = await open({ hash: at("lgame", "play") });
  await page.getByLabel("Who begins").selectOption("The perfect player");
  await page.waitForFunction(() => document.querySelectorAll(".log li").length === 1);
  await yourTurn(page);
  assert.deepEqual(problems, []);
});
