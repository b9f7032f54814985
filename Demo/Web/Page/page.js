// SPDX-License-Identifier: Apache-2.0
//
// The page: the user's requests, the display, and the choices in the page's address, such as
// #health=40&policy=restart. All timing is in the module; nothing here computes a phase.
"use strict";

const find = (selector) => document.querySelector(selector);
const all = (selector) => [...document.querySelectorAll(selector)];
const show = (element, text) => { if (element.textContent !== text) element.textContent = text; };

// ---- The module

let library; // The module's functions.
const runNames = ["time", "shown", "handShown", "worstGap", "worstOwnGap", "worstLateness", "missed", "ends", "handEnds",
  "lastEnd", "lastHandEnd"];
const answerNames = ["sine", "sineDuration", "restart", "phase", "remaining"];

function read(address, names) {
  const numbers = new Float64Array(library.memory.buffer, address, names.length);
  return Object.fromEntries(names.map((name, index) => [name, numbers[index]]));
}

// ---- The user's choices, which the address contains

const choices = {
  policy: ["restart", "phase", "ramp"],
  frames: ["144", "30", "stalls"],
  code: Object.keys(languages),
};
const state = { health: 100, policy: "phase", frames: "30", code: "swift" };
const page = {
  time: 0, // Seconds that the pulses have run.
  last: 0, // The time of the last frame, in milliseconds of the browser's clock.
  requested: 0, // Seconds per cycle.
  isPaused: false,
  isOwn: false, // Whether the user has moved the slider.
  isStill: false, // Whether the charts show eight seconds drawn at once, for a reader who asked for less motion.
};
const plan = { health: [100, 20, 80, 0, 50], seconds: 2.5 }; // The autopilot's health values; some requests fall into a stall.
const safeDelay = 0.05; // Seconds from a cycle's end to its sound, for both pulses.

let record; // The samples and requests of the last seconds.
let view; // The numbers of the chosen game and of the two policies.
const durationOf = (health) => Math.round(35 + 1.65 * health) / 100;
const everySeconds = (duration) => `every ${duration.toFixed(2)} s`;

// ---- Running

function begin() {
  record = { samples: [], requests: [], ends: [[], [], []], handEnds: [[], [], []] };
  page.time = 0;
  page.requested = durationOf(state.health);
  beginStories();
  library.page_begin(choices.policy.indexOf(state.policy), page.requested);
  advance(0);
}

// Requests the slider's speed at the time of the event, which may be between two frames.
function request(time) {
  const duration = durationOf(state.health);
  if (duration === page.requested) return;
  page.requested = duration;
  library.page_request(time, duration);
  record.requests.push({ time, text: everySeconds(duration) });
}

function advance(time) {
  page.time = time;
  library.page_advance(time);
  advanceStories(time);
  const runs = [0, 1, 2].map((index) => read(library.page_run(index), runNames));
  const answers = read(library.page_answers(), answerNames);
  view = { runs, answers };
  const [hands, ours] = ["handShown", "shown"].map((name) => runs.map((run) => run[name]));
  record.samples.push({ time, ...answers, hands, ours, frames: runs.map((run) => run.time) });
  runs.forEach((run, index) => {
    for (const [list, last] of [[record.ends[index], run.lastEnd], [record.handEnds[index], run.lastHandEnd]]) {
      if (last > 0 && list.at(-1) !== last) list.push(last);
    }
  });
  const old = time - Chart.seconds - 1;
  for (const list of [record.samples, record.requests]) while (list[0]?.time < old) list.shift();
  for (const list of [...record.ends, ...record.handEnds]) while (list[0] < old) list.shift();
}

function frame(now) {
  requestAnimationFrame(frame);
  const delta = Math.min((now - page.last) / 1000, 0.25);
  page.last = now;
  if (page.isPaused || delta <= 0) return;
  const time = Math.max(page.time + delta, record.requests.at(-1)?.time ?? 0);
  if (!page.isOwn) follow(time);
  const before = view.runs[choices.frames.indexOf(state.frames)];
  advance(time);
  sound(before);
  draw();
}

function follow(time) {
  const health = plan.health[Math.floor(time / plan.seconds) % plan.health.length];
  if (health === state.health) return;
  setHealth(health);
  request(page.time);
}

// Draws eight seconds at once, with the slider's speed requested in the third second.
function drawStill() {
  const chosen = state.health;
  state.health = chosen === 100 ? 20 : 100;
  begin();
  for (let index = 1; index <= 480; index++) {
    if (index === 141) {
      state.health = chosen;
      request(2.34);
    }
    advance(index / 60);
  }
  draw();
}

