// Defines the element <gier-machine>: a GIER on any page. Everything else is in the WebAssembly
// module; this script loads it, and gives each element a shadow with the machine's HTML and style.
import init, { GierMachine } from "./gier.js";

const here = (name) => new URL(name, import.meta.url);
const text = async (name) => {
  const answer = await fetch(here(name));
  if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
  return answer.text();
};

const style = new CSSStyleSheet();
// Fonts are registered for the page, under names of our own; a shadow cannot register them.
for (const [name, file, weight] of [["GIER Type", "gier-type.woff2", "400"],
  ["GIER Sans", "gier-sans-400.woff2", "400"], ["GIER Sans", "gier-sans-600.woff2", "600"]]) {
  const font = new FontFace(name, `url(${here(file)})`, { weight, display: "swap" });
  document.fonts.add(font);
}

let html;
/** Resolves with the module when machines can be made. */
export const ready = Promise.all([
  init({ module_or_path: here("gier_bg.wasm") }),
  text("machine.html").then((words) => { html = words; }),
  text("machine.css").then((words) => style.replace(words)),
]).then(([module]) => module);

class Machine extends HTMLElement {
  static observedAttributes = ["program", "lang", "speed"];
  #machine;
  #on;
  /** Resolves when the machine is on. */
  ready = new Promise((done) => { this.#on = done; });

  connectedCallback() {
    if (this.#machine) return this.#machine.connected(true);
    ready.then(() => {
      if (this.#machine || !this.isConnected) return;
      const shadow = this.attachShadow({ mode: "open" });
      shadow.adoptedStyleSheets = [style];
      shadow.innerHTML = html;
      this.#machine = new GierMachine(this);
      this.#on(this);
    }).catch((fault) => { this.textContent = `GIER: ${fault.message ?? fault}`; });
  }

  disconnectedCallback() { this.#machine?.connected(false); }

  attributeChangedCallback(name, _, value) {
    if (value !== null) this.#machine?.set(name, value);
  }

  /** NORMAL START. */
  start() { this.#machine?.start(); }
  /** NORMAL STOP. */
  stop() { this.#machine?.stop(); }
  /** Executes one order. */
  step() { this.#machine?.step(); }
  /** Executes orders up to the next line of the ALGOL program. */
  line() { this.#machine?.line(); }
  /** Compiles a text, ALGOL or "slip", and starts it, unless it is to be stopped at its beginning; or opens
      the log of a "session". Returns the faults of the text, "" if there are none. */
  load(text, language = "algol", isStopped = false) {
    return this.#machine?.load(String(text), language, isStopped) ?? "";
  }
  /** Types a text, each key when GIER waits for one. */
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
