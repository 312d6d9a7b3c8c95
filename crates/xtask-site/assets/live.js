// Makes the examples of a page run. Each program gets a button; the machine is fetched at the first
// press, so a page with examples loads as quickly as one without.
"use strict";
(() => {
  const root = document.currentScript.dataset.root;
  // A page that was opened as a file cannot load a module.
  if (!/^https?:$/.test(location.protocol)) return;

  const button = (word, act) => {
    const made = document.createElement("button");
    made.type = "button";
    made.textContent = word;
    made.addEventListener("click", act);
    return made;
  };

  for (const example of document.querySelectorAll("[data-live]")) {
    const text = example.querySelector("code");
    text.contentEditable = "plaintext-only";
    text.role = "textbox";
    text.ariaMultiLine = "true";
    text.ariaLabel = "Program";
    text.spellcheck = false;
    const faults = document.createElement("pre");
    faults.role = "status";
    faults.hidden = true;
    let machine;
    const run = async () => {
      let said = "";
      try {
        await import(new URL(`${root}machine/gier-machine.js`, document.baseURI));
        if (!machine) {
          machine = document.createElement("gier-machine");
          machine.setAttribute("speed", example.dataset.live === "slip" ? "1" : "4");
          controls.after(machine);
          await machine.ready;
        }
        said = machine.load(text.innerText, example.dataset.live);
      } catch (fault) {
        said = `The machine cannot be loaded: ${fault.message ?? fault}`;
      }
      faults.textContent = said;
      faults.hidden = !said;
      step.hidden = Boolean(said);
    };
    const step = button("Step", () => machine.step());
    step.hidden = true;
    const controls = document.createElement("p");
    controls.className = "live";
    controls.append(button("Run", run), step);
    example.after(controls, faults);
  }
})();