// ---- Showing

const cycles = (value) => (value === 0 ? "0" : `${value.toFixed(2)} cycle`);

function draw() {
  const game = choices.frames.indexOf(state.frames);
  const back = page.time + Number(find("#scrub").value);
  const sample = record.samples.findLast(({ time }) => time <= back) ?? record.samples[0];
  const { sine, restart, phase } = sample;
  const shown = { sine, seamless: phase, "by-hand": sample.hands[game], ours: sample.ours[game], restart, phase };
  for (const [id, value] of Object.entries(shown)) {
    find(`#${id}`).style.setProperty("--shown", Math.min(Math.max(value, 0), 1));
  }
  const ends = { ends: record.ends[game], handEnds: record.handEnds[game] };
  charts.runs.draw({ ...record, ...ends, frameOf: ({ frames }) => frames[game] }, page.time, back);
  charts.problems.draw(record, page.time, back);
  charts.policies.draw(record, page.time, back);
  drawCounter();
  drawSentence();
}

function drawCounter() {
  const { runs } = view;
  const rows = runs.map((run) => [cycles(run.worstGap), `${Math.round(1000 * run.worstLateness)} ms`, `${run.missed} of ${run.ends}`]);
  // Each of the repeat's events has the exact time of its cycle's end.
  rows.push([cycles(Math.max(...runs.map((run) => run.worstOwnGap))), "0", "0"]);
  all("#counter tbody tr").forEach((row, index) =>
    [...row.cells].slice(1).forEach((cell, column) => show(cell, rows[index][column])));
}

function drawSentence() {
  const { remaining } = view.answers;
  const left = remaining > 0 ? `will change when its cycle ends, in ${remaining.toFixed(2)} s` : "has changed";
  const parts = ["You asked for ", ["request", `a pulse ${everySeconds(page.requested)}`], ". Left ", ["restart", left],
    ". Right ", ["phase", "has changed"], "."];
  const text = parts.flat().join();
  if (drawSentence.text === text) return;
  drawSentence.text = text;
  find("#sentence").replaceChildren(...parts.map((part) => {
    if (typeof part === "string") return part;
    const strong = document.createElement("strong");
    [strong.className, strong.textContent] = part;
    return strong;
  }));
}

// ---- Sound: the hand-written pulse on the left, the repeat on the right

let audio;

function sound(before) {
  if (!audio) return;
  const after = view.runs[choices.frames.indexOf(state.frames)];
  if (after.handEnds !== before.handEnds) click(after.lastHandEnd, -1, 900);
  if (after.ends !== before.ends) click(after.lastEnd, 1, 1200);
}

function click(time, side, hertz) {
  const at = audio.currentTime + Math.max(safeDelay - (page.time - time), 0);
  const [tone, loudness, panner] = [audio.createOscillator(), audio.createGain(), audio.createStereoPanner()];
  [tone.frequency.value, panner.pan.value] = [hertz, side];
  loudness.gain.setValueAtTime(0.3, at);
  loudness.gain.exponentialRampToValueAtTime(0.001, at + 0.06);
  tone.connect(loudness).connect(panner).connect(audio.destination);
  tone.start(at);
  tone.stop(at + 0.07);
}

function setSound(isOn) {
  audio?.close();
  audio = isOn ? new AudioContext() : undefined;
  find("#sound").setAttribute("aria-pressed", isOn);
  show(find("#sound"), isOn ? "Sound: on (left: the loop, right: DynamicRepeat)" : "Sound: off");
}

// ---- The user's input

function setHealth(health) {
  state.health = health;
  find("#health").value = health;
  // The code follows a person, not the autopilot: somebody may be copying it.
  if (page.isOwn || page.time === 0) drawCode();
  show(find("#duration"), `${health} %: a pulse ${everySeconds(durationOf(health))}`);
}

function setPaused(isPaused) {
  page.isPaused = isPaused;
  all(".pause").forEach((button) => show(button, isPaused ? "Play" : "Pause"));
  if (isPaused) return advanceStories(page.time);
  setStill(false);
  find("#scrub").value = 0;
  show(find("#scrub-text"), "");
}

function setStill(isStill) {
  if (page.isStill && !isStill) begin();
  page.isStill = isStill;
  find("#still").hidden = !isStill;
  find("#autopilot").hidden = isStill || page.isOwn;
}

