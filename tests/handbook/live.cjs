// The handbook in a browser: node tests/handbook/live.cjs [--all] [CHROMIUM]
// Every example runs and shows the text beside it: programs their paper, SLIP its cells, cases of orders the
// state before and after. At three widths, no page is wider than the screen, nothing is reported on the
// console, nothing moves while a page loads, and axe-core finds no fault, in light and in dark; --all looks at every
// page, otherwise at one of each kind. Offline, the pages and their examples are still there. Needs puppeteer-core
// and axe-core.
"use strict";
const assert = require("node:assert");
const fs = require("node:fs");
const { visit, pagesOf } = require("./browser.cjs");

const axe = fs.readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");
const SOME = ["index.html", "machine.html", "algol.html", "algol-runtime.html", "slip.html", "procedures.html", "registers.html",
  "lessons.html", "orders/index.html", "orders/ar.html", "orders/sy.html", "orders/address.html", "debugging.html",
  "facts.html", "glossary.html"];

// The functions that run in the page.
const inPage = () => {
  const pause = () => new Promise((done) => setTimeout(done, 20));
  const press = (controls, word) => [...controls.querySelectorAll("button")].find((button) => button.textContent.startsWith(word)).click();
  // Returns the first element that fits the selector, between the buttons of this example and of the next
  // one.
  const after = (controls, selector) => {
    for (let next = controls.nextElementSibling; next && !next.matches(".live"); next = next.nextElementSibling) {
      if (next.matches(selector)) return next;
    }
    return null;
  };
  const done = async (controls) => { while (controls.ariaBusy === "true") await pause(); };
  // The machine of an example, at full speed, after a press of a button.
  const machineOf = async (controls) => {
    await done(controls);
    const machine = after(controls, "gier-machine");
    machine?.setAttribute("speed", "max");
    return machine;
  };
  const faultsOf = (controls) => after(controls, "pre[role=status]:not([hidden])")?.textContent ?? "";
  // Ignores blank lines at both ends, and the word `end`.
  const clean = (text) => text.replace(/\s*end\s*$/, "").replace(/^\n+/, "").trimEnd();

  // Runs a program. Returns what it printed, and the texts after it by name: the paper, the keys to type, the
  // cells. Any other text ends this list.
  window.gierProgram = async (number) => {
    const example = document.querySelectorAll("[data-live]:not([data-live=cells])")[number];
    const beside = {};
    let name = "Paper";
    for (let next = example.nextElementSibling; next && !/^H[12]$/.test(next.tagName) && !next.dataset.live; next = next.nextElementSibling) {
      if (next.tagName === "P" && !next.matches(".live") && !next.textContent.endsWith(":")) break;
      if (next.tagName === "P" && next.textContent.endsWith(":")) name = next.textContent.slice(0, -1);
      else if (next.querySelector(":scope > pre > code.language-text")) beside[name] ||= next.textContent;
    }
    const controls = example.nextElementSibling;
    press(controls, "Run");
    const machine = await machineOf(controls);
    const typed = (beside.Typed ?? "").replace(/^\n|\n+$/g, "");
    if (typed) machine.type(typed);
    const expected = clean(beside.Paper ?? "");
    const printed = () => {
      const paper = clean(machine.paper());
      return paper.startsWith(typed) ? paper.slice(typed.length) : paper;
    };
    for (let turn = 0; turn < 250 && beside.Paper && printed() !== expected; turn++) await pause();
    const frames = "frames" in example.dataset ? await window.gierFrames(controls) : [];
    const cells = Object.entries(beside).filter(([name]) => name.startsWith("In cell "));
    const found = { text: example.textContent, paper: beside.Paper ? printed() : "", expected, faults: faultsOf(controls),
      cells: cells.map(([name]) => machine.cells(Number(name.slice(8))).trim().split(/ {2,}/)[1]),
      expectedCells: cells.map(([, text]) => text.trim()), frames };
    machine.remove();
    return found;
  };

  // Steps a program line by line to its end. Returns the largest number of frames, and whether no frame is
  // left at the end.
  window.gierFrames = async (controls) => {
    let most = 0, told = "";
    for (let line = 0; line < 60 && !told.startsWith("The program is not"); line++) {
      press(controls, "One line");
      await done(controls);
      told = after(controls, "pre.told").textContent;
      most = Math.max(most, told.split(" p = ").length - 1);
    }
    return [most, told];
  };

  // Assembles a piece of SLIP. Returns its cells, and the cells that its remarks name.
  window.gierCells = async (number) => {
    const example = document.querySelectorAll("[data-live=cells]")[number];
    const controls = example.nextElementSibling;
    press(controls, "Assemble");
    await done(controls);
    const cells = after(controls, "pre.told").textContent.split("\n").map((line) => line.slice(14, 34).trim()).filter(Boolean);
    const expected = [...example.textContent.matchAll(/;.*= (\S+(?: [abc])?)\s*$/gm)].map(([, cell]) => cell);
    return { cells, expected };
  };

  // Writes a text into a lesson, and lets the page check it. Returns what the page says.
  window.gierLesson = async (number, text) => {
    const example = document.querySelector(`[data-lesson="${number}"]`);
    example.querySelector("code").textContent = text;
    const controls = example.nextElementSibling;
    press(controls, "Check");
    await done(controls);
    return faultsOf(controls) || after(controls, "pre.told").textContent;
  };

  // Executes the case of an order, and goes back. Returns the lines of the machine's state, and the lines of the page.
  window.gierCase = async (number) => {
    const example = document.querySelectorAll("[data-session]")[number];
    const controls = example.querySelector(".live");
    press(controls, "Execute");
    const machine = await machineOf(controls);
    const state = (when) => {
      const registers = Object.fromEntries(machine.registers().trim().split("\n").map((line) => line.split(" = ")));
      const codes = [...example.querySelectorAll(`[data-when=${when}], [data-when=stays]`)];
      return codes.map((code) => {
        const name = code.dataset.of;
        const cell = name.match(/^c\((-?\d+)\)$/);
        const there = cell ? machine.cells(Number(cell[1])).trim().split(/ {2,}/)[1] : registers[name];
        return [`${name} ${when}`, there, code.textContent];
      });
    };
    const after = state("after");
    press(controls, "Back");
    await done(controls);
    const before = state("before");
    machine.remove();
    return { title: example.querySelector("h3").textContent, faults: faultsOf(controls), lines: [...before, ...after] };
  };
};

