// Stores the files of a site in the browser, so that the site works offline after the first visit. A file
// outside the list is stored when it is first fetched. The build fills in the site's name, a hash of the
// contents of the files, and the list. The page and the handbook use this file.
const SITE = "@SITE@-";
const NAME = SITE + "@HASH@";
const FILES = @FILES@;
self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(NAME).then((cache) => cache.addAll(FILES)).then(() => self.skipWaiting()));
});
self.addEventListener("activate", (event) => {
  const old = (names) => names.filter((name) => name.startsWith(SITE) && name !== NAME);
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
