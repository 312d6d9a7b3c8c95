// The web page in Firefox: node tests/web/firefox.cjs target/web [FIREFOX]
// The guest's page loads, NIM's first moves are played, the rows of the machine room are as high as their
// places, three machines are on one page, and nothing is reported on the console. Needs puppeteer-core.
"use strict";
const assert = require("node:assert");
const fs = require("node:fs");
const http = require("node:http");
const path = require("node:path");
const puppeteer = require("puppeteer-core");

const folder = path.resolve(process.argv[2]);
const KINDS = { ".html": "text/html", ".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml",
  ".wasm": "application/wasm", ".woff2": "font/woff2" };

const server = http.createServer((request, response) => {
  const name = new URL(request.url, "http://x").pathname.slice(1) || "index.html";
  const file = path.join(folder, path.basename(name));
  if (!fs.existsSync(file)) return response.writeHead(404).end();
  response.writeHead(200, { "Content-Type": KINDS[path.extname(file)] ?? "text/plain" });
  response.end(fs.readFileSync(file));
});

// Measures the panel in pixels: how far a row is from its place, a whole number of line heights below the
// first row; whether a span leaves its row; and how much the widths of characters differ.
const drift = () => {
  const rows = [...document.querySelectorAll("#screen > div")].map((row) => row.getBoundingClientRect());
  const high = rows[0].height;
  const lamps = [...document.querySelectorAll("#screen span")].map((span) => {
    const box = span.getBoundingClientRect(), row = span.parentElement.getBoundingClientRect();
    return Math.max(0, row.top - box.top, box.bottom - row.bottom) > high ? high : 0;
  });
  // All characters must be equally wide, or the columns of two rows part.
  const wide = [...document.querySelectorAll("#screen span")].filter((span) => span.textContent.length > 0)
    .map((span) => span.getBoundingClientRect().width / [...span.textContent].length);
  return { rows: Math.max(...rows.map((row, number) => Math.abs(row.top - rows[0].top - number * high))),
    lamps: Math.max(0, ...lamps), columns: Math.max(...wide) - Math.min(...wide) };
};

(async () => {
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  const address = `http://localhost:${server.address().port}/`;
  const browser = await puppeteer.launch({ browser: "firefox", executablePath: process.argv[3] ?? "/usr/bin/firefox-esr",
    headless: true });
  const said = [];
  try {
    const page = await browser.newPage();
    page.on("console", (message) => said.push(message.text()));
    page.on("pageerror", (error) => said.push(error.message));

    await page.setViewport({ width: 1280, height: 800 });
    await page.goto(address);
    await page.waitForFunction("document.documentElement.dataset.ready === 'yes'");
    const state = (name) => page.waitForFunction((name) => document.getElementById("machine").dataset.state === name, {}, name);
    const sheet = () => page.evaluate(() =>
      [...document.getElementById("machine").shadowRoot.getElementById("sheet").children].map((line) => line.textContent.trimEnd()).join("\n"));
    // The first click on a link of the introduction counts, and Back closes what it opened.
    await page.click(".intro a[href='#win']");
    await page.waitForFunction("document.getElementById('win').open");
    await page.evaluate(() => history.back());
    await page.waitForFunction("!document.getElementById('win').open");
    await page.click("#speed-max");
    for (const key of "djk 3 3 ") {
      await state("key");
      await page.keyboard.press(key);
      await page.evaluate(() => new Promise((done) => setTimeout(done, 50)));
    }
    await state("key");
    const paper = await sheet();
    for (const line of ["mellemrum: jk", "De vil fjerne tændstikker: 3", "antallet af tændstikker, De vil fjerne: 3"]) {
      assert.ok(paper.includes(line), `${line} is not on the paper:\n${paper}`);
    }
    assert.strictEqual(await page.evaluate(() => document.fonts.check("16px 'GIER Type'")), true, "the type is not loaded");
    console.log("the guest's page: NIM's first moves");

    await page.evaluate(() => { location.hash = "lesson-3"; });
    await page.waitForFunction("document.getElementById('source').value.includes('typein')");
    await page.click("#check");
    await page.waitForFunction("document.querySelector('#runs .wrong') !== null");
    const faults = await page.evaluate(() => document.getElementById("faults").textContent);
    assert.ok(faults.startsWith("With the input 3 8: the program prints 3, but 8 is right"), faults);
    console.log("a lesson is checked");

    await page.goto(`${address}?exhibit&lang=da`);
    await page.waitForFunction("document.getElementById('machine').shadowRoot?.getElementById('sheet').textContent.includes('Dansk')");
    const box = await page.evaluate(() => {
      const key = document.getElementById("machine").shadowRoot.querySelector("[data-signs='dD']").getBoundingClientRect();
      return [key.x + key.width / 2, key.y + key.height / 2];
    });
    await page.mouse.click(...box);
    assert.ok((await sheet()).trimEnd().endsWith("german.:"), "the touch strikes a key");
    await page.mouse.click(...box);
    await page.waitForFunction("document.getElementById('machine').shadowRoot.getElementById('sheet').textContent.includes('Dansk')");
    console.log("the exhibit: the first touch strikes no key");

    await page.goto(`${address}panel.html`);
    await page.waitForFunction("document.documentElement.dataset.ready === 'yes'");
    for (const width of [1280, 390, 2560]) {
      await page.setViewport({ width, height: 900 });
      await page.waitForFunction("document.getElementById('screen').textContent.includes('GIER')");
      await page.evaluate(() => document.fonts.ready.then(() => new Promise((done) => setTimeout(done, 300))));
      const found = await page.evaluate(drift);
      assert.ok(found.rows < 0.5 && found.lamps < 0.5 && found.columns < 0.05, `${width} pixels wide: ${JSON.stringify(found)}`);
    }
    console.log("the machine room: no row drifts");

    await page.goto(`${address}embed.html`);
    await page.waitForFunction("[...document.querySelectorAll('gier-machine')].every((machine) => machine.dataset.state)");
    const papers = await page.evaluate(async () => {
      const [first, , third] = document.querySelectorAll("gier-machine");
      const wanted = (machine) => machine.dataset.state === "key" ? Promise.resolve()
        : new Promise((done) => machine.addEventListener("key-wanted", done, { once: true }));
      for (const machine of [first, third]) machine.setAttribute("speed", "max");
      await wanted(first);
      first.type("d");
      await wanted(third);
      third.type("3 ");
      await new Promise((done) => third.addEventListener("ended", done, { once: true }));
      await wanted(first);
      return [first.paper(), third.paper()];
    });
    assert.ok(papers[0].includes("Dansk") && !papers[1].includes("Dansk"), papers.join("\n"));
    console.log("three machines on one page");
    assert.deepStrictEqual(said, []);
  } finally {
    await browser.close();
    server.close();
  }
})().catch((fault) => {
  console.error(fault);
  process.exitCode = 1;
});
