// The machine room: loads the WebAssembly module. Shows a message if it cannot start.
import init, { machineRoom } from "./room.js";
init({ module_or_path: new URL("room_bg.wasm", import.meta.url) }).then(({ memory }) => {
  window.gierMemory = () => memory.buffer.byteLength; // for the tests
  machineRoom();
}).catch((fault) => {
  document.getElementById("status").textContent = `GIER: ${fault.message ?? fault}`;
});
if ("serviceWorker" in navigator) navigator.serviceWorker.register("sw.js").catch(() => {});
