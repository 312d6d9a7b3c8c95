// The guest's page: starts the machine, and unpacks the links that carry a program or a session. Shows a
// message if the page cannot start.
import { ready, unpacked } from "./gier-machine.js";
import { guestPage, offered } from "./gier.js";

async function open() {
  const [, kind, text] = location.hash.match(/^#(algol|slip|session)=([\w-]+)$/) ?? [];
  if (!kind) return;
  try {
    offered(kind, await unpacked(text));
  } catch { /* the link is damaged: nothing to open */ }
}

// A screen in a museum stays on.
const awake = () => { if (!document.hidden) navigator.wakeLock?.request("screen").catch(() => {}); };
const query = new URLSearchParams(location.search);
if (query.has("exhibit")) {
  awake();
  addEventListener("visibilitychange", awake);
  addEventListener("contextmenu", (event) => event.preventDefault());
}

const machine = document.getElementById("machine");
if (query.has("program")) machine.setAttribute("program", query.get("program"));
Promise.all([ready, customElements.whenDefined("gier-machine")]).then(async ([{ memory }]) => {
  window.gierMemory = () => memory.buffer.byteLength; // for the tests
  await machine.ready;
  guestPage(machine, query.get("keys") ?? "");
  document.getElementById("copy").addEventListener("click", async () => {
    await navigator.clipboard.writeText(document.getElementById("link").href);
    document.getElementById("copied").hidden = false;
  });
  addEventListener("hashchange", open);
  await open();
  // The other files are stored when the visitor can begin.
  navigator.serviceWorker?.register("sw.js").catch(() => {});
}).catch((fault) => {
  const place = document.getElementById("kept");
  place.textContent = `GIER: ${fault.message ?? fault}`;
});
