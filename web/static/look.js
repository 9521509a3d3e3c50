// Look: a board to edit, who wins, and why.

import { Board, squareCells } from "./boards.js";
import { button, divertLong, h, labelled } from "./dom.js";
import { explainSquare } from "./look-l.js";
import { explainRow, legend, rowCells } from "./look-row.js";
import { text } from "./text.js";

const SIGNS = { treblecross: ".X", "nomore-ttt": ".XO", lgame: ".#*x" };

/** The part of a text around a place, which is marked. */
export function excerpt(source, line, column) {
  const at = indexAt(source, line, column);
  const begin = source.lastIndexOf("\n", at - 1) + 1;
  const end = source.indexOf("\n", at) < 0 ? source.length : source.indexOf("\n", at);
  const [from, to] = [Math.max(begin, at - 24), Math.min(end, at + 25)];
  const wrong = at < end ? source.slice(at, at + 1) : "↵";
  return h(
    "pre",
    { class: "excerpt" },
    from > begin && "…",
    source.slice(from, at),
    h("mark", {}, wrong),
    source.slice(at + 1, to),
    to < end && "…",
  );
}

/** The index of a line and a column, which counts bytes and no byte-order mark. */
export function indexAt(source, line, column) {
  let begin = source.startsWith("\uFEFF") ? 1 : 0;
  for (let number = 1; number < line; number++) begin = source.indexOf("\n", begin) + 1;
  const bytes = new TextEncoder().encode(source.slice(begin, begin + column));
  return begin + new TextDecoder().decode(bytes.slice(0, column - 1)).length;
}

export function lookView({ game, facts, about, position, change, ask }) {
  const isSquare = game === "lgame";
  let cells = (position ?? about.sample).trim();
  let shown = 0;

  const result = h("div", { class: "result" });
  const message = h("div", { role: "alert" });
  const detail = h("p", { class: "detail", "aria-live": "polite" }, text.pointAt);
  const field = h("textarea", {
    rows: isSquare ? 4 : 2,
    spellcheck: "false",
    autocomplete: "off",
    autocapitalize: "off",
    oninput: () => set(field.value.trim(), false),
  });
  const board = new Board({
    columns: isSquare ? 4 : undefined,
    label: text.board,
    pick: (index) => {
      const signs = SIGNS[game];
      put(index, signs[(signs.indexOf(flat()[index]) + 1) % signs.length]);
    },
    key: (index, key) => {
      const sign =
        [...SIGNS[game]].find((sign) => sign === key || (!isSquare && sign === key.toUpperCase())) ??
        { Backspace: ".", Delete: "." }[key];
      if (sign) put(index, sign);
      return Boolean(sign);
    },
    detail: (index) => {
      detail.textContent = board.details?.[index] ?? text.pointAt;
    },
  });

  const flat = () => cells.replaceAll(/[/\s]/g, "");
  const join = (all) => (isSquare ? (all.match(/.{1,4}/g)?.join("/") ?? "") : all);
  function put(index, sign) {
    const all = flat();
    set(join(all.slice(0, index) + sign + all.slice(index + 1)));
  }

  /** Shows a position, and asks about it. */
  async function set(next, isTyped = true) {
    cells = isSquare ? next.replaceAll(/\s*[/\n]\s*/g, "/") : next;
    if (isTyped) field.value = isSquare ? cells.replaceAll("/", "\n") : cells;
    change(cells);
    const mine = ++shown;
    const isShort = cells.length <= facts.longestRow;
    if (isShort && board.buttons.length === 0) draw();
    result.setAttribute("aria-busy", "true");
    try {
      if (!isShort) throw new Error(text.limit(facts.longestRow));
      const seen = await ask("look", game, field.value);
      if (mine !== shown) return;
      message.replaceChildren();
      field.removeAttribute("aria-invalid");
      draw(seen);
      result.replaceChildren(...(isSquare ? explainSquare(seen) : explainRow(game, seen)));
    } catch (error) {
      if (mine !== shown) return;
      field.setAttribute("aria-invalid", "true");
      if (isShort) draw();
      const { line, column } = error;
      message.replaceChildren(
        h(
          "div",
          { class: "message wrong" },
          h("p", {}, line ? text.wrongAt(line, column) : "", error.message),
          ...(line > 0 ? [excerpt(field.value, line, column)] : []),
        ),
      );
      result.replaceChildren();
    }
    result.removeAttribute("aria-busy");
    // For measuring.
    if (mine === 1) performance.mark("first-answer");
  }

  function draw(seen) {
    if (isSquare) {
      board.show(squareCells(cells, (index, sign) => ({ label: text.square(index, sign) })));
    } else {
      const { cells: drawn, details } = rowCells(game, cells, seen);
      board.show(drawn);
      board.details = details;
    }
  }

  async function random() {
    const seed = BigInt(Math.floor(Math.random() * 2 ** 40));
    const size = isSquare ? undefined : Math.max(flat().length, 3);
    const input = await ask("generate", game, about.judges[0].name, 1, size, seed);
    set(isSquare ? input.trim().replaceAll("\n", "/") : input.trim().split("\n")[1]);
  }

  const copy = button(text.copyLink, async () => {
    await navigator.clipboard.writeText(location.href);
    copy.textContent = text.copied;
  });
  divertLong(field, facts.longestRow, (inserted) => set(inserted.slice(0, facts.longestRow + 1)));
  const tools = isSquare
    ? []
    : [
        button(text.longer, () => set(`${flat()}.`)),
        button(text.shorter, () => set(flat().slice(0, -1))),
        button(text.clear, () => set(flat().replaceAll(/./g, "."))),
      ];
  set(cells);
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
