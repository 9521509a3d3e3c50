// Play Treblecross or No More against the perfect player.

import { Board } from "./boards.js";
import { button, h, labelled } from "./dom.js";
import { ending, Match } from "./match.js";
import { text } from "./text.js";

/** The longest row that is played on. */
const LONGEST = 60;

export function playRow({ game, position, start, change, ask }) {
  const both = game === "nomore-ttt";
  const begin = position && position.length <= LONGEST ? position : start;
  let mark = "X";

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

  /** The row after a move, and the move. */
  const after = (move) => {
    const row = match.now.position;
    return { position: row.slice(0, move.cell - 1) + move.mark + row.slice(move.cell), move };
  };

  const match = new Match({
    begin,
    change,
    look: (turn) => ask("look", game, turn.position),
    ending: ({ now: { move, isYours } }) =>
      move?.completes ? ending(!isYours, text.overThree(move.completes)) : undefined,
    reply: (seen) => after(seen.moves[seen.choice]),
    describe: (move) => text.move(move, both),
    prompt: ({ seen }) => text.yourTurn[game](seen.toMove),
    draw,
  });

  /** Plays the one of the legal moves in a cell that is chosen, if one is. */
  function yourMove(cell, choose) {
    if (!match.isYourTurn) return;
    const move = choose(match.seen.moves.filter((move) => move.cell === cell));
    if (move) match.play(after(move));
  }

  function draw({ now: { position, move: last }, hinted }) {
    board.show(
      [...position].map((sign, index) => ({
        number: index + 1,
        label: text.cell(index + 1, sign) + (hinted?.cell === index + 1 ? `, ${text.hint}` : ""),
        mark: sign === "." ? undefined : sign.toLowerCase(),
        kinds: [
          sign === "." ? "empty" : `mark-${sign.toLowerCase()}`,
          last?.cell === index + 1 && "moved",
          hinted?.cell === index + 1 && "hinted",
          last?.completes && index + 1 >= last.completes && index + 1 < last.completes + 3 && "three",
        ].filter(Boolean),
      })),
    );
  }

  /** Marks the move that the perfect player would make, and says why. */
  function hint() {
    if (!match.isYourTurn) return;
    const { moves, choice, strips } = match.seen;
    const move = moves[choice];
    match.hint(
      move,
      h("span", {}, text.hinted(move, text.hintReason(move, strips.length, both))),
      h("span", { class: "quiet" }, text.detail(move)),
    );
    board.focus(move.cell - 1);
  }

  const length = h("input", { type: "number", min: both ? 1 : 3, max: LONGEST, value: begin.length });
  const empty = button(
    text.emptyBoard,
    () => length.reportValidity() && match.restart(".".repeat(length.valueAsNumber)),
  );
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
  match.turn();
  return [
    h(
      "section",
      { "aria-label": text.board },
      match.said,
      board.element,
      match.message,
      match.why,
      both && marks,
      h("div", { class: "tools" }, button(text.hint, hint, { class: "main" }), match.controls()),
      h("div", { class: "tools" }, match.whoBegins(), labelled(text.cellsOfBoard, length), empty),
    ),
    match.moves(),
  ];
}
