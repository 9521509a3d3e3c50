// Shows the game and the view that the address names.

import { address, GAMES, MODES, readAddress, writeAddress } from "./address.js";
import { button, h } from "./dom.js";
import { judgeView } from "./judge.js";
import { lookView } from "./look.js";
import { playSquare } from "./play-l.js";
import { playRow } from "./play-row.js";
import { ask, end } from "./solver.js";
import { text } from "./text.js";

const START = { treblecross: "...........", "nomore-ttt": ".......", lgame: "x##./.*#./.*#./.**x" };

const page = document.getElementById("page");
const status = h("p", { class: "status", role: "status" });
let state = readAddress();
let working;
let writing;

/** Asks the solver. What takes long is said, and can be ended. */
async function askShown(...question) {
  clearTimeout(working);
  working = setTimeout(
    () =>
      status.replaceChildren(
        text.working,
        " ",
        button(text.stop, () => end(), { class: "plain" }),
      ),
    300,
  );
  try {
    return await ask(...question);
  } finally {
    clearTimeout(working);
    status.replaceChildren();
  }
}

function links(label, values, current, change, names) {
  return h(
    "nav",
    { "aria-label": label },
    values.map((value) =>
      h("a", { href: address(change(value)), "aria-current": value === current ? "page" : undefined }, names[value]),
    ),
  );
}

const about = ask("about").then(([longestRow, longestText, games]) => ({ longestRow, longestText, games }));

async function show() {
  clearTimeout(writing);
  state = readAddress();
  const { game, mode } = state;
  document.title = `${text.games[game]}: ${text.modes[mode]}. ${text.title}`;
  const header = [
    h(
      "header",
      {},
      h("div", { class: "top" }, h("h1", {}, text.title), h("p", { class: "quiet" }, text.subtitle)),
      links(text.chooseGame, GAMES, game, (value) => ({ game: value, mode }), text.games),
      links(text.chooseMode, MODES, mode, (value) => ({ ...state, mode: value }), text.modes),
    ),
    h("p", { class: "rules" }, text.rules[game]),
  ];
  const content = h("div", { class: `content ${game} ${mode}` }, h("p", { class: "quiet" }, text.starting));
  page.replaceChildren(...header, status, content, h("footer", { class: "quiet" }, text.local));
  try {
    const facts = await about;
    if (!page.contains(content)) return;
    const position = state.position;
    const views = {
      look: lookView,
      play: game === "lgame" ? playSquare : playRow,
      judge: judgeView,
    };
    const change = (position) => {
      state = { ...state, position };
      // A browser takes longer to write the address than all else that follows a click.
      clearTimeout(writing);
      writing = setTimeout(() => writeAddress(state), 200);
      for (const link of page.querySelectorAll("nav:last-of-type a")) {
        link.href = address({ ...state, mode: readAddress(link.hash).mode });
      }
    };
    content.replaceChildren(
      ...views[mode]({
        game,
        facts,
        about: facts.games.find(({ name }) => name === game),
        position,
        start: START[game],
        change,
        ask: askShown,
      }),
    );
  } catch (error) {
    content.replaceChildren(h("p", { class: "message wrong", role: "alert" }, error.message));
  }
}

addEventListener("hashchange", show);
show();
if ("serviceWorker" in navigator && isSecureContext) navigator.serviceWorker.register("offline.js");
