// Play Treblecross or No More against the perfect player.

import { Board } from "./boards.js";
import { button, h, labelled } from "./dom.js";
import { text } from "./text.js";

/** The longest row that is played on. */
const LONGEST = 60;

export function playRow({ game, position, start, change, ask }) {
  const both = game === "nomore-ttt";
  const begin = position && position.length <= LONGEST ? position : start;
  /** The rows so far; the one that is played on is the last. */
  let rows = [begin];
  /** What was played, each with the row before it. */
  let played = [];
  let youBegin = true;
  let seen;
  let isOver = false;
  let marked = [];
  let mark = "X";

  const said = h("p", { class: "turn", role: "status" });
  const why = h("p", { class: "why", "aria-live": "polite" });
  const log = h("ol", { class: "log" });
  const message = h("div", { role: "alert" });
  const board = new Board({
    label: text.board,
    // Where only one mark fits, a click puts it.
    pick: (index) =>
      yourMove(
        index + 1,
        (moves) => moves.find((move) => move.mark === mark) ?? (moves.length === 1 ? moves[0] : undefined),
      ),
    key: (index, key) => {
      const chosen = key.toUpperCase();
      if (chosen !== "X" && !(both && chosen === "O")) return false;
      yourMove(index + 1, (moves) => moves.find((move) => move.mark === chosen));
      return true;
    },
  });

  const row = () => rows.at(-1);
  const isYourTurn = () => (played.length % 2 === 0) === youBegin;

  /** Plays a move of either player, if it is legal. */
  function play(move) {
    const before = row();
    rows.push(before.slice(0, move.cell - 1) + move.mark + before.slice(move.cell));
    played.push({ ...move, by: isYourTurn() ? "you" : "opponent" });
    return turn();
  }

  /** Plays the one of the legal moves in a cell that is chosen, if one is. */
  function yourMove(cell, choose) {
    if (!isYourTurn() || isOver || !seen) return;
    const move = choose(seen.moves.filter((move) => move.cell === cell));
    if (move) play(move);
  }

  /** Asks about the row, and moves if it is the perfect player's turn. */
  async function turn() {
    seen = undefined;
    marked = [];
    why.replaceChildren();
    const last = played.at(-1);
    if (last?.completes) return finish(last.by === "you", text.overThree(last.completes));
    draw();
    try {
      seen = await ask("look", game, row());
      message.replaceChildren();
    } catch (error) {
      message.replaceChildren(h("p", { class: "message wrong" }, error.message));
      return;
    }
    if (seen.moves.length === 0) return finish(!isYourTurn(), text.overStuck(isYourTurn()));
    if (isYourTurn()) return draw();
    return play(seen.moves[seen.choice]);
  }

  function finish(youWin, reason) {
    isOver = true;
    draw();
    said.className = `turn over ${youWin ? "win" : "lose"}`;
    said.textContent = `${youWin ? text.youWin : text.youLose} ${reason}`;
  }

  function draw() {
    said.className = "turn";
    said.textContent = !isYourTurn() ? text.thinking : seen ? text.yourTurn[game](seen.to_move) : "";
    const last = played.at(-1);
    board.show(
      [...row()].map((sign, index) => ({
        number: index + 1,
        label: text.cell(index + 1, sign) + (marked.includes(index + 1) ? `, ${text.hint}` : ""),
        mark: sign === "." ? undefined : sign.toLowerCase(),
        kinds: [
          sign === "." ? "empty" : `mark-${sign.toLowerCase()}`,
          last?.cell === index + 1 && "moved",
          marked.includes(index + 1) && "hinted",
          last?.completes && index + 1 >= last.completes && index + 1 < last.completes + 3 && "three",
        ].filter(Boolean),
      })),
    );
    log.replaceChildren(...played.map((move) => h("li", {}, text.played(move.by, text.move(move, both)))));
  }

  /** Marks the move that the perfect player would make, and says why. */
  function hint() {
    if (isOver || !isYourTurn() || !seen) return;
    const move = seen.moves[seen.choice];
    marked = [move.cell];
    draw();
    why.replaceChildren(
      h("span", {}, text.hinted(move, text.hintReason(move, seen.strips.length, both))),
      h("span", { class: "quiet" }, text.detail(move)),
    );
    board.focus(move.cell - 1);
  }

  function takeBack() {
    if (played.length === 0) return;
    // Up to the last move of yours.
    do {
      rows = rows.slice(0, -1);
      played = played.slice(0, -1);
    } while (!isYourTurn() && played.length > 0);
    isOver = false;
    turn();
  }

  function restart(from) {
    rows = [from];
    played = [];
    isOver = false;
    change(from);
    turn();
  }

  const side = h(
    "select",
    {
      onchange: () => {
        youBegin = side.value === "you";
        restart(rows[0]);
      },
    },
    h("option", { value: "you" }, text.you),
    h("option", { value: "opponent" }, text.opponent),
  );
  const length = h("input", { type: "number", min: both ? 1 : 3, max: LONGEST, value: begin.length });
  const empty = button(text.emptyBoard, () => length.reportValidity() && restart(".".repeat(length.valueAsNumber)));
  const marks = h(
    "fieldset",
    { class: "marks" },
    h("legend", {}, text.markToPut),
    ["X", "O"].map((sign) => {
      const radio = h("input", {
        type: "radio",
        name: "mark",
        value: sign,
        id: `mark-${sign}`,
        checked: sign === mark,
        onchange: () => {
          mark = sign;
        },
      });
      return [radio, h("label", { for: radio.id }, sign)];
    }),
  );
  turn();
  return [
    h(
      "section",
      { "aria-label": text.board },
      said,
      board.element,
      message,
      why,
      both && marks,
      h(
        "div",
        { class: "tools" },
        button(text.hint, hint, { class: "main" }),
        button(text.takeBack, takeBack),
        button(text.newGame, () => restart(rows[0])),
      ),
      h("div", { class: "tools" }, labelled(text.youBegin, side), labelled(text.cellsOfBoard, length), empty),
    ),
    h("section", {}, h("h2", {}, text.moves), log),
  ];
}
