// Play the L game against the perfect player. You are blue, the L that is `#` in a grid.

import { Board, cellsOf, inRows, squareCells } from "./boards.js";
import { button, h, labelled } from "./dom.js";
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
  /** The positions so far as blue sees them, each with whose turn it is. */
  let history = [{ position: position ?? start, isYours: true }];
  let seen;
  let legal = new Set();
  /** Where your L is held, the neutral piece that is chosen, and whether the L has been put down. */
  let held = [];
  let chosen;
  let isPlaced = false;
  let over;
  let hinted;

  const said = h("p", { class: "turn", role: "status" });
  const why = h("p", { class: "why", "aria-live": "polite" });
  const message = h("div", { role: "alert" });
  const log = h("ol", { class: "log" });
  const now = () => history.at(-1);
  const fits = () =>
    legal.has(withL(now().position, held)) && held.every((cell) => ".#".includes(cellsOf(now().position)[cell]));

  const board = new Board({
    columns: 4,
    label: text.board,
    pick: (index) => isPlaced && pickNeutral(index),
    key: (index, key) => {
      if (!isYourTurn() || isPlaced) return false;
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

  const isYourTurn = () => now().isYours && !over && seen !== undefined;

  function hold(cells) {
    held = cells;
    draw();
  }
  const turn = () => isYourTurn() && !isPlaced && hold(turned(held, (row, column) => [column, -row]));
  const flip = () => isYourTurn() && !isPlaced && hold(turned(held, (row, column) => [row, -column]));

  /** Drags the L, or a neutral piece once the L has been put down. */
  function grab(event) {
    const from = board.indexOf(event.target);
    if (from < 0 || !isYourTurn() || (!isPlaced && !held.includes(from))) return;
    const before = held;
    const move = (moving) => {
      const to = board.at(moving.clientX, moving.clientY);
      if (to < 0 || isPlaced) return;
      hold(shifted(before, Math.floor(to / 4) - Math.floor(from / 4), (to % 4) - (from % 4)));
    };
    const drop = (dropping) => {
      removeEventListener("pointermove", move);
      const to = board.at(dropping.clientX, dropping.clientY);
      if (isPlaced && to >= 0 && to !== from) {
        chosen = from;
        pickNeutral(to);
      }
    };
    addEventListener("pointermove", move);
    addEventListener("pointerup", drop, { once: true });
    addEventListener("pointercancel", () => removeEventListener("pointermove", move), { once: true });
  }

  function place() {
    if (!isYourTurn() || isPlaced || !fits()) return;
    isPlaced = true;
    draw();
  }

  const leave = () => isPlaced && isYourTurn() && play(withL(now().position, held));

  /** Chooses a neutral piece, or the empty cell for the chosen one. */
  function pickNeutral(index) {
    const after = cellsOf(withL(now().position, held));
    if (after[index] === "x") chosen = index;
    else if (chosen !== undefined && after[index] === ".") {
      const cells = [...after];
      [cells[chosen], cells[index]] = [".", "x"];
      return play(inRows(cells.join("")), true);
    }
    draw();
  }

  /** Plays a move that the solver lists as legal. */
  function play(next, movesNeutral = false) {
    if (!legal.has(next)) return draw();
    const { isYours } = now();
    log.append(h("li", {}, text.played(isYours ? "you" : "opponent", text.lMove(movesNeutral))));
    history.push({ position: isYours ? next : swapped(next), isYours: !isYours });
    return ponder();
  }

  /** Asks about the position, and moves if it is the perfect player's turn. */
  async function ponder() {
    Object.assign(board, { before: history.at(-2)?.position });
    [seen, held, chosen, isPlaced, hinted, over] = [
      undefined,
      indices(now().position, "#"),
      undefined,
      false,
      undefined,
      undefined,
    ];
    why.replaceChildren();
    const mine = now();
    const times = history.filter((past) => past.position === mine.position && past.isYours === mine.isYours).length;
    if (times >= 3) {
      over = { sign: "draw", said: text.repetition };
      return draw();
    }
    try {
      seen = await ask("look", game, mine.isYours ? mine.position : swapped(mine.position));
      message.replaceChildren();
    } catch (error) {
      message.replaceChildren(h("p", { class: "message wrong" }, error.message));
      return;
    }
    legal = new Set(seen.moves.map((move) => move.grid));
    if (seen.moves.length === 0) {
      over = {
        sign: mine.isYours ? "lose" : "win",
        said: `${mine.isYours ? text.youLose : text.youWin} ${text.overStuck(mine.isYours)}`,
      };
    } else if (!mine.isYours) {
      const rest = (position) => indices(position, "x").join();
      const next = seen.choice;
      return play(next, rest(next) !== rest(seen.grid));
    }
    draw();
  }

  function draw() {
    const { position } = now();
    const shown = over || !isYourTurn() ? position : withL(position, held);
    const stays = [...held].sort().join() === [...indices(position, "#")].sort().join();
    const lies = over || isPlaced || stays || fits() || !seen;
    const hint = hinted && indices(hinted, "#");
    const [was, becomes] = [position, hinted ?? position].map((grid) => indices(grid, "x"));
    const isHinted = (index) => hint?.includes(index) || was.includes(index) !== becomes.includes(index);
    const old = board.before && cellsOf(board.before);
    board.show(
      squareCells(shown, (index, sign) => ({
        label: text.square(index, sign) + (isHinted(index) ? `, ${text.hint}` : ""),
        ...(sign === "#" && !lies ? { mark: "dead" } : {}),
        kinds: [
          sign === "#" && !lies && "held",
          sign !== "#" && sign !== "." && old && old[index] !== sign && "moved",
          isHinted(index) && "hinted",
          index === chosen && "chosen",
        ].filter(Boolean),
      })),
    );
    // A button that was hidden would lose the keyboard's focus.
    for (const [control, isUseful] of [
      [turnButton, !isPlaced],
      [flipButton, !isPlaced],
      [placeButton, !isPlaced && fits()],
      [leaveButton, isPlaced],
    ]) {
      control.setAttribute("aria-disabled", String(!isYourTurn() || !isUseful));
    }
    said.className = over ? `turn over ${over.sign}` : "turn";
    said.textContent =
      over?.said ??
      (!now().isYours
        ? text.thinking
        : isPlaced
          ? chosen === undefined
            ? text.neutral
            : text.neutralTo
          : stays
            ? text.placeFirst
            : fits()
              ? text.fits
              : text.notThere);
  }

  function hint() {
    if (!isYourTurn()) return;
    [isPlaced, chosen, held, hinted] = [false, undefined, indices(now().position, "#"), seen.choice];
    why.textContent = text.hintL(seen);
    draw();
  }

  function takeBack() {
    if (history.length < 2) return;
    do {
      history = history.slice(0, -1);
      log.lastChild?.remove();
    } while (!now().isYours && history.length > 1);
    ponder();
  }

  function restart() {
    history = [{ ...history[0], isYours: side.value === "you" }];
    log.replaceChildren();
    change(history[0].position);
    ponder();
  }

  const turnButton = button(text.turn, turn);
  const flipButton = button(text.flip, flip);
  const placeButton = button(text.place, place, { class: "main" });
  const leaveButton = button(text.leave, leave, { class: "main" });
  const side = h(
    "select",
    { onchange: restart },
    h("option", { value: "you" }, text.you),
    h("option", { value: "opponent" }, text.opponent),
  );
  ponder();
  return [
    h(
      "section",
      { class: "l-play", "aria-label": text.board },
      said,
      board.element,
      message,
      why,
      h(
        "div",
        { class: "tools" },
        turnButton,
        flipButton,
        placeButton,
        leaveButton,
        button(text.hint, hint),
        button(text.takeBack, takeBack),
        button(text.newGame, restart),
      ),
      h("p", { class: "quiet help" }, text.lKeys),
      h("div", { class: "tools" }, labelled(text.youBegin, side)),
    ),
    h("section", {}, h("h2", {}, text.moves), log),
  ];
}
