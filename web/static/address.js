// What the page shows is in its address, so that a link shows it to others. The position comes before other things, as
// programs that recognize links drop dots at their end.

export const GAMES = ["treblecross", "nomore-ttt", "lgame"];
export const MODES = ["look", "play", "judge"];

export function readAddress(hash = location.hash) {
  const values = new URLSearchParams(hash.slice(1));
  const known = (list, value) => (list.includes(value) ? value : list[0]);
  return {
    game: known(GAMES, values.get("game")),
    position: values.get("position"),
    mode: known(MODES, values.get("mode")),
  };
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
