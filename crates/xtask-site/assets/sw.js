// Stores the handbook in the browser, so that it works offline after the first visit; the machine is stored
// when an example first runs. The build fills in the list of files and a name computed from their contents.
const NAME = "handbook-@HASH@";
const FILES = @FILES@;
self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(NAME).then((cache) => cache.addAll(FILES)).then(() => self.skipWaiting()));
});
self.addEventListener("activate", (event) => {
  const old = (names) => names.filter((name) => name.startsWith("handbook-") && name !== NAME);
  event.waitUntil(caches.keys().then((names) => Promise.all(old(names).map((name) => caches.delete(name))))
    .then(() => self.clients.claim()));
});
self.addEventListener("fetch", (event) => {
  const answer = async () => {
    const cache = await caches.open(NAME);
    const kept = await cache.match(event.request, { ignoreSearch: true });
    if (kept) return kept;
    const fetched = await fetch(event.request);
    if (fetched.ok && event.request.method === "GET") await cache.put(event.request, fetched.clone());
    return fetched;
  };
  event.respondWith(answer());
});
