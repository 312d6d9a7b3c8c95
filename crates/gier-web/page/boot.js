// The guest's page: starts the machine, and packs and unpacks the links that carry a program or a
// session. Shows a message if the page cannot start.
import { ready } from "./gier-machine.js";
import { guestPage, offered, shared, sharedTongue } from "./gier.js";

const FORMAT = "deflate-raw";
const through = (bytes, stream) => new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer();

async function packed(text) {
  const bytes = new Uint8Array(await through(text, new CompressionStream(FORMAT)));
  const signs = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return btoa(signs).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

async function unpacked(text) {
  const signs = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = Uint8Array.from(signs, (sign) => sign.charCodeAt(0));
  return new TextDecoder().decode(await through(bytes, new DecompressionStream(FORMAT)));
}

async function share(kind) {
  const name = kind === "session" ? kind : sharedTongue();
  history.replaceState(null, "", `#${name}=${await packed(shared(kind))}`);
  let place = "shared-here";
  try {
    await navigator.clipboard.writeText(location.href);
    place = "shared";
  } catch { /* the address bar has the link too */ }
  for (const word of ["shared", "shared-here"]) document.getElementById(word).hidden = word !== place;
}

async function open() {
  const [, kind, text] = location.hash.match(/^#(algol|slip|session)=([\w-]+)$/) ?? [];
  if (!kind) return;
  try {
    offered(kind, await unpacked(text));
  } catch { /* the link is damaged: nothing to open */ }
}

const machine = document.getElementById("machine");
const asked = new URLSearchParams(location.search).get("program");
if (asked) machine.setAttribute("program", asked);
Promise.all([ready, customElements.whenDefined("gier-machine")]).then(async ([{ memory }]) => {
  window.gierMemory = () => memory.buffer.byteLength; // for the tests
  await machine.ready;
  guestPage(machine);
  for (const kind of ["text", "session"]) {
    document.getElementById(`share-${kind}`).addEventListener("click", () => share(kind));
  }
  addEventListener("hashchange", open);
  await open();
  // The other files are stored when the visitor can begin.
  navigator.serviceWorker?.register("sw.js").catch(() => {});
}).catch((fault) => {
  const place = document.getElementById("kept");
  place.textContent = `GIER: ${fault.message ?? fault}`;
});
