// The handbook in a browser: node tests/handbook/live.cjs target/site [CHROMIUM]
// Every example runs and prints the text beside it. At three widths, no page is wider than the screen,
// nothing is reported on the console, and axe-core finds no fault. Needs puppeteer-core and axe-core.
"use strict";
const assert = require("node:assert");
const fs = require("node:fs");
const http = require("node:http");
const path = require("node:path");
const puppeteer = require("puppeteer-core");

const site = path.resolve(process.argv[2]);
const axe = fs.readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");
const kinds = { ".html": "text/html", ".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml",
  ".wasm": "application/wasm", ".woff2": "font/woff2", ".png": "image/png" };

const server = http.createServer((request, response) => {
  const file = path.join(site, path.normalize(decodeURIComponent(new URL(request.url, "http://x").pathname)));
  if (!file.startsWith(site) || !fs.existsSync(file) || fs.statSync(file).isDirectory()) {
    response.writeHead(404).end();
    return;
  }
  response.writeHead(200, { "Content-Type": kinds[path.extname(file)] ?? "text/plain" });
  response.end(fs.readFileSync(file));
});

// Runs the example with this number on the page. Returns what it printed and what stands beside it.
const example = async (number) => {
  const at = document.querySelectorAll("[data-live]")[number];
  const parts = { Paper: "" };
  let name = "Paper";
  for (let next = at.nextElementSibling; next && !/^H[12]$/.test(next.tagName) && !next.dataset.live; next = next.nextElementSibling) {
    if (next.tagName === "P" && next.textContent.endsWith(":")) name = next.textContent.slice(0, -1);
    else if (next.matches("div.wide")) parts[name] ??= "", parts[name] ||= next.textContent;
  }
  const controls = at.nextElementSibling;
  controls.querySelector("button").click();
  let machine;
  while (!(machine = controls.parentElement.querySelector("gier-machine"))) await new Promise((done) => setTimeout(done, 20));
  machine.setAttribute("speed", "max");
  await machine.ready;
  const typed = (parts.Typed ?? "").replace(/^\n|\n+$/g, "");
  if (typed) machine.type(typed);
  for (let turn = 0; turn < 500 && !/\bend$/.test(machine.paper().trimEnd()); turn++) await new Promise((done) => setTimeout(done, 20));
  // Blank lines at both ends do not count, nor does the word end.
  const clean = (text) => text.replace(/\s*end\s*$/, "").replace(/^\n+/, "").trimEnd();
  const paper = clean(machine.paper());
  const faults = controls.nextElementSibling.role === "status" ? controls.nextElementSibling.textContent : "";
  machine.remove();
  return { text: at.textContent, paper: paper.startsWith(typed) ? paper.slice(typed.length) : paper, faults,
    expected: clean(parts.Paper) };
};

(async () => {
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  const address = `http://127.0.0.1:${server.address().port}/`;
  const browser = await puppeteer.launch({ executablePath: process.argv[3] ?? "/usr/bin/chromium", args: ["--no-sandbox"] });
  const page = await browser.newPage();
  const said = [];
  page.on("console", (message) => said.push(message.text()));
  page.on("pageerror", (error) => said.push(error.message));

  let count = 0;
  for (const name of ["algol.html", "procedures.html"]) {
    await page.goto(address + name);
    const all = await page.$$eval("[data-live]", (found) => found.length);
    for (let number = 0; number < all; number++, count++) {
      await page.goto(address + name);
      const found = await page.evaluate(example, number);
      assert.strictEqual(found.faults, "", found.text);
      assert.strictEqual(found.paper, found.expected, `${name}: ${found.text}`);
    }
  }

  const pages = ["index.html", "machine.html", "algol.html", "procedures.html", "registers.html", "orders/index.html",
    "orders/ar.html", "debugging.html", "facts.html", "glossary.html"];
  for (const width of [390, 820, 1280]) {
    await page.setViewport({ width, height: 844 });
    for (const name of pages) {
      await page.goto(address + name);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      assert.ok(wide <= 0, `${name} is ${wide} px too wide at ${width}`);
      await page.evaluate(axe);
      const faults = await page.evaluate(async () => (await window.axe.run()).violations.map((fault) =>
        `${fault.id}: ${fault.nodes[0].html}`));
      assert.deepStrictEqual(faults, [], `${name} at ${width}`);
    }
  }
  assert.deepStrictEqual(said, []);
  await browser.close();
  server.close();
  console.log(`${count} examples print the text beside them; ${pages.length} pages pass at three widths`);
})().catch((fault) => { console.error(fault); process.exit(1); });
