// What there is to see of a position of the L game: its value, its best moves, and best play step by step.

import { picture } from "./boards.js";
import { button, h, icon } from "./dom.js";
import { text } from "./text.js";

/** How many moves are shown before somebody asks for all. */
const SHOWN = 8;

/** The moves that are best: all that win, else all that draw, else those that lose latest; the fastest win first. */
export function bestMoves({ outcome, plies, moves }) {
  const best = moves.filter((move) => move.outcome === outcome && (outcome !== "loss" || move.plies === plies));
  return best.sort((one, other) => (one.plies ?? 0) - (other.plies ?? 0));
}

export function explainSquare(seen) {
  const { grid, outcome, moves, line } = seen;
  const tally = { win: 0, draw: 0, loss: 0 };
  for (const move of moves) tally[move.outcome]++;
  const best = bestMoves(seen);
  const said = { win: text.winningSquares, draw: text.drawingSquares, loss: text.slowestSquares }[outcome];
  const sign = { win: "win", draw: "draw", loss: "lose" }[outcome];
  return [
    h(
      "section",
      { class: `verdict ${sign}`, "aria-live": "polite" },
      h("h2", {}, icon(sign), h("span", {}, text.value(seen))),
      h("p", {}, text.distance(seen), " ", moves.length > 0 && text.tally(tally)),
    ),
    best.length > 0 && h("section", {}, h("h2", {}, said(best.length)), pictures(grid, best)),
    line.length > 0 && stepper(grid, line),
  ].filter(Boolean);
}

function pictures(grid, moves) {
  const list = h("ul", { class: "pictures" });
  const add = (some) =>
    list.append(
      ...some.map((move) =>
        h("li", {}, picture(move.grid, move.grid.replaceAll("/", " / "), grid), h("span", {}, text.inPlies(move))),
      ),
    );
  add(moves.slice(0, SHOWN));
  const rest =
    moves.length > SHOWN &&
    button(text.showAll(moves.length), () => {
      add(moves.slice(SHOWN));
      rest.remove();
    });
  return h("div", {}, list, rest);
}

function stepper(grid, line) {
  const boards = [grid, ...line];
  let step = 0;
  const said = h("p", { "aria-live": "polite" });
  const shown = h("div");
  const move = (to) => {
    step = Math.max(0, Math.min(line.length, to));
    const label = text.step(step, line.length);
    const isOver = step === line.length;
    said.textContent = isOver ? `${label}. ${text.stuck(line.length % 2 ? "*" : "#")}` : label;
    shown.replaceChildren(picture(boards[step], label, boards[Math.max(0, step - 1)]));
    for (const control of backwards) control.setAttribute("aria-disabled", String(step === 0));
    for (const control of forwards) control.setAttribute("aria-disabled", String(isOver));
  };
  const backwards = [button(text.first, () => move(0)), button(text.back, () => move(step - 1))];
  const forwards = [button(text.next, () => move(step + 1)), button(text.last, () => move(line.length))];
  move(0);
  return h(
    "section",
    { class: "line" },
    h("h2", {}, text.line),
    shown,
    said,
    h("div", { class: "tools" }, backwards, forwards),
  );
}