visit(async (browser, address) => {
  const page = await browser.newPage();
  const said = [];
  page.on("console", (message) => said.push(message.text()));
  page.on("pageerror", (error) => said.push(error.message));
  await page.evaluateOnNewDocument(inPage);
  const all = await pagesOf(page, address);

  const counts = { programs: 0, pieces: 0, cases: 0 };
  for (const name of all) {
    await page.goto(address + name);
    const there = await page.evaluate(() => ["[data-live]:not([data-live=cells])", "[data-live=cells]", "[data-session]"]
      .map((kind) => document.querySelectorAll(kind).length));
    for (let number = 0; number < there[0]; number++, counts.programs++) {
      await page.goto(address + name);
      const found = await page.evaluate((number) => window.gierProgram(number), number);
      assert.strictEqual(found.faults, "", `${name}: ${found.text}`);
      assert.strictEqual(found.paper, found.expected, `${name}: ${found.text}`);
      assert.deepStrictEqual(found.cells, found.expectedCells, `${name}: ${found.text}`);
      // fact(4) calls itself down to fact(0); the program has a frame too.
      if (found.frames.length) assert.deepStrictEqual(found.frames, [6, "The program is not being executed."]);
    }
    for (let number = 0; number < there[1]; number++, counts.pieces++) {
      const found = await page.evaluate((number) => window.gierCells(number), number);
      assert.deepStrictEqual(found.cells, found.expected, `${name}: piece ${number}`);
    }
    for (let number = 0; number < there[2]; number++, counts.cases++) {
      const found = await page.evaluate((number) => window.gierCase(number), number);
      assert.strictEqual(found.faults, "", `${name}: ${found.title}`);
      for (const [what, there, shown] of found.lines) assert.strictEqual(there, shown, `${name}: ${found.title}: ${what}`);
    }
  }
  console.log(`${counts.programs} programs, ${counts.pieces} pieces of SLIP and ${counts.cases} cases agree with the text beside them`);

  // The page refuses the incomplete program of each lesson, and accepts the solution.
  await page.goto(`${address}lessons.html`);
  for (const file of fs.readdirSync("programs/lessons").filter((name) => name.endsWith(".lesson"))) {
    const text = fs.readFileSync(`programs/lessons/${file}`, "utf8");
    const part = (name) => text.split(`== ${name}\n`)[1].split("\n== ")[0];
    const said = [];
    for (const name of ["start", "solution"]) said.push(await page.evaluate((...given) => window.gierLesson(...given), Number.parseInt(file, 10), part(name)));
    assert.match(said[0], /\w/, file);
    assert.notStrictEqual(said[0], "All is right.", file);
    assert.strictEqual(said[1], "All is right.", file);
  }

  const pages = process.argv.includes("--all") ? all : SOME;
  const faults = [];
  for (const [width, scheme] of [[390, "light"], [390, "dark"], [820, "light"], [1280, "light"], [1280, "dark"]]) {
    await page.setViewport({ width, height: 844 });
    await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: scheme }]);
    for (const name of pages) {
      await page.goto(address + name);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      if (wide > 0) faults.push(`${name} is ${wide} px too wide at ${width}`);
      const shift = await page.evaluate(() => new Promise((resolve) => new PerformanceObserver((list) =>
        resolve(list.getEntries().reduce((sum, { value }) => sum + value, 0))).observe({ type: "layout-shift", buffered: true }) ??
        setTimeout(() => resolve(0), 100)));
      if (shift > 0.1) faults.push(`${name} moves by ${shift.toFixed(3)} at ${width}`);
      await page.evaluate(axe);
      const found = await page.evaluate(async () => (await window.axe.run()).violations.map((fault) =>
        `${fault.id}: ${fault.nodes[0].html}`));
      faults.push(...found.map((fault) => `${name} at ${width}, ${scheme}: ${fault}`));
    }
  }
  assert.deepStrictEqual(faults, []);
  // Offline, the handbook is still there, and its examples run if one has run before.
  await page.goto(`${address}orders/ar.html`);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => 0));
  await page.reload();
  await page.evaluate(() => window.gierCase(0));
  await page.setOfflineMode(true);
  await page.goto(`${address}orders/sr.html`);
  const found = await page.evaluate(() => window.gierCase(0));
  for (const [what, there, shown] of found.lines) assert.strictEqual(there, shown, `offline: ${what}`);

  assert.deepStrictEqual(said, []);
  console.log(`${pages.length} pages pass at three widths, in light and dark`);
});
