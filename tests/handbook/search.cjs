// Asks the handbook's search the questions of questions.txt: node search.cjs HANDBOOK. Each answer must be
// among the first five results.
"use strict";
const fs = require("node:fs");
const path = require("node:path");
const site = path.resolve(process.argv[2]);
globalThis.window = globalThis;
require(path.join(site, "find.js"));
require(path.join(site, "search.js"));
const find = globalThis.gierFind(globalThis.gierIndex);
let failed = 0;
const lines = fs.readFileSync(path.join(__dirname, "questions.txt"), "utf8").split("\n");
const asked = lines.filter((line) => line && !line.startsWith("#"));
for (const line of asked) {
  const [question, places] = line.split(/ {2,}/);
  const wanted = places.split(" | ");
  const found = find(question).slice(0, 5).map((entry) => entry.url);
  const fits = (url) => wanted.some((place) => url === place || url.startsWith(place + "#"));
  if (!found.some(fits)) {
    failed += 1;
    console.log(`'${question}': ${wanted.join(" or ")} is not among ${found.join(", ")}`);
  }
}
console.log(`handbook search: ${asked.length - failed} passed, ${failed} failed`);
process.exitCode = failed ? 1 : 0;
