// Loads the module, which holds everything else. Says so in a browser without WebAssembly.
import init from "./gier.js";
init({ module_or_path: "gier_bg.wasm" }).then(({ memory }) => {
  window.gierMemory = () => memory.buffer.byteLength; // for the tests
}).catch((fault) => {
  document.getElementById("status").textContent = "GIER cannot start here: " + fault;
});
