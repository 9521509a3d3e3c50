// Look: a board to edit, who wins, and why.

import { normal } from "./address.js";
import { Board, cellsOf, squareCells } from "./boards.js";
import { button, divertLong, h, labelled } from "./dom.js";
import { explainSquare } from "./look-l.js";
import { explainRow, legend, rowCells } from "./look-row.js";
import { bytesOf, excerpt } from "./places.js";
import { text } from "./text.js";

const SIGNS = { treblecross: ".X", "nomore-ttt": ".XO", lgame: ".#*x" };

export function lookView({ game, facts, about, position, change, link, ask }) {
  const isSquare = game === "lgame";
  let shown;

  const result = h("div", { class: "result" });
  const message = h("div", { role: "alert" });
  const detail = h("p", { class: "detail", "aria-live": "polite" }, text.pointAt);
  const field = h("textarea", {
    rows: isSquare ? 4 : 2,
    spellcheck: "false",
    autocomplete: "off",
    autocapitalize: "off",
    oninput: () => show(field.value),
  });
  const board = new Board({
    columns: isSquare ? 4 : undefined,
    label: text.board,
    pick: (index) => {
      const signs = SIGNS[game];
      put(index, signs[(signs.indexOf(cells()[index]) + 1) % signs.length]);
    },
    key: (index, key) => {
      const sign =
        [...SIGNS[game]].find((sign) => sign === key || (!isSquare && sign === key.toUpperCase())) ??
        { Backspace: ".", Delete: "." }[key];
      if (sign) put(index, sign);
      return Boolean(sign);
    },
    detail: (index) => {
      detail.textContent = board.details[index] ?? text.pointAt;
    },
  });

  const cells = () => [...(isSquare ? cellsOf(shown) : shown)];
  const put = (index, sign) =>
    set(
      cells()
        .fill(sign, index, index + 1)
        .join(""),
    );
  const lines = (position) => (isSquare ? position.replaceAll("/", "\n") : position);

  function set(next) {
    field.value = lines(normal(game, next));
    return show(next);
  }

  /** Shows a position, and what the solver says of it. */
  async function show(next) {
    shown = normal(game, next);
    change(shown);
    if (board.buttons.length === 0) draw();
    result.setAttribute("aria-busy", "true");
    try {
      const seen = await ask("look", game, lines(shown));
      draw(seen);
      message.replaceChildren();
      field.removeAttribute("aria-invalid");
      finish(isSquare ? explainSquare(seen) : explainRow(game, seen));
    } catch (error) {
      fail(error);
    }
  }

  function fail({ message: said, place }) {
    draw();
    field.setAttribute("aria-invalid", "true");
    message.replaceChildren(
      h(
        "div",
        { class: "message wrong" },
        h("p", {}, place ? text.wrongAt(place) : "", said),
        place && excerpt(bytesOf(lines(shown)), place),
      ),
    );
    finish([]);
  }

  function finish(said) {
    result.replaceChildren(...said);
    result.removeAttribute("aria-busy");
    performance.mark("answer");
  }

  function draw(seen) {
    // Thousands of buttons would take a browser too long.
    if (shown.length > facts.longestRow) return;
    if (isSquare) {
      board.show(squareCells(shown, (index, sign) => ({ label: text.square(index, sign) })));
    } else {
      const { cells: drawn, details } = rowCells(game, shown, seen);
      board.show(drawn);
      board.details = details;
    }
  }

  async function random() {
    const seed = BigInt(Math.floor(Math.random() * 2 ** 40));
    const size = isSquare ? undefined : Math.max(shown.length, 3);
    try {
      const input = await ask("generate", game, about.judges[0].name, 1, size, seed);
      set(isSquare ? input : input.trim().split("\n")[1]);
    } catch (error) {
      fail(error);
    }
  }

  const copy = button(text.copyLink, async () => {
    try {
      await navigator.clipboard.writeText(link());
      copy.textContent = text.copied;
    } catch {
      // It may be forbidden, and without https it does not exist.
      copy.textContent = text.notCopied;
    }
  });
  divertLong(field, facts.longestRow, (all) => set(normal(game, all).slice(0, facts.longestRow + 1)));
  const tools = isSquare
    ? []
    : [
        button(text.longer, () => set(`${shown}.`)),
        button(text.shorter, () => set(shown.slice(0, -1))),
        button(text.clear, () => set(".".repeat(shown.length))),
      ];
  set(position ?? about.sample);
  return [
    h(
      "section",
      { class: "position", "aria-label": text.board },
      board.element,
      !isSquare && [legend(game), detail],
      h("div", { class: "tools" }, tools, button(text.random, random), copy),
      message,
    ),
    result,
    h(
      "section",
      { class: "as-text" },
      labelled(text.asText, field),
      h("p", { class: "quiet help" }, text.positionHint[game], " ", text.keys[game]),
    ),
  ];
}
