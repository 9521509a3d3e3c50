// What the page shows is in its address, so that a link shows it to others. The position comes before other things, as
// programs that recognize links drop dots at their end.

import { cellsOf, inRows } from "./boards.js";

const GAMES = ["treblecross", "nomore-ttt", "lgame"];
const MODES = ["look", "play", "judge"];

/** The one form of a position: without white space, and in the L game with a slash after every four cells. */
export function normal(game, position) {
  const cells = position.replaceAll(/\s/g, "");
  return game === "lgame" ? inRows(cellsOf(cells)) : cells;
}

export function readAddress() {
  const values = new URLSearchParams(location.hash.slice(1));
  const known = (list, value) => (list.includes(value) ? value : list[0]);
  const game = known(GAMES, values.get("game"));
  const position = values.get("position");
  return { game, position: position && normal(game, position), mode: known(MODES, values.get("mode")) };
}

export function address({ game, position, mode }) {
  const values = new URLSearchParams({ game });
  if (position) values.set("position", position);
  values.set("mode", mode);
  return `#${values}`;
}

/** Writes the address without a new entry in the history. */
export function writeAddress(state) {
  history.replaceState(null, "", address(state));
}
