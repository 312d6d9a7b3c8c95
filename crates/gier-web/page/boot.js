// Loads the module; all else is in it. A browser without WebAssembly is told so.
import { initSync } from "./gier.js";
import { unpack } from "./unpack.js";
fetch("gier.lzma").then((response) => {
  if (!response.ok) throw new Error("gier.lzma: " + response.status);
  return response.arrayBuffer();
}).then((packed) => {
  // At once: nobody can do anything on the page before.
  const { memory } = initSync({ module: unpack(new Uint8Array(packed)) });
  window.gierMemory = () => memory.buffer.byteLength; // for who measures
}).catch((fault) => {
  document.getElementById("status").textContent = "GIER cannot start here: " + fault;
});
