// Loads the module; all else is in it. A browser without WebAssembly is told so.
import init from "./gier.js";
init({ module_or_path: "gier_bg.wasm" }).then(({ memory }) => {
  window.gierMemory = () => memory.buffer.byteLength; // for who measures
}).catch((fault) => {
  document.getElementById("status").textContent = "GIER cannot start here: " + fault;
});
