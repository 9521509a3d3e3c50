// Keeps the page for times without a network. With one, the newest files are taken.

const CACHE = "perfect-play";
// The build names all files here.
const FILES = ["./"];

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
