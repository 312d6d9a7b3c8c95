// Defines the element <gier-machine>, a GIER on any page. This script loads the WebAssembly module, and
// gives each element a shadow tree with the machine's HTML and style.
import init, { GierMachine, supply } from "./gier.js";

const here = (name) => new URL(name, import.meta.url);
const fetched = async (name) => {
  const answer = await fetch(here(name));
  if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
  return answer;
};
const file = async (name) => new Uint8Array(await (await fetched(name)).arrayBuffer());

let loaded;
/** Loads the module with the compilers and the museum's archive at the first call, and resolves with it. */
export const tools = () => loaded ??= import("./tools.js").then(async (module) => {
  await module.default({ module_or_path: here("tools_bg.wasm") });
  return module;
}).catch((fault) => {
  loaded = undefined;
  throw fault;
});

/** A text for the part of an address after the sign #. */
async function packed(text) {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  const signs = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return btoa(signs).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** The text in the part of an address after the sign #. */
export async function unpacked(text) {
  const signs = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = Uint8Array.from(signs, (sign) => sign.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return new Response(stream).text();
}

const styles = ["house.css", "machine.css"].map((name) => [name, new CSSStyleSheet()]);
// The fonts are registered for the whole page, because a shadow tree cannot register fonts. Our own pages have
// them in house.css.
if (!document.querySelector("[href$='house.css']")) {
  for (const [name, file, weight] of [["GIER Type", "gier-type.woff2", "400"],
    ["GIER Sans", "gier-sans-400.woff2", "400"], ["GIER Sans", "gier-sans-600.woff2", "600"]]) {
    document.fonts.add(new FontFace(name, `url(${here(file)})`, { weight, display: "swap" }));
  }
}

let html;
/** Resolves with the module when machines can be made. */
export const ready = Promise.all([
  init({ module_or_path: here("gier_bg.wasm") }),
  fetched("machine.html").then((answer) => answer.text()).then((text) => { html = text; }),
  ...styles.map(async ([name, sheet]) => sheet.replaceSync(await (await fetched(name)).text())),
]).then(([module]) => {
  supply({ file, tools, packed });
  return module;
});

/** The name and the drum image of a program, or of NIM if there is no such program. */
const program = (name) => file(`${name}.drum`).then((image) => [name, image], async (fault) => {
  if (name === "nim") throw fault;
  return program("nim");
});

class Machine extends HTMLElement {
  static observedAttributes = ["program", "lang", "speed"];
  #machine;
  #on;
  /** Resolves when the machine is on. */
  ready = new Promise((done) => { this.#on = done; });

  connectedCallback() {
    if (this.#machine) return this.#machine.connected(true);
    // The page's script may set the attributes in this turn, after the element was defined.
    const asked = Promise.resolve().then(() => program(this.getAttribute("program") ?? "nim"));
    Promise.all([asked, ready]).then(([[name, image]]) => {
      if (this.#machine || !this.isConnected) return;
      const shadow = this.attachShadow({ mode: "open" });
      shadow.adoptedStyleSheets = styles.map(([, sheet]) => sheet);
      shadow.innerHTML = html;
      this.#machine = new GierMachine(this, name, image);
      this.#on(this);
    }).catch((fault) => { this.textContent = `GIER: ${fault.message ?? fault}`; });
  }

  disconnectedCallback() { this.#machine?.connected(false); }

  attributeChangedCallback(name, _, value) {
    if (value !== null) this.#machine?.set(name, value);
  }

  /** NORMAL START. */
  start() { this.#machine?.press("start"); }
  /** NORMAL STOP. */
  stop() { this.#machine?.press("stop"); }
  /** Executes one order. */
  step() { this.#machine?.press("single"); }
  /** Executes orders up to the next line of the ALGOL program. */
  line() { this.#machine?.press("line"); }
  /** Compiles a text in "algol" or "slip" and starts the program, or opens the log of a "session". If
      `isStopped` is true, the program does not start. Resolves with the faults of the text, or with "". */
  async load(text, language = "algol", isStopped = false) {
    await this.ready;
    return this.#machine.load(String(text), language, isStopped);
  }
  /** Types a text. Each key is pressed when GIER waits for one. */
  type(text) { this.#machine?.typeText(String(text)); }
  /** All registers as text, one line each. */
  registers() { return this.#machine?.registers() ?? ""; }
  /** Cells of the store as text, one line each. */
  cells(first, count = 1) { return this.#machine?.cells(first, count) ?? ""; }
  /** The frames of an ALGOL program and the tracks in the store, as text. */
  frames() { return this.#machine?.frames() ?? ""; }
  /** Shows a register on the lamps: "R", "M", "s", "p", "by", "tk", "in", "r1". */
  choose(register) { this.#machine?.choose(register); }
  /** The paper as text. */
  paper() { return this.#machine?.paper() ?? ""; }
}

customElements.define("gier-machine", Machine);
