// Loads the WebAssembly module, which contains everything else. Shows a message if it cannot start.
import init from "./gier.js";
init({ module_or_path: "gier_bg.wasm" }).then(({ memory }) => {
  window.gierMemory = () => memory.buffer.byteLength; // for the tests
}).catch((fault) => {
  document.getElementById("status").textContent = "GIER cannot start here: " + fault;
});
