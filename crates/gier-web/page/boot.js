// Loads the module; all else is in it. A browser without WebAssembly is told so.
import init, { initSync } from "./gier.js";
import { unpack } from "./unpack.js";
fetch("gier.lzma").then((response) => {
  if (!response.ok) throw new Error("gier.lzma: " + response.status);
  return response.arrayBuffer();
}).then((packed) => {
  const module = unpack(new Uint8Array(packed));
  try {
    return initSync({ module }); // At once: nobody can do anything on the page before.
  } catch (fault) {
    // Browsers from before 2023 compile only small modules at once.
    if (!(fault instanceof RangeError)) throw fault;
    return init({ module_or_path: module });
  }
}).then(({ memory }) => {
  window.gierMemory = () => memory.buffer.byteLength; // for who measures
}).catch((fault) => {
  document.getElementById("status").textContent = "GIER cannot start here: " + fault;
});
