// Makes the examples of a page run: programs in ALGOL and SLIP, and the cases of the orders. The machine
// is fetched at the first press of a button, so a page with examples loads as quickly as one without.
"use strict";
(() => {
  const root = document.currentScript.dataset.root;
  // A page that was opened as a file cannot load a module.
  if (!/^https?:$/.test(location.protocol)) return;

  const fetched = (name) => import(new URL(`${root}../${name}`, document.baseURI));
  const make = (name, properties) => Object.assign(document.createElement(name), properties);

  // The buttons below an example, a place for faults, and a place for a text about the machine. `act` adds a
  // button, and `tell` shows a text.
  const controlsOf = (example) => {
    const faults = make("pre", { role: "status", hidden: true });
    const told = make("pre", { className: "told", role: "group", ariaLabel: "The machine", tabIndex: 0, hidden: true });
    const controls = make("p", { className: "live" });
    example.after(controls, faults, told);
    const say = (text) => { faults.textContent = text; faults.hidden = !text; };
    const tell = (text) => { told.textContent = text; told.hidden = !text; };
    const act = (word, action) => {
      const button = make("button", { type: "button", textContent: word, className: controls.childElementCount ? "button" : "button first" });
      button.addEventListener("click", async () => {
        controls.ariaBusy = "true";
        try {
          say(await action() ?? "");
        } catch (fault) {
          say(`The machine cannot be loaded: ${fault.message ?? fault}`);
        }
        controls.ariaBusy = "false";
      });
      controls.append(button);
    };
    // The machine of the example, which is made at the first call.
    let machine;
    const machineFor = async (attributes) => {
      await fetched("gier-machine.js");
      if (!machine) {
        machine = document.createElement("gier-machine");
        Object.entries(attributes).forEach(([name, value]) => machine.setAttribute(name, value));
        told.after(machine);
        await machine.ready;
      }
      return machine;
    };
    return { act, controls, machineFor, tell };
  };

  // The registers, and the next order.
  const stateOf = (machine) => {
    const lines = machine.registers().trim().split("\n");
    const next = machine.cells(Number.parseInt(lines.at(-1).split(" = ")[1], 10)).trim();
    return [...lines.slice(0, 2), lines.slice(2).join("   "), `next: ${next}`].join("\n");
  };

  const editable = (example) => {
    const code = example.querySelector("code");
    Object.assign(code, { contentEditable: "plaintext-only", role: "textbox", ariaMultiLine: "true",
      ariaLabel: "Program", spellcheck: false });
    return code;
  };

  // A program: Run, and then one line (ALGOL) or one order (SLIP) at a time.
  const program = (example, language) => {
    const code = editable(example);
    const { act, machineFor, tell } = controlsOf(example);
    const hasFrames = "frames" in example.dataset;
    let loaded; // the text that the machine steps through
    const begin = async (isStopped) => {
      const machine = await machineFor({ speed: language === "slip" ? "1" : "4" });
      const text = code.innerText;
      const said = await machine.load(text, language, isStopped);
      loaded = isStopped && !said ? text : undefined;
      tell("");
      return said;
    };
    const next = async () => {
      if (loaded !== code.innerText) return begin(true);
      const machine = await machineFor({});
      if (language === "slip") {
        machine.step();
        tell(stateOf(machine));
      } else {
        machine.line();
        if (hasFrames) tell(machine.frames() || "The program is not being executed.");
      }
    };
    act("Run", () => begin(false));
    if (example.dataset.lesson) {
      act("Check", async () => {
        const { tools } = await fetched("gier-machine.js");
        const { checkLesson } = await tools();
        try {
          const [, , , ...wrong] = checkLesson(Number(example.dataset.lesson), code.innerText, "en");
          tell(wrong.join("\n") || "All is right.");
        } catch ([faults]) {
          tell(faults);
        }
      });
    }
    act(language === "slip" ? "One order" : "One line", next);
  };

  // A piece of SLIP: shows the cells that it becomes.
  const cells = (example) => {
    const code = editable(example);
    const { act, tell } = controlsOf(example);
    act("Assemble", async () => {
      const { tools } = await fetched("gier-machine.js");
      tell((await tools()).slipCells(code.innerText));
    });
  };

  // A case of an order: the state before it, and the order.
  const order = (example) => {
    const { act, controls, machineFor, tell } = controlsOf(example.lastElementChild);
    const { session, register } = example.dataset;
    let isBefore = false;
    const load = async () => {
      const machine = await machineFor({ class: "typewriter" in example.dataset ? "" : "board", speed: "1" });
      const { unpacked } = await fetched("gier-machine.js");
      const said = await machine.load(await unpacked(session), "session");
      machine.choose(register);
      isBefore = !said;
      tell(stateOf(machine));
      return said;
    };
    act(`Execute ${example.querySelector("h3 code").textContent}`, async () => {
      const said = isBefore ? "" : await load();
      if (said) return said;
      const machine = await machineFor({});
      machine.step();
      isBefore = false;
      tell(stateOf(machine));
    });
    act("Back", load);
    controls.append(make("a", { href: `${root}../index.html#session=${session}`, textContent: "Open on the page" }));
  };

  for (const example of document.querySelectorAll("[data-live]")) {
    const { live } = example.dataset;
    if (live === "cells") cells(example); else program(example, live);
  }
  document.querySelectorAll("[data-session]").forEach(order);
})();