function choose(name, value) {
  state[name] = value;
  all(`[name=${name}]`).forEach((input) => { input.checked = input.value === value; });
  drawCode();
}

// Writes the choices to the address; the health only after the user has moved its slider.
function writeAddress() {
  const { health, ...chosen } = state;
  history.replaceState(null, "", `#${new URLSearchParams(page.isOwn ? { health, ...chosen } : chosen)}`);
}

function takeOver() {
  page.isOwn = true;
  find("#autopilot").hidden = true;
}

// Reads the address and shows a message about invalid parts.
function readAddress() {
  const wrong = [];
  for (const [name, value] of new URLSearchParams(location.hash.slice(1))) {
    if (name === "health" && /^\d+$/.test(value) && value <= 100) {
      takeOver();
      setHealth(Number(value));
    } else if (choices[name]?.includes(value)) choose(name, value);
    else wrong.push(`${name}=${value}`);
  }
  find("#wrong").hidden = wrong.length === 0;
  show(find("#wrong"), `The address has ${wrong.join(", ")}, which this page does not know. It takes health=0 to 100, `
    + Object.entries(choices).map(([name, values]) => `${name}=${values.join(", ")}`).join("; ") + ".");
}

function restart() {
  if (page.isStill) drawStill(); else begin();
  draw();
}

function say() {
  find("#said").textContent = `A pulse ${everySeconds(page.requested)} was requested.`;
}

function listen() {
  const slider = find("#health");
  slider.addEventListener("input", (event) => {
    takeOver();
    setHealth(Number(slider.value));
    if (page.isStill) return drawStill();
    const since = page.isPaused ? 0 : Math.max((event.timeStamp - page.last) / 1000, 0);
    request(Math.max(page.time + Math.min(since, 0.25), record.requests.at(-1)?.time ?? 0));
    draw();
  });
  slider.addEventListener("change", () => { writeAddress(); say(); });
  for (const name of Object.keys(choices)) {
    all(`input[name=${name}]`).forEach((input) => input.addEventListener("change", () => {
      choose(name, input.value);
      writeAddress();
      if (name === "policy") restart(); else draw();
    }));
  }
  all(".pause").forEach((button) => button.addEventListener("click", () => setPaused(!page.isPaused)));
  find("#stall").addEventListener("click", () => library.page_stall(choices.frames.indexOf(state.frames), page.time + 0.8));
  find("#again").addEventListener("click", restart);
  find("#sound").addEventListener("click", () => setSound(!audio));
  find("#scrub").addEventListener("input", ({ target }) => {
    setPaused(true);
    show(find("#scrub-text"), `${Number(target.value).toFixed(2)} s`);
    draw();
  });
  addEventListener("hashchange", () => { readAddress(); restart(); });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
    readColors();
    draw();
  });
}

// ---- The beginning

let charts;

async function start() {
  const bytes = Uint8Array.from(atob(moduleBytes), (letter) => letter.charCodeAt(0));
  library = (await WebAssembly.instantiate(bytes, {})).instance.exports;
  show(find("#size"), `${Math.ceil(bytes.length / 1000)}`);
  readColors();
  Chart.font = getComputedStyle(document.body).fontFamily;
  charts = {
    runs: new Chart(find("#runs"), [
      ["naive", ({ hands }) => hands[choices.frames.indexOf(state.frames)]],
      ["phase", ({ ours }) => ours[choices.frames.indexOf(state.frames)]],
    ], [["handEnds", "naive"], ["ends", "phase"]]),
    problems: new Chart(find("#problems"), [["naive", ({ sine }) => sine, ({ sineDuration }) => sineDuration], ["phase", ({ phase }) => phase]]),
    policies: new Chart(find("#policies"), [["restart", ({ restart }) => restart], ["phase", ({ phase }) => phase]]),
  };
  setHealth(state.health);
  for (const name of Object.keys(choices)) choose(name, state[name]);
  readAddress();
  listen();
  listenToStories();
  begin();
  const isCalm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  setPaused(isCalm);
  setStill(isCalm);
  if (isCalm && !page.isOwn) setHealth(20);
  restart();
  requestAnimationFrame((now) => { page.last = now; requestAnimationFrame(frame); });
}

addEventListener("DOMContentLoaded", () => start().catch((error) => {
  show(find("#failure"), `The page cannot play here: ${error.message}.`);
  find("#failure").hidden = false;
}));
