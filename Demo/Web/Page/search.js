// SPDX-License-Identifier: Apache-2.0
//
// The search of the documentation. The index is a script, so the search works without a server.
"use strict";

const most = 20; // The largest number of results that are shown.

// Words of other tools, and what this library calls them.
const synonyms = {
  blink: "flash", flicker: "jump", flickers: "jump", glitch: "jump", heartbeat: "pulse", loop: "repeat", savegame: "save",
  speed: "rate", tempo: "beat", timescale: "speed", tween: "easing", yoyo: "autoreverses", yo_yo: "autoreverses",
  bpm: "beats", freeze: "pause",
  framerate: "frames", fps: "frames", wasm: "webassembly", deterministic: "lockstep", rollback: "lockstep",
};

// The rank of an entry: lower is better, and Infinity means no match. A word may be in the title, or
// in the text about the entry.
function rank([title, address, about], words) {
  const [name, text] = [title.toLowerCase(), `${title} ${about}`.toLowerCase()];
  const isIn = (where) => (word) => where.includes(word) || synonyms[word]?.split(" ").every((other) => where.includes(other));
  const [inText, inTitle] = [text, name].map((where) => words.filter(isIn(where)).length);
  if (inText === 0) return Infinity;
  const isWhole = name === words.join(" ") || name.endsWith(`.${words.join(" ")}`);
  // Recipes and the first steps come before the reference.
  const isText = /^(recipes|start)/.test(address);
  return 1000 * (words.length - inText) + (isWhole ? 0 : 100) + 10 * (words.length - inTitle) - (isText ? 15 : 0)
    + name.length / 100;
}

function search(text) {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (!words.length) return [];
  const found = searchIndex.map((entry) => [rank(entry, words), entry]).sort(([a], [b]) => a - b);
  // Shows only the entries that contain as many of the words as the best entry does.
  const worst = Math.floor(found[0][0] / 1000) * 1000 + 1000;
  return found.filter(([fit]) => fit < worst).map(([, entry]) => entry);
}

document.querySelector("#search").addEventListener("input", ({ target }) => {
  const found = search(target.value);
  document.querySelector("#count").textContent = target.value.trim()
    && (found.length > most ? `${found.length} found; the first ${most}:` : `${found.length} found`);
  document.querySelector("#results").replaceChildren(...found.slice(0, most).map(([title, address, about]) => {
    const [item, link] = [document.createElement("li"), document.createElement("a")];
    [link.href, link.textContent] = [address, title];
    item.append(link, ` ${about.length > 160 ? `${about.slice(0, 160)} …` : about}`);
    return item;
  }));
});
document.querySelector("[role=search]").addEventListener("submit", (event) => {
  event.preventDefault();
  document.querySelector("#results a")?.click();
});
