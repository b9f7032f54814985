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

// A text as its words, each after a space: "maxFlashRate" also counts as "max flash rate".
function wordsOf(text) {
  const parts = text.replace(/([a-z0-9])([A-Z])|_/g, "$1 $2");
  return ` ${`${text} ${parts}`.toLowerCase().replace(/[^\p{L}\d_+]+/gu, " ").trim()} `;
}

const entries = searchIndex.map((entry) => ({ entry, name: wordsOf(entry[0]), text: wordsOf(`${entry[0]} ${entry[2]}`) }));

const small = new Set(["a", "can", "do", "game", "how", "i", "in", "is", "of", "the", "to"]); // Words that find nothing.

// The rank of an entry: lower is better, and Infinity means no match. A word may begin a word of the title, or
// of the text about the entry.
function rank({ entry: [title, address], name, text }, words, isCode) {
  const isIn = (where) => (word) =>
    [word, ...(synonyms[word]?.split(" ") ?? [])].some((other) => where.includes(other.length > 1 ? ` ${other}` : ` ${other} `));
  const [inText, inTitle] = [text, name].map((where) => words.filter(isIn(where)).length);
  if (inText === 0) return Infinity;
  const isWhole = `.${title.toLowerCase()}`.endsWith(`.${words.join(" ")}`);
  // Recipes come first, then scenes, examples and the first steps, then the reference; names in code find the reference first.
  const bonus = address.startsWith("recipes") ? 15 : /^(scenes|start|example)/.test(address) ? 12 : 0;
  return 1000 * (words.length - inText) + (bonus && !isCode ? 100 : isWhole ? 200 : 300) + 10 * (words.length - inTitle) - bonus
    + title.length / 100;
}

function search(text) {
  const words = text.toLowerCase().split(/[^\p{L}\d_+]+/u).filter((word) => word && !small.has(word));
  if (!words.length) return [];
  const found = entries.map((entry) => [rank(entry, words, /[a-z][A-Z]|_|\./.test(text)), entry.entry]).sort(([a], [b]) => a - b);
  // Shows only the entries that contain as many of the words as the best entry does.
  const worst = Math.floor(found[0][0] / 1000) * 1000 + 1000;
  return found.filter(([fit]) => fit < worst).map(([, entry]) => entry);
}

document.querySelector("#search").addEventListener("input", ({ target }) => {
  const found = search(target.value);
  document.querySelector("#count").textContent = target.value.trim()
    && `${found.length} found${found.length > most ? `; the first ${most}:` : ""}`;
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
