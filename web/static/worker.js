// Answers one question after another, each by a function of the module. The page ends this worker if it takes too long.

import init, * as games from "./games.js";

const ready = fetch("games_bg.wasm")
  .then((response) => response.arrayBuffer())
  .then((bytes) => init({ module_or_path: bytes }));

addEventListener("message", async ({ data: { name, parameters } }) => {
  try {
    await ready;
    postMessage({ hasBegun: true });
    const begun = performance.now();
    const answer = JSON.parse(games[name](...parameters));
    postMessage({ answer, took: performance.now() - begun });
  } catch (error) {
    postMessage({ failure: String(error) });
  }
});
