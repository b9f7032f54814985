// SPDX-License-Identifier: Apache-2.0
//
// The page: the module, the squares' lanes, the tabs, and their state in the address: #play=0.4,phase,
// #beat=96,3:2,locked, #numbers=1.91,2.71:0.47. All timing is in the module, which is the C library with the
// comparison's models: nothing here computes a phase.
"use strict";

const tabs = {}; // By name: as strategies.js and beat.js make them.
const page = { tab: "play", isPaused: false, last: 0 }; // The last frame, in milliseconds.
const visibleJump = 1e-9; // Less is a rounding error, as in the comparison's tables.

const find = (selector) => document.querySelector(selector);
const all = (selector, within = document) => [...within.querySelectorAll(selector)];
// Actions wait for the module.
const on = (selector, type, action) => all(selector).forEach((element) =>
  element.addEventListener(type, (event) => library && action(event)));
const figure = (value, digits) => (value < visibleJump ? "0" : value.toFixed(digits));
const show = (element, text) => element.textContent !== `${text}` && (element.textContent = text, true);

// ---- The module

let library; // Its functions, by their names in C.
const check = (code) => { if (code !== 0) throw new Error(statusText(code)); };

function statusText(code) {
  const bytes = new Uint8Array(library.memory.buffer, library.dr_status_text(code));
  return String.fromCharCode(...bytes.subarray(0, bytes.indexOf(0)));
}

// The numbers of a struct of the module, by their names.
function read(address, names) {
  const numbers = new Float64Array(library.memory.buffer, address, names.length);
  return Object.fromEntries(names.map((name, index) => [name, numbers[index]]));
}

const viewNames = ["time", "shown", "value", "hertz", "newJump", "largestJump", "worstDelay", "isWaiting", "gap",
  "deviation", "lockTime", "hertzInStep", "leastHertz", "mostHertz", "beat", "beatPhase", "barPhase"];

// ---- The lanes of a tab, one for each square

// Their words are the page's, their other parts those of the tab's template.
const makeLanes = (tab) => all(`#${tab} .lane`).map((part) => {
  part.append(find(`#${tab} template`).content.cloneNode(true));
  const [title, square, canvas] = ["b", ".square", "canvas"].map((kind) => part.querySelector(kind));
  canvas.ariaLabel = `${title.textContent}: ${canvas.ariaLabel}`;
  return { name: title.textContent, color: part.classList[1], square, canvas, figures: all("dd", part) };
});

// What the module has shown in a frame is what the squares show.
const addFrame = (lanes) => lanes.forEach((lane, index) => {
  lane.view = read(library.page_view(index), viewNames);
  lane.course.add(lane.view);
});

// Up to a time; `textsOf` a view and its course: what the figures are.
const drawLanes = (lanes, end, isWhole, textsOf) => lanes.forEach(({ square, figures, view, course }) => {
  square?.style.setProperty("--shown", view.shown);
  course.draw(end, isWhole);
  textsOf(view, course).forEach((text, index) => show(figures[index], text));
});

function frame(now) {
  requestAnimationFrame(frame);
  const delta = Math.min((now - page.last) / 1000, 0.25);
  page.last = now;
  if (page.isPaused || page.tab === "numbers" || delta <= 0) return;
  tabs[page.tab].move(delta);
  redraw(false);
}

// What shows of the present tab, or what has changed of it since the last frame.
const redraw = (isWhole = true) => tabs[page.tab].draw(isWhole);

function setPaused(isPaused) {
  page.isPaused = isPaused;
  all(".pause").forEach((button) => show(button, isPaused ? "Go on" : "Pause"));
}

// ---- Tabs and the address

function selectTab(name) {
  page.tab = name;
  for (const tab of all("[role=tab]")) {
    const isSelected = tab.id === `tab-${name}`;
    tab.setAttribute("aria-selected", isSelected);
    tab.tabIndex = isSelected ? 0 : -1;
    find(`#${tab.getAttribute("aria-controls")}`).hidden = !isSelected;
  }
  share();
}

// The address is left alone until the tab has a state of the reader's own, or the link is asked for.
function share(isAsked = false) {
  const { isOwn, state } = tabs[page.tab];
  if (isAsked || isOwn) history.replaceState(null, "", `#${page.tab}=${state.join(",")}`);
}

function readAddress() {
  const [[tab, text] = []] = new URLSearchParams(location.hash.slice(1));
  if (!Object.hasOwn(tabs, tab)) return;
  if (text) tabs[tab].read(text.split(","));
  selectTab(tab);
}

on("[role=tab]", "click", ({ target }) => selectTab(target.id.slice(4)));
on("[role=tab]", "keydown", ({ key, target }) => {
  const [buttons, step] = [all("[role=tab]"), { ArrowRight: 1, ArrowLeft: -1 }[key]];
  const other = step && buttons.at((buttons.indexOf(target) + step) % buttons.length);
  other?.focus();
  other?.click();
});
on(".pause", "click", () => setPaused(!page.isPaused));
on(".share", "click", async ({ target }) => {
  share(true);
  const isCopied = await navigator.clipboard?.writeText(location.href).then(() => true, () => false);
  show(target, isCopied ? "Copied" : "It is in the address bar");
  setTimeout(() => show(target, "Copy link"), 2000);
});
// The keys play from the field and from nowhere in particular, not from a slider or a button.
addEventListener("keydown", (event) => {
  const { key, target, ctrlKey, metaKey, altKey } = event;
  if (target.closest("input, button, a") || page.tab === "numbers" || ctrlKey || metaKey || altKey) return;
  // Also with shift or caps lock: a letter may be another one when it comes up.
  if (key !== " " && !tabs[page.tab].press(key.toLowerCase())) return;
  if (key === " " && !event.repeat) setPaused(!page.isPaused);
  event.preventDefault();
});

async function begin() {
  const bytes = Uint8Array.from(atob(moduleBytes), (letter) => letter.charCodeAt(0));
  library = (await WebAssembly.instantiate(bytes, {})).instance.exports;
  readColors();
  Object.entries(tabs).forEach(([name, tab]) => { tab.lanes = makeLanes(name); });
  numbers.write([[0, 1.91], [2.71, 0.47]]);
  readAddress();
  play.begin();
  beat.begin();
  all("canvas").forEach((canvas) => sizes.observe(canvas));
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => { readColors(); redraw(); });
  addEventListener("hashchange", readAddress);
  // What the hand changes shows also while all is paused. The address waits for the end of a drag.
  ["input", "change", "click", "hashchange"].forEach((type) => addEventListener(type, () => redraw(false)));
  ["change", "click"].forEach((type) => addEventListener(type, () => share()));
  setPaused(matchMedia("(prefers-reduced-motion: reduce)").matches);
  requestAnimationFrame((now) => { page.last = now; requestAnimationFrame(frame); });
}

addEventListener("DOMContentLoaded", () => begin().catch((error) => {
  show(find("#failure"), `The page cannot play here: ${error.message}.`);
  find("#failure").hidden = false;
}));
