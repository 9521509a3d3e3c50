// Shows the game and the view that the address names.

import { address, readAddress, writeAddress } from "./address.js";
import { button, h } from "./dom.js";
import { judgeView } from "./judge.js";
import { lookView } from "./look.js";
import { playSquare } from "./play-l.js";
import { playRow } from "./play-row.js";
import { ask, end, forget } from "./solver.js";
import { text } from "./text.js";

const START = { treblecross: "...........", "nomore-ttt": ".......", lgame: "x##./.*#./.*#./.**x" };

const status = h("p", { class: "status", role: "status" });
const rules = h("p", { class: "rules" });
const content = h("div");
/** What the page shows until it has the limits of the solver and all games, and if it never gets them. */
let substitute = h("p", { class: "quiet" }, text.starting);
let facts;
let state = readAddress();
let working;
let writing;

function stopWaiting() {
  clearTimeout(working);
  status.replaceChildren();
}

/** Asks the solver. What takes long is said, and can be ended. */
async function askShown(...question) {
  stopWaiting();
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
    stopWaiting();
  }
}

function forgetShown() {
  stopWaiting();
  forget();
}

/** Links to the values of a part of the address, and what they keep of the rest. */
function navigation(label, part, names, keep) {
  const links = Object.entries(names).map(([value, name]) => ({ value, link: h("a", {}, name) }));
  return {
    element: h(
      "nav",
      { "aria-label": label },
      links.map(({ link }) => link),
    ),
    update() {
      for (const { value, link } of links) {
        link.href = address({ ...keep(state), [part]: value });
        if (value === state[part]) link.setAttribute("aria-current", "page");
        else link.removeAttribute("aria-current");
      }
    },
  };
}

const navigations = [
  navigation(text.chooseGame, "game", text.games, ({ mode }) => ({ mode })),
  navigation(text.chooseMode, "mode", text.modes, (all) => all),
];
const updateLinks = () => navigations.forEach((navigation) => navigation.update());

/** Shows another position in the address. */
function change(position) {
  state = { ...state, position };
  // A browser takes longer to write the address than all else that follows a click.
  clearTimeout(writing);
  writing = setTimeout(() => writeAddress(state), 200);
  updateLinks();
}

/** The address of what is shown now, which the browser may not have yet. */
function link() {
  clearTimeout(writing);
  writeAddress(state);
  return location.href;
}

function show() {
  clearTimeout(writing);
  state = readAddress();
  const { game, mode, position } = state;
  document.title = `${text.games[game]}: ${text.modes[mode]}. ${text.title}`;
  updateLinks();
  rules.textContent = text.rules[game];
  content.className = `content ${game} ${mode}`;
  if (!facts) return content.replaceChildren(substitute);
  forgetShown();
  const view = { look: lookView, play: game === "lgame" ? playSquare : playRow, judge: judgeView }[mode];
  const about = facts.games.find(({ name }) => name === game);
  const solver = { ask: askShown, forget: forgetShown };
  content.replaceChildren(...view({ game, facts, about, position, start: START[game], change, link, ...solver }));
}

// All but the content stays, and keeps the keyboard's focus, when another view is shown.
document.getElementById("page").replaceChildren(
  h(
    "header",
    {},
    h("div", { class: "top" }, h("h1", {}, text.title), h("p", { class: "quiet" }, text.subtitle)),
    navigations.map(({ element }) => element),
  ),
  rules,
  status,
  content,
  h("footer", { class: "quiet" }, text.local),
);
addEventListener("hashchange", show);
show();
try {
  facts = await ask("about");
} catch (error) {
  substitute = h("p", { class: "message wrong", role: "alert" }, error.message);
}
show();
if ("serviceWorker" in navigator && isSecureContext) navigator.serviceWorker.register("offline.js");
