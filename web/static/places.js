// Places in texts: lines and columns from 1, where a column counts bytes, and no byte-order mark, as the programs do.

import { h } from "./dom.js";

export const bytesOf = (string) => new TextEncoder().encode(string);

/** The text of bytes as a field has it: what is not UTF-8 is replaced, and all line ends are plain newlines. */
export const textOf = (bytes) => new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes).replaceAll(/\r\n?/g, "\n");

/** The index of a place in the text of bytes. */
export function indexAt(bytes, { line, column }) {
  let begin = textOf(bytes.subarray(0, 3)) === "\uFEFF" ? 3 : 0;
  for (let number = 1; number < line; number++) begin = bytes.indexOf(10, begin) + 1;
  return textOf(bytes.subarray(0, begin + column - 1)).length;
}

/** The part of a text around a place, which is marked. */
export function excerpt(bytes, place) {
  const source = textOf(bytes);
  const at = indexAt(bytes, place);
  const begin = source.lastIndexOf("\n", at - 1) + 1;
  const end = source.indexOf("\n", at) < 0 ? source.length : source.indexOf("\n", at);
  // By characters, as half of one that takes two indices cannot be shown.
  const before = [...source.slice(begin, at)];
  const [wrong = "↵", ...after] = source.slice(at, end);
  return h(
    "pre",
    { class: "excerpt" },
    before.length > 24 && "…",
    before.slice(-24).join(""),
    h("mark", {}, wrong),
    after.slice(0, 24).join(""),
    after.length > 24 && "…",
  );
}
