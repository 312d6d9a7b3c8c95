// The contents start closed on a narrow screen, and the search finds sections by a scan of the whole
// text. The index is loaded at the first key.
"use strict";
(() => {
  const root = document.currentScript.dataset.root;
  const contents = document.querySelector("nav details");
  if (matchMedia("(max-width: 60rem)").matches) contents.open = false;

  if ("serviceWorker" in navigator && /^https?:$/.test(location.protocol)) {
    addEventListener("load", () => navigator.serviceWorker.register(`${root}sw.js`).catch(() => {}));
  }

  const box = document.querySelector("search");
  const input = box.querySelector("input");
  const list = box.querySelector("ol");
  box.hidden = false;

  let loading;
  const index = () => loading ??= new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = root + "search.js";
    script.onload = () => resolve(window.gierFind(window.gierIndex));
    script.onerror = reject;
    document.head.append(script);
  });

  // Shows the twelve best sections for what is written in the box.
  const show = async () => {
    const query = input.value.trim().toLowerCase();
    if (!query) return list.replaceChildren();
    const find = await index();
    if (query !== input.value.trim().toLowerCase()) return;
    const found = find(query);
    list.replaceChildren(...found.slice(0, 12).map((entry) => {
      const item = document.createElement("li");
      const link = document.createElement("a");
      link.href = root + entry.url;
      link.textContent = entry.title;
      const place = document.createElement("small");
      place.textContent = `${entry.page === entry.title ? "" : entry.page + " - "}${entry.text.slice(0, 90)}`;
      link.append(place);
      item.append(link);
      return item;
    }));
    if (!found.length) {
      const item = document.createElement("li");
      item.textContent = "Nothing found";
      list.replaceChildren(item);
    }
  };
  input.addEventListener("input", show);
  box.addEventListener("keydown", (event) => {
    const links = [input, ...list.querySelectorAll("a")];
    const at = links.indexOf(document.activeElement);
    if (event.key === "ArrowDown") links[Math.min(at + 1, links.length - 1)].focus();
    else if (event.key === "ArrowUp") links[Math.max(at - 1, 0)].focus();
    else if (event.key === "Enter" && at === 0 && links[1]) links[1].click();
    else if (event.key === "Escape") { input.value = ""; list.replaceChildren(); input.focus(); }
    else return;
    event.preventDefault();
  });
  document.addEventListener("keydown", (event) => {
    const isTyping = /input|textarea|select/i.test(document.activeElement.tagName);
    if (event.key === "/" && !isTyping) { event.preventDefault(); input.focus(); }
  });
})();
