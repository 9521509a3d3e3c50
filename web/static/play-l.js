// Play the L game against the perfect player. You are blue, the L that is `#` in a grid.

import { Board, cellsOf, inRows, squareCells } from "./boards.js";
import { button, h } from "./dom.js";
import { Match } from "./match.js";
import { text } from "./text.js";

/** The same position as the other player sees it. */
const swapped = (position) => position.replaceAll(/[#*]/g, (sign) => (sign === "#" ? "*" : "#"));
const indices = (position, sign) => [...cellsOf(position)].flatMap((found, index) => (found === sign ? [index] : []));

/** The position with the blue L on these cells, and nothing where it was. */
function withL(position, cells) {
  const emptied = [...cellsOf(position)].map((sign) => (sign === "#" ? "." : sign));
  for (const cell of cells) emptied[cell] = "#";
  return inRows(emptied.join(""));
}

/** Cells as rows and columns, moved by a step but never over an edge. */
function shifted(cells, rows, columns) {
  const [all, across] = [cells.map((cell) => Math.floor(cell / 4)), cells.map((cell) => cell % 4)];
  const within = (step, values) => Math.max(-Math.min(...values), Math.min(3 - Math.max(...values), step));
  const [down, right] = [within(rows, all), within(columns, across)];
  return cells.map((_, index) => 4 * (all[index] + down) + across[index] + right);
}

/** Cells turned or flipped by a rule for rows and columns, near where they were. */
function turned(cells, rule) {
  const places = cells.map((cell) => rule(Math.floor(cell / 4), cell % 4));
  const corner = [0, 1].map((axis) => Math.min(...places.map((place) => place[axis])));
  const at = [Math.min(...cells.map((cell) => Math.floor(cell / 4))), Math.min(...cells.map((cell) => cell % 4))];
  const most = [0, 1].map((axis) => 3 - Math.max(...places.map((place) => place[axis] - corner[axis])));
  return places.map(
    ([row, column]) => 4 * (row - corner[0] + Math.min(at[0], most[0])) + column - corner[1] + Math.min(at[1], most[1]),
  );
}

export function playSquare({ game, position, start, change, ask }) {
  /** The grids after your legal moves. */
  let legal = new Set();
  /** Where your L is held, the neutral piece that is chosen, and whether the L has been put down. */
  let held = [];
  let chosen;
  let isPlaced = false;

  // All positions are kept as blue sees them.
  const match = new Match({
    begin: position ?? start,
    change,
    look: async ({ position, isYours }) => {
      const seen = await ask("look", game, isYours ? position : swapped(position));
      legal = new Set(seen.moves.map((move) => move.grid));
      return seen;
    },
    ending: ({ history, now }) => {
      pickUp();
      const same = history.filter((past) => past.position === now.position && past.isYours === now.isYours);
      return same.length >= 3 ? { sign: "draw", said: text.repetition } : undefined;
    },
    reply: ({ choice, grid }) => {
      const neutrals = (position) => indices(position, "x").join();
      return { position: swapped(choice), move: { movesNeutral: neutrals(choice) !== neutrals(grid) } };
    },
    describe: ({ movesNeutral }) => text.lMove(movesNeutral),
    prompt: () =>
      isPlaced
        ? chosen === undefined
          ? text.neutral
          : text.neutralTo
        : stays()
          ? text.placeFirst
          : fits()
            ? text.fits
            : text.notThere,
    draw,
  });

  const board = new Board({
    columns: 4,
    label: text.board,
    pick: (index) => isPlaced && pickNeutral(index),
    key: (index, key) => {
      if (!match.isYourTurn || isPlaced) return false;
      const actions = {
        ArrowLeft: () => hold(shifted(held, 0, -1)),
        ArrowRight: () => hold(shifted(held, 0, 1)),
        ArrowUp: () => hold(shifted(held, -1, 0)),
        ArrowDown: () => hold(shifted(held, 1, 0)),
        t: turn,
        f: flip,
        Enter: place,
      };
      const action = actions[key] ?? actions[key.toLowerCase()];
      action?.();
      return Boolean(action);
    },
  });
  board.element.addEventListener("pointerdown", grab);

  const stays = () => [...held].sort().join() === indices(match.now.position, "#").sort().join();
  const fits = () =>
    legal.has(withL(match.now.position, held)) &&
    held.every((cell) => ".#".includes(cellsOf(match.now.position)[cell]));

  function pickUp() {
    held = indices(match.now.position, "#");
    chosen = undefined;
    isPlaced = false;
  }

  function hold(cells) {
    held = cells;
    match.draw();
  }
  const turn = () => match.isYourTurn && !isPlaced && hold(turned(held, (row, column) => [column, -row]));
  const flip = () => match.isYourTurn && !isPlaced && hold(turned(held, (row, column) => [row, -column]));

  /** Drags the L, or a neutral piece once the L has been put down. */
  function grab(event) {
    const from = board.indexOf(event.target);
    if (from < 0 || !match.isYourTurn || (!isPlaced && !held.includes(from))) return;
    const before = held;
    const drag = new AbortController();
    const move = (moving) => {
      const to = board.at(moving.clientX, moving.clientY);
      if (to < 0 || isPlaced) return;
      hold(shifted(before, Math.floor(to / 4) - Math.floor(from / 4), (to % 4) - (from % 4)));
    };
    const drop = (dropping) => {
      drag.abort();
      const to = board.at(dropping.clientX, dropping.clientY);
      if (isPlaced && to >= 0 && to !== from) {
        chosen = from;
        pickNeutral(to);
      }
    };
    const cancel = () => {
      drag.abort();
      hold(before);
    };
    addEventListener("pointermove", move, { signal: drag.signal });
    addEventListener("pointerup", drop, { signal: drag.signal });
    addEventListener("pointercancel", cancel, { signal: drag.signal });
  }

  function place() {
    if (!match.isYourTurn || isPlaced || !fits()) return;
    isPlaced = true;
    match.draw();
  }

  const leave = () => isPlaced && match.isYourTurn && play(withL(match.now.position, held), false);

  /** Chooses a neutral piece, or the empty cell for the chosen one. */
  function pickNeutral(index) {
    const after = cellsOf(withL(match.now.position, held));
    if (after[index] === "x") chosen = index;
    else if (chosen !== undefined && after[index] === ".") {
      const cells = [...after];
      cells[chosen] = ".";
      cells[index] = "x";
      return play(inRows(cells.join("")), true);
    }
    match.draw();
  }

  /** Plays a move that the solver lists as legal. */
  function play(position, movesNeutral) {
    if (!legal.has(position)) return match.draw();
    return match.play({ position, move: { movesNeutral } });
  }

  function draw({ now: { position }, history, over, seen, hinted, isYourTurn }) {
    const shown = isYourTurn ? withL(position, held) : position;
    const lies = over || isPlaced || !seen || stays() || fits();
    const hint = hinted && indices(hinted, "#");
    const was = indices(position, "x");
    const becomes = indices(hinted ?? position, "x");
    const isHinted = (index) => hint?.includes(index) || was.includes(index) !== becomes.includes(index);
    const before = history.length > 1 && cellsOf(history.at(-2).position);
    board.show(
      squareCells(shown, (index, sign) => ({
        label: text.square(index, sign) + (isHinted(index) ? `, ${text.hint}` : ""),
        ...(sign === "#" && !lies ? { mark: "dead" } : {}),
        kinds: [
          sign === "#" && !lies && "held",
          sign !== "#" && sign !== "." && before && before[index] !== sign && "moved",
          isHinted(index) && "hinted",
          index === chosen && "chosen",
        ].filter(Boolean),
      })),
    );
    // A button that was hidden would lose the keyboard's focus.
    const enable = (control, isUseful) => control.setAttribute("aria-disabled", String(!isYourTurn || !isUseful));
    enable(turnButton, !isPlaced);
    enable(flipButton, !isPlaced);
    enable(placeButton, !isPlaced && fits());
    enable(leaveButton, isPlaced);
  }

  function hint() {
    if (!match.isYourTurn) return;
    pickUp();
    match.hint(match.seen.choice, text.hintL(match.seen));
  }

  const turnButton = button(text.turn, turn);
  const flipButton = button(text.flip, flip);
  const placeButton = button(text.place, place, { class: "main" });
  const leaveButton = button(text.leave, leave, { class: "main" });
  match.turn();
  return [
    h(
      "section",
      { class: "l-play", "aria-label": text.board },
      match.said,
      board.element,
      match.message,
      match.why,
      h(
        "div",
        { class: "tools" },
        turnButton,
        flipButton,
        placeButton,
        leaveButton,
        button(text.hint, hint),
        match.controls(),
      ),
      h("p", { class: "quiet help" }, text.lKeys),
      h("div", { class: "tools" }, match.whoBegins()),
    ),
    match.moves(),
  ];
}
