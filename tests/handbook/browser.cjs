// Builds and serves the handbook, and opens a browser, for the scripts beside this one. If GIER_SITE is the
// address of a handbook that is served already, that handbook is opened. Needs puppeteer-core.
"use strict";
const { spawn } = require("node:child_process");
const puppeteer = require("puppeteer-core");

// Starts `cargo xtask site --serve 0`. Resolves with the address of the handbook.
const served = (server) => new Promise((resolve, reject) => {
  let said = "";
  server.stdout.on("data", (data) => {
    said += data;
    const address = said.match(/^http:\S+/m);
    if (address) resolve(`${address[0]}handbook/`);
  });
  server.on("exit", () => reject(new Error(`the handbook is not served: ${said}`)));
});

// The path of the browser, as the scripts' last argument names it.
const chromium = () => process.argv.slice(2).find((word) => !word.startsWith("--")) ?? "/usr/bin/chromium";

// Runs `act` with the browser and the address of the handbook, then ends both. A failure ends the program.
exports.visit = async (act) => {
  // A group of its own, so that the server under cargo can be ended too.
  const given = process.env.GIER_SITE;
  const server = given ? null
    : spawn("cargo", ["xtask", "site", "--serve", "0"], { detached: true, stdio: ["ignore", "pipe", "inherit"] });
  let browser;
  try {
    const address = given ?? await served(server);
    browser = await puppeteer.launch({ executablePath: chromium(), args: ["--no-sandbox"] });
    await act(browser, address);
  } catch (fault) {
    console.error(fault);
    process.exitCode = 1;
  } finally {
    await browser?.close();
    server?.removeAllListeners("exit");
    if (server) process.kill(-server.pid);
  }
};

// The addresses of all pages that the search knows.
exports.pagesOf = async (page, address) => {
  await page.goto(address);
  await page.addScriptTag({ url: "search.js" });
  return page.evaluate(() => [...new Set(window.gierIndex.map(([, , url]) => url.split("#")[0]))]);
};
