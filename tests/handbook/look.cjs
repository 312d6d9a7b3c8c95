// Pictures and measurements of the handbook, for people: node tests/handbook/look.cjs [CHROMIUM]
// Writes contact sheets of the 64 orders' pages from top to bottom, at the width of a phone and of a laptop,
// pictures of some other pages, and three pages as they are printed, into target/handbook-pictures. Prints the size
// and the load time of three pages on Chromium's "Fast 3G".
"use strict";
const fs = require("node:fs");
const path = require("node:path");
const { visit, pagesOf } = require("./browser.cjs");

const FOLDER = path.resolve("target/handbook-pictures");
const SHOWN = ["index.html", "machine.html", "algol-runtime.html", "slip.html", "orders/ar.html", "lessons.html"];
// Chromium's preset: 1.6 Mbit/s down and 0.75 up, 562.5 ms from request to answer, each times 0.9.
const FAST_3G = { offline: false, downloadThroughput: 1.6e6 / 8 * 0.9, uploadThroughput: 750e3 / 8 * 0.9, latency: 562.5 };

visit(async (browser, address) => {
  fs.mkdirSync(FOLDER, { recursive: true });
  const page = await browser.newPage();
  const orders = (await pagesOf(page, address)).filter((name) => /^orders\/..\.html$/.test(name));
  for (const [kind, width, shown] of [["phone", 390, 300], ["desk", 1280, 600]]) {
    const pictures = [];
    await page.setViewport({ width, height: 900 });
    for (const name of orders) {
      await page.goto(address + name);
      pictures.push(await page.screenshot({ encoding: "base64", type: "jpeg", quality: 70, fullPage: true }));
    }
    for (let sheet = 0; sheet * 8 < pictures.length; sheet++) {
      const part = pictures.slice(sheet * 8, sheet * 8 + 8);
      await page.goto("about:blank");
      await page.setViewport({ width: 2400, height: 800 });
      await page.setContent(`<body style="margin:0;display:grid;grid-template-columns:repeat(${2400 / shown},${shown}px);align-items:start">${part.map((data) =>
        `<img width="${shown}" src="data:image/jpeg;base64,${data}">`).join("")}</body>`);
      await page.screenshot({ path: path.join(FOLDER, `orders-${kind}-${sheet + 1}.png`), fullPage: true });
    }
  }
  for (const [kind, width, height] of [["phone", 390, 844], ["desk", 1280, 900]]) {
    await page.setViewport({ width, height });
    for (const name of SHOWN) {
      await page.goto(address + name);
      await page.screenshot({ path: path.join(FOLDER, `${kind}-${name.replaceAll("/", "-")}.png`), fullPage: true });
    }
  }
  for (const name of ["index.html", "machine.html", "orders/ar.html"]) {
    await page.goto(address + name);
    await page.pdf({ path: path.join(FOLDER, `print-${name.replaceAll("/", "-")}.pdf`), format: "A4", displayHeaderFooter: false,
      margin: { top: "18mm", bottom: "18mm", left: "18mm", right: "18mm" } });
  }
  console.log(`${orders.length} pages of orders, ${SHOWN.length} others, each twice; three in print: ${FOLDER}`);

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
