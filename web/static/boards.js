// Draws boards: rows of cells and squares are grids of buttons, and the arrow keys move among them.

import { h, icon } from "./dom.js";

/** The cells of a square, which is given as rows with slashes between them. */
export const cellsOf = (square) => square.replaceAll("/", "");

/** Cells as rows of four with slashes between them. */
export const inRows = (cells) => cells.match(/.{1,4}/gsu)?.join("/") ?? "";

/** A board whose cells are buttons. `columns` is missing for a row, which is broken where it is too long. */
export class Board {
  /** `pick(index)` is called for a click, `key(index, key)` for a key, which it returns true for if it knows it. */
  constructor({ label, columns = undefined, pick = undefined, key = undefined, detail = undefined }) {
    this.columns = columns;
    this.pick = pick;
    this.key = key;
    this.detail = detail;
    /** @type {HTMLElement[]} */
    this.buttons = [];
    /** What each button shows. */
    this.drawn = [];
    this.current = 0;
    /** A sentence about each cell. */
    this.details = [];
    this.element = h("div", { class: columns ? "board square" : "board row", role: "group", "aria-label": label });
    this.element.addEventListener("click", (event) => this.on(event, (index) => this.pick?.(index)));
    this.element.addEventListener("keydown", (event) => this.keyDown(event));
    for (const name of ["focusin", "pointerover"]) {
      this.element.addEventListener(name, (event) => this.on(event, (index) => this.detail?.(index)));
    }
  }

  on(event, action) {
    const index = this.indexOf(event.target);
    if (index >= 0) action(index);
  }

  indexOf(target) {
    return this.buttons.indexOf(target.closest?.("button"));
  }

  /** The index of the cell at a place of the window, or -1. */
  at(x, y) {
    const found = document.elementFromPoint(x, y);
    return found ? this.indexOf(found) : -1;
  }

  keyDown(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const index = this.indexOf(event.target);
    if (index < 0) return;
    if (this.key?.(index, event.key)) return event.preventDefault();
    const width = this.columns ?? this.cellsInFirstLine();
    const steps = {
      ArrowLeft: -1,
      ArrowRight: 1,
      ArrowUp: -width,
      ArrowDown: width,
      Home: -index,
      End: this.buttons.length - 1 - index,
    };
    if (!(event.key in steps)) return;
    event.preventDefault();
    this.focus(index + steps[event.key]);
  }

  cellsInFirstLine() {
    const top = this.buttons[0].offsetTop;
    const next = this.buttons.findIndex((button) => button.offsetTop > top);
    return next < 0 ? this.buttons.length : next;
  }

  focus(index) {
    if (!this.buttons[index]) return;
    this.buttons[this.current]?.setAttribute("tabindex", "-1");
    this.current = index;
    this.buttons[index].setAttribute("tabindex", "0");
    this.buttons[index].focus();
  }

  /** Shows cells as `drawCell` takes them; only those that changed are drawn again. */
  show(cells) {
    while (this.buttons.length > cells.length) this.buttons.pop().remove();
    while (this.buttons.length < cells.length) {
      const button = h("button", { type: "button", tabindex: this.buttons.length === 0 ? "0" : "-1" });
      this.buttons.push(button);
      this.element.append(button);
    }
    if (this.current >= cells.length) {
      this.current = 0;
      this.buttons[0]?.setAttribute("tabindex", "0");
    }
    this.drawn.length = Math.min(this.drawn.length, cells.length);
    cells.forEach((cell, index) => {
      const drawn = JSON.stringify(cell);
      if (drawn === this.drawn[index]) return;
      this.drawn[index] = drawn;
      drawCell(this.buttons[index], cell);
    });
  }
}

/** Draws a cell: its classes, its number, its mark, the signs below it, and what a screen reader says. */
function drawCell(element, { kinds = [], number = undefined, mark = undefined, signs = [], label = undefined }) {
  element.className = ["cell", ...kinds].join(" ");
  if (label) element.setAttribute("aria-label", label);
  element.replaceChildren(
    ...(number ? [h("span", { class: "number", "aria-hidden": "true" }, String(number))] : []),
    ...(mark ? [icon(mark)] : []),
    ...(signs.length
      ? [
          h(
            "span",
            { class: "signs", "aria-hidden": "true" },
            signs.map(({ text, sign }) => h("span", { class: sign, "data-mark": text }, icon(sign))),
          ),
        ]
      : []),
  );
}

const MARKS = { "*": "o", x: "neutral" };
const PIECES = { "#": "own", "*": "other", x: "neutral" };

/**
 * Draws the cells of a square: each piece is joined within itself.
 * @param {string} grid
 * @param {(index: number, own: string) => { kinds?: string[], mark?: string, label?: string }} extra
 */
export function squareCells(grid, extra) {
  const rows = grid.split("/");
  const sign = (row, column) => rows[row]?.[column];
  return [...cellsOf(grid)].map((own, index) => {
    const [row, column] = [Math.floor(index / 4), index % 4];
    const piece = PIECES[own];
    const sides = {
      right: sign(row, column + 1),
      down: sign(row + 1, column),
      left: sign(row, column - 1),
      up: sign(row - 1, column),
    };
    const joins =
      piece && own !== "x"
        ? Object.keys(sides)
            .filter((side) => sides[side] === own)
            .map((side) => `join-${side}`)
        : [];
    const { kinds = [], ...rest } = extra(index, own);
    return { kinds: [piece ?? "empty", ...joins, ...kinds], mark: MARKS[own], ...rest };
  });
}

/** A small picture of a square; cells that differ from `before` are marked. */
export function picture(grid, label, before = grid) {
  const old = cellsOf(before);
  const cells = squareCells(grid, (index, own) => ({ kinds: own !== old[index] && own !== "." ? ["moved"] : [] }));
  return h(
    "div",
    { class: "board square small", role: "img", "aria-label": label },
    cells.map((cell) => {
      const element = h("span");
      drawCell(element, cell);
      return element;
    }),
  );
}
