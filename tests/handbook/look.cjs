// Pictures and measurements of the handbook, for people: node tests/handbook/look.cjs [CHROMIUM]
// Writes a contact sheet of the 64 orders' pages, and pictures of some pages on a phone and a laptop, into
// target/site-pictures. Prints the size and the load time of three pages on Chromium's "Fast 3G".
"use strict";
const fs = require("node:fs");
const path = require("node:path");
const { visit, pagesOf } = require("./browser.cjs");

const FOLDER = path.resolve("target/site-pictures");
const SHOWN = ["index.html", "machine.html", "algol-runtime.html", "slip.html", "orders/ar.html", "lessons.html"];
// Chromium's preset: 1.6 Mbit/s down and 0.75 up, 562.5 ms from request to answer, each times 0.9.
const FAST_3G = { offline: false, downloadThroughput: 1.6e6 / 8 * 0.9, uploadThroughput: 750e3 / 8 * 0.9, latency: 562.5 };

visit(async (browser, address) => {
  fs.mkdirSync(FOLDER, { recursive: true });
  const page = await browser.newPage();
  const orders = (await pagesOf(page, address)).filter((name) => /^orders\/..\.html$/.test(name));
  await page.setViewport({ width: 600, height: 900 });
  const pictures = [];
  for (const name of orders) {
    await page.goto(address + name);
    const data = await page.screenshot({ encoding: "base64", type: "jpeg", quality: 60, clip: { x: 0, y: 0, width: 600, height: 1500 }, captureBeyondViewport: true });
    pictures.push(data);
  }
  for (let sheet = 0; sheet * 16 < pictures.length; sheet++) {
    const part = pictures.slice(sheet * 16, sheet * 16 + 16);
    await page.goto("about:blank");
    await page.setViewport({ width: 2400, height: 800 });
    await page.setContent(`<body style="margin:0;display:grid;grid-template-columns:repeat(8,300px);align-content:start">${part.map((data) =>
      `<img width="300" src="data:image/jpeg;base64,${data}">`).join("")}</body>`);
    await page.screenshot({ path: path.join(FOLDER, `orders-${sheet + 1}.png`), fullPage: true });
  }
  for (const [kind, width, height] of [["phone", 390, 844], ["desk", 1280, 900]]) {
    await page.setViewport({ width, height });
    for (const name of SHOWN) {
      await page.goto(address + name);
      await page.screenshot({ path: path.join(FOLDER, `${kind}-${name.replaceAll("/", "-")}.png`), fullPage: true });
    }
  }
  console.log(`${pictures.length} pages of orders, ${SHOWN.length} others twice: ${FOLDER}`);

  for (const name of ["index.html", "orders/ar.html", "procedures.html"]) {
    const fresh = await (await browser.createBrowserContext()).newPage();
    const client = await fresh.createCDPSession();
    await client.send("Network.enable");
    await client.send("Network.emulateNetworkConditions", FAST_3G);
    let bytes = 0, requests = 0;
    client.on("Network.loadingFinished", ({ encodedDataLength }) => { bytes += encodedDataLength; requests++; });
    await fresh.bringToFront();
    await fresh.goto(address + name, { waitUntil: "load" });
    await fresh.waitForFunction(() => performance.getEntriesByName("first-contentful-paint").length);
    const [paint, load] = await fresh.evaluate(() => [performance.getEntriesByName("first-contentful-paint")[0].startTime,
      performance.getEntriesByType("navigation")[0].loadEventEnd]);
    console.log(`${name}: ${requests} requests, ${(bytes / 1000).toFixed(0)} kB, text after ${(paint / 1000).toFixed(2)} s, complete after ${(load / 1000).toFixed(2)} s`);
    await fresh.close();
  }
});
