// Stores the page's files in the browser, so that the page works offline after the first visit. The
// build fills in the list of files and a name computed from their contents.
const NAME = "gier-@HASH@";
const FILES = @FILES@;
self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(NAME).then((cache) => cache.addAll(FILES)).then(() => self.skipWaiting()));
});
self.addEventListener("activate", (event) => {
  const old = (names) => names.filter((name) => name.startsWith("gier-") && name !== NAME);
  event.waitUntil(caches.keys().then((names) => Promise.all(old(names).map((name) => caches.delete(name))))
    .then(() => self.clients.claim()));
});
self.addEventListener("fetch", (event) => {
  event.respondWith(caches.match(event.request, { ignoreSearch: true, cacheName: NAME })
    .then((kept) => kept || fetch(event.request)));
});
