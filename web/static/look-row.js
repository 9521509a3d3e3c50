// What there is to see of a row: its cells, its strips, its nim-sum and its moves.

import { h, icon, table } from "./dom.js";
import { text } from "./text.js";

/** The cells of a row as a board draws them, and a sentence about each. `seen` is what the solver says, if it has. */
export function rowCells(game, cells, seen) {
  const both = game === "nomore-ttt";
  const moves = groupByCell(seen?.moves ?? []);
  const inStrip = new Map(
    seen?.strips.flatMap(({ first, length }) =>
      [...Array(length).keys()].map((at) => [
        first + at,
        ["strip", at === 0 && "strip-first", at === length - 1 && "strip-last"].filter(Boolean),
      ]),
    ),
  );
  const details = [];
  const drawn = [...cells].map((sign, index) => {
    const cell = { number: index + 1, kinds: [], label: text.cell(index + 1, sign) };
    if (sign === "X" || sign === "O")
      return { ...cell, mark: sign.toLowerCase(), kinds: [`mark-${sign.toLowerCase()}`] };
    if (!seen) return cell;
    const here = moves.get(index + 1) ?? [];
    details[index] = here.map((move) => text.detail(move)).join(" ") || `${text.cell(index + 1, text.dead)}.`;
    cell.signs = here.map((move) => ({ text: both ? move.mark : "", sign: signOf(move) }));
    if (here.length === 0) cell.signs = [{ text: "", sign: "dead" }];
    cell.kinds = [...(inStrip.get(index + 1) ?? []), here.some(({ wins }) => wins) ? "wins" : "loses"];
    const said = here.map((move) => (both ? text.rowMoveNoMore(move) : text.rowMove(move)));
    cell.label += `, ${said.join(", ") || text.dead}`;
    return cell;
  });
  return { cells: drawn, details };
}

function groupByCell(moves) {
  const groups = new Map();
  for (const move of moves) groups.set(move.cell, [...(groups.get(move.cell) ?? []), move]);
  return groups;
}

function signOf({ wins, leaves }) {
  return wins ? "win" : leaves ? "lose" : "danger";
}

/** Who wins a row, and why. */
export function explainRow(game, { cells, toMove: who, wins, strips, nimSum: sum, moves }) {
  const both = game === "nomore-ttt";
  const winning = moves.filter((move) => move.wins);
  const said = (wins ? text.win : text.loss)[game];
  const three = winning.some(({ completes }) => completes);
  const ends = both && strips.length > 0;
  const reasons = three
    ? [h("p", {}, text.whyThree)]
    : [
        h("p", {}, text.whyStrips[game], " ", text.nimbers),
        strips.length > 0
          ? table(
              ends ? text.stripHeadsEnds : text.stripHeads,
              strips.map((strip) =>
                [
                  text.cells(strip.first, strip.length),
                  strip.length,
                  ends && text.between(strip.ends),
                  strip.nimber,
                ].filter((cell) => cell !== false),
              ),
            )
          : h("p", {}, both ? text.fullBoard : text.noStrips),
        h(
          "p",
          { class: "sum" },
          h("strong", {}, text.nimSum, ": "),
          text.sum(
            strips.map(({ nimber }) => nimber),
            sum,
          ),
          ". ",
          moves.length === 0 && both ? text.cannotMove(who) : sum === 0 ? text.zero : text.notZero,
        ),
      ];
  return [
    h(
      "section",
      { class: `verdict ${wins ? "win" : "lose"}`, "aria-live": "polite" },
      h("h2", {}, icon(wins ? "win" : "lose"), h("span", {}, both ? said(who) : said)),
      both && h("p", {}, text.marksCount(cells.replaceAll(".", "").length, who)),
      moves.length > 0 &&
        h(
          "p",
          {},
          winning.length ? text.winningCells(winning.map((move) => text.move(move, both))) : text.noWinningCells,
        ),
    ),
    h("section", {}, h("h2", {}, text.why), reasons),
    moves.length > 0 && movesTable(moves, both),
  ].filter(Boolean);
}

/** What the signs in cells mean. */
export function legend(game) {
  return h(
    "ul",
    { class: "legend" },
    Object.entries(text.legend[game]).map(([sign, meaning]) => h("li", {}, icon(sign), meaning)),
  );
}

/** All moves, which are listed only when somebody wants to see them: there may be thousands. */
function movesTable(moves, both) {
  const details = h("details", {}, h("summary", {}, text.allMoves));
  details.addEventListener(
    "toggle",
    () =>
      details.append(
        table(
          text.moveHeads,
          moves.map((move) => [text.move(move, both), ...consequences(move)]),
        ),
        both ? h("p", { class: "quiet" }, text.partsHelp) : "",
      ),
    { once: true },
  );
  return details;
}

function consequences(move) {
  const { leaves, completes, wins } = move;
  if (!leaves) return ["", "", "", "", completes ? text.three(completes) : text.suicide];
  return [
    String(leaves.strip),
    text.leaves(leaves),
    text.xor(leaves),
    String(leaves.others),
    wins ? text.wins : text.loses,
  ];
}
