// Keeps the page for times without a network. With one, the newest files are taken.

const CACHE = "perfect-play";
const FILES = [
  "./",
  "address.js",
  "boards.css",
  "boards.js",
  "dom.js",
  "games.js",
  "games_bg.wasm",
  "icon.svg",
  "index.html",
  "judge.js",
  "look.js",
  "look-row.js",
  "look-l.js",
  "main.js",
  "places.js",
  "play-l.js",
  "results.css",
  "play-row.js",
  "solver.js",
  "style.css",
  "text.js",
  "worker.js",
];

addEventListener("install", (event) => {
  event.waitUntil(
    caches
      .open(CACHE)
      .then((cache) => cache.addAll(FILES))
      .then(() => skipWaiting()),
  );
});

addEventListener("activate", (event) => event.waitUntil(clients.claim()));

addEventListener("fetch", (event) => {
  if (event.request.method !== "GET") return;
  event.respondWith(
    fetch(event.request).then(
      (response) => {
        const copy = response.clone();
        if (response.ok) event.waitUntil(caches.open(CACHE).then((cache) => cache.put(event.request, copy)));
        return response;
      },
      () => caches.match(event.request, { ignoreSearch: true }).then((kept) => kept ?? Response.error()),
    ),
  );
});
