// The colours that the reader chose, the contents on a phone, and the search, which finds sections by a scan of
// the whole text. The index is loaded at the first key.
"use strict";
(() => {
  const root = document.currentScript.dataset.root;
  const html = document.documentElement;
  // The browser may forbid a page that was opened as a file to keep anything.
  const kept = (...value) => {
    try {
      if (value.length) localStorage.setItem("gier-theme", value[0]);
      return localStorage.getItem("gier-theme") ?? "";
    } catch {
      return value[0] ?? "";
    }
  };
  // Without a choice, the colours are those of the system.
  const colour = (theme) => {
    html.dataset.theme = theme;
    for (const button of document.querySelectorAll("[data-choose]")) button.ariaPressed = String(button.dataset.choose === theme);
  };
  colour(kept()); // before the first paint

  if ("serviceWorker" in navigator && /^https?:$/.test(location.protocol)) {
    addEventListener("load", () => navigator.serviceWorker.register(`${root}sw.js`).catch(() => {}));
  }

  let loading;
  const index = () => loading ??= new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = root + "search.js";
    script.onload = () => resolve(window.gierFind(window.gierIndex));
    script.onerror = reject;
    document.head.append(script);
  });
  const make = (name, ...inside) => {
    const element = document.createElement(name);
    element.append(...inside);
    return element;
  };
  const item = (entry) => {
    const link = make("a", entry.title);
    link.href = root + entry.url;
    if (entry.page !== entry.title) link.append(make("i", entry.page));
    const [before, ...pieces] = entry.teaser();
    link.append(make("small", before, ...pieces.map((piece, at) => at % 2 ? make("mark", piece) : piece)));
    return make("li", link);
  };

  document.addEventListener("DOMContentLoaded", () => {
    colour(kept());
    for (const button of document.querySelectorAll("[data-choose]")) {
      button.addEventListener("click", () => colour(kept(html.dataset.theme === button.dataset.choose ? "" : button.dataset.choose)));
    }
    const contents = document.getElementById("contents");
    const here = contents.querySelector("li > [aria-current]");
    if (here) here.closest(".list").scrollTop = here.offsetTop - 300;
    contents.addEventListener("click", (event) => { if (event.target.closest("a")) contents.hidePopover?.(); });

    const box = contents.querySelector("search");
    const input = box.querySelector("input");
    const list = box.querySelector("ol");
    // Shows the twelve best sections for what is written in the box.
    const show = async () => {
      const query = input.value.trim().toLowerCase();
      if (!query) return list.replaceChildren();
      const find = await index();
      if (query !== input.value.trim().toLowerCase()) return;
      const found = find(query).slice(0, 12);
      list.replaceChildren(...found.length ? found.map(item) : [make("li", "Nothing found")]);
    };
    input.addEventListener("input", show);
    box.addEventListener("keydown", (event) => {
      const links = [input, ...list.querySelectorAll("a")];
      const at = links.indexOf(document.activeElement);
      if (event.key === "ArrowDown") links[Math.min(at + 1, links.length - 1)].focus();
      else if (event.key === "ArrowUp") links[Math.max(at - 1, 0)].focus();
      else if (event.key === "Enter" && at === 0 && links[1]) links[1].click();
      else if (event.key === "Escape" && input.value) { input.value = ""; list.replaceChildren(); input.focus(); }
      else return;
      event.preventDefault();
    });
    document.addEventListener("keydown", (event) => {
      const { activeElement: active } = document;
      const isTyping = active.isContentEditable || active.matches("input, textarea, select, gier-machine");
      if (event.key !== "/" || isTyping) return;
      event.preventDefault();
      if (!contents.checkVisibility()) contents.showPopover();
      input.focus();
    });
  });
})();
