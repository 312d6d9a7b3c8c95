// The search of the handbook: a scan of the text of all sections. `gierFind(index)` gives a function
// from what is written in the box to the sections that fit, the best first.
"use strict";
globalThis.gierFind = (index) => {
  // What people call a thing, and the words that the handbook uses for it.
  const synonyms = {
    instruction: "order", instructions: "orders", accumulator: "r", multiply: "m * c", divide: "quotient",
    multiplication: "m * c", division: "quotient", rotate: "rotate", shifts: "shift", branch: "jump", goto: "jump",
    subroutine: "call", memory: "store", ram: "ferrite", disk: "drum", variable: "variable", index: "p",
    watchpoint: "watch", print: "writ", output: "writ", install: "install", keyboard: "keys",
  };
  // Words that say nothing about what is looked for.
  const small = new Set("a an the of to in is are does do how what which who i it my with and or on for by long take takes much cost costs".split(" "));
  const escape = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const entries = index.map(([title, page, url, text]) => ({
    title, page, url, text, head: title.toLowerCase(), low: `${page} ${title} ${text}`.toLowerCase(),
  }));

  // How well a section fits: the query as the title, else its words in the title, the page, the text.
  const points = (entry, query, words) => {
    if (entry.head === query || entry.head.startsWith(query + ":")) return 1000;
    let sum = 0;
    for (const word of words) {
      const meant = [word, synonyms[word]].filter(Boolean).map((one) => new RegExp(`(^|[^a-zæøå0-9])${escape(one)}`));
      if (meant.some((one) => one.test(entry.head))) sum += 20;
      else if (meant.some((one) => one.test(entry.page.toLowerCase()))) sum += 6;
      else if (meant.some((one) => one.test(entry.low))) sum += 5;
      else return 0;
    }
    // A short section that fits is a better answer than a long one; logs come last.
    const log = entry.url.startsWith("log/") ? -15 : 0;
    return sum + (entry.low.includes(query) ? 10 : 0) + 8 / (1 + entry.text.length / 400) + log;
  };

  return (typed) => {
    const query = typed.trim().toLowerCase().replace(/[?!.]+$/, "");
    const all = query.split(/[\s,]+/).filter(Boolean);
    const important = all.filter((word) => !small.has(word));
    const words = important.length ? important : all;
    const core = words.join(" ");
    const found = entries.map((entry) => [points(entry, core, words), entry]).filter(([sum]) => sum > 0);
    return found.sort(([a], [b]) => b - a).map(([, entry]) => entry);
  };
};
