// The search of the handbook, which scans the text of all sections. `gierFind(index)` returns a function from
// a query to the sections that fit, the best first. The query can be a question in plain English: words
// without meaning are skipped, and a section may lack a common word of the question. Each section that is found
// can show a teaser, which is the text around the first word of the query.
"use strict";
globalThis.gierFind = (index) => {
  // Words that people use, each with the handbook's word for the same thing.
  const synonyms = {
    instruction: "order", opcode: "order", accumulator: "r", multiply: "m * c", divide: "quotient", multiplication: "m * c",
    division: "quotient", branch: "jump", goto: "jump", subroutine: "call", memory: "store", ram: "ferrite", disk: "drum",
    index: "p", watchpoint: "watch", print: "typ", output: "writ", character: "symbol", keyboard: "keys", shortcut: "key", passed: "called",
    pass: "called", negative: "bit 00", cost: "takes", museum: "archive", computer: "gier",
    whole: "integer", largest: "exact", biggest: "exact", decimals: "layout", decimal: "layout",
  };
  // Words that say nothing about the subject of a question.
  const small = new Set(("a an the of to in is are does do did how what which who i it its me my with and or on for by long " +
    "many much take takes cost costs have has had can when if one mean means there where why that gier").split(" "));
  const escape = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  // Finds a word, and the words that begin with it.
  const begins = (word) => new RegExp(`(^|[^a-zæøå0-9])${escape(word)}`);
  // Finds a word with any ending: "win" finds "wins" and "winning", but not "wine".
  const whole = (word, isStem) => new RegExp(`(^|[^a-zæøå0-9])${escape(word)}(${isStem ? "e|" : ""}|e?s|e?d|e?rs?|${escape(word.at(-1))}?(ing|ed|ers?))($|[^a-zæøå0-9])`);
  // A word without its ending, so that "shifts" finds "shift", and "stored" finds "store".
  const stem = (word) => word.length > 4 ? word.replace(/(ing|ed|es|s|e)$/, "") : word;
  const entries = index.map(([title, page, url, text]) => ({
    title, page, url, text, head: title.toLowerCase(), of: page.toLowerCase(), low: `${page} ${title} ${text}`.toLowerCase(),
  }));
  // A log or an open question is seldom the answer.
  const places = [["log/", -15], ["open-questions", -10], ["facts", -3], ["adding", -5], ["reliability", -5]];

  // The text around the first word of the query, in pieces. Every second piece is such a word.
  const teaser = ({ text }, marked) => {
    const first = marked.map(([test]) => text.toLowerCase().search(test)).filter((at) => at >= 0);
    const begin = Math.max(0, Math.min(...first, text.length) - 60);
    const part = text.slice(first.length ? begin && text.indexOf(" ", begin) + 1 : 0).slice(0, 160);
    const marks = new RegExp(`(?<![a-zæøå0-9])(${marked.map(([, word]) => word).join("|")})`, "gi");
    return [begin && first.length ? "… " : "", ...part.split(marks)];
  };

  return (typed) => {
    const query = typed.trim().toLowerCase().replace(/[?!.]+$/, "");
    const all = query.split(/[\s,]+/).filter(Boolean);
    const important = all.filter((word) => !small.has(word));
    // In "what is by", the name `by` looks like a word without meaning.
    const core = (important.length ? important : all.slice(-1)).join(" ");
    const marked = [];
    const words = core.split(" ").map((word) => {
      const stems = [stem(word), synonyms[word] ?? synonyms[stem(word)]].filter(Boolean);
      const tests = stems.map(begins), wholes = stems.map((stem) => whole(stem, word.startsWith(stem) && word !== stem));
      tests.forEach((test, at) => marked.push([test, escape(stems[at]) + (stems[at].length > 2 ? "[a-zæøå0-9]*" : "(?![a-zæøå0-9])")]));
      // How much of the word is in a text: all, or only its beginning.
      const part = (text) => wholes.some((test) => test.test(text)) ? 1 : tests.some((test) => test.test(text)) ? 0.3 : 0;
      // A rare word counts more than a common word.
      const known = entries.reduce((sum, entry) => sum + part(entry.low), 0);
      return { part, weight: Math.log(1 + entries.length / (1 + known)) };
    });
    // Neighbours in the question that are also neighbours in a section, such as "mark a".
    const pairs = all.slice(1).map((word, at) => [all[at], word]).filter((pair) => pair.some((word) => !small.has(word)))
      .map((pair) => begins(pair.join(" ")));
    const phrase = whole(core);
    const sum = (numbers) => numbers.reduce((sum, number) => sum + number, 0);
    const full = sum(words.map(({ weight }) => weight));

    // How well a section fits. A title that equals the query is best. Otherwise the words of the query count,
    // in the title, the page and the text.
    const points = (entry) => {
      if (entry.head === query || entry.head === core || entry.head.startsWith(`${core}:`)) return 1000;
      const counts = words.map(({ part, weight }) => {
        const there = part(entry.low);
        return [weight * Math.max(14 * part(entry.head), 8 * part(entry.of), 5 * there), there && weight];
      });
      const there = sum(counts.map(([, there]) => there));
      if (there < 0.6 * full) return 0;
      const share = there / full;
      const [, less] = places.find(([begin]) => entry.url.startsWith(begin)) ?? ["", 0];
      // A short section that fits is a better answer than a long one.
      const length = 12 / (1 + entry.text.length / 500);
      const together = 5 * pairs.filter((pair) => pair.test(entry.low)).length;
      return 4 * sum(counts.map(([count]) => count)) / full * share * share + (phrase.test(entry.low) ? 12 : 0) + together + length + less + 20;
    };
    const found = entries.map((entry) => [points(entry), entry]).filter(([sum]) => sum > 0);
    return found.sort(([a], [b]) => b - a).map(([, entry]) => ({ ...entry, teaser: () => teaser(entry, marked) }));
  };
};
