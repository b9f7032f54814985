// SPDX-License-Identifier: Apache-2.0
//
// The page: a hand, four squares that follow it or a beat, and what is drawn of them. All timing is in
// the module, which is the C library with the comparison's models: nothing here computes a phase.
"use strict";

// ---- The module

let library; // The module's functions, by their names in C.
let room; // Memory for the structs of one call; what the tab of the beat has there is at these offsets.
const [viewsAt, beatAt, lockAt] = [112, 304, 328];
const policies = { restart: [0, 0, 0], phase: [0, 1, 0], ramp: [0.5, 1, 1] }; // Of dr_policy.
const safeFlashes = 3; // A second: WCAG 2.3.1.
const visibleJump = 1e-9; // Less is a rounding error, as in the comparison's tables.

async function openLibrary() {
  const bytes = Uint8Array.from(atob(moduleBytes), (letter) => letter.charCodeAt(0));
  library = (await WebAssembly.instantiate(bytes, {})).instance.exports;
  room = library.malloc(640);
}

const memory = () => new DataView(library.memory.buffer);

function statusText(code) {
  const bytes = new Uint8Array(library.memory.buffer);
  const start = library.dr_status_text(code);
  return String.fromCharCode(...bytes.subarray(start, bytes.indexOf(0, start)));
}

const check = (code) => { if (code !== 0) throw new Error(statusText(code)); };

// A repeat of the C library. The offsets are those of the header; Module/support.c checks them.
class Repeat {
  constructor(cycleDuration, policy) {
    library.dr_default_repeat_def(room);
    const fields = memory();
    const [ramp, kind, shape] = policies[policy];
    const numbers = [[8, cycleDuration], [24, ramp], [304, safeFlashes]];
    numbers.forEach(([at, number]) => fields.setFloat64(room + at, number, true));
    [[32, kind], [36, shape]].forEach(([at, choice]) => fields.setInt32(room + at, choice, true));
    check(library.dr_repeat_create(room, room + 328));
    this.handle = memory().getBigInt64(room + 328, true);
    check(library.dr_repeat_start(this.handle));
  }
  advance(time) { check(library.dr_repeat_advance(this.handle, time, 0, 0, 0)); }
  // In step with a leader that has been written behind the lock's head, within a fifth of a rate.
  lock(style, [numerator, denominator], hertz) {
    const fields = memory();
    [[4, style], [112, numerator], [116, denominator]]
      .forEach(([at, number]) => fields.setInt32(room + lockAt + at, number, true));
    [[128, 0.8 * hertz], [136, 1.2 * hertz], [144, 2 * hertz]]
      .forEach(([at, number]) => fields.setFloat64(room + lockAt + at, number, true));
    return library.dr_repeat_lock(this.handle, room + lockAt);
  }
  letGo(hertz) {
    check(library.dr_repeat_unlock(this.handle));
    check(library.dr_repeat_set_rate(this.handle, hertz));
  }
  request(cycleDuration) { return library.dr_repeat_set_cycle_duration(this.handle, cycleDuration); }
  sample(time, at = room) {
    check(library.dr_repeat_sample(this.handle, time, at));
    const fields = memory();
    return { value: fields.getFloat64(at + 16, true), hertz: fields.getFloat64(at + 32, true) };
  }
  end() { check(library.dr_repeat_destroy(this.handle)); }
}

// The four views that the module has written, of six numbers each.
const readViews = (at) => [0, 1, 2, 3].map((index) => new Float64Array(library.memory.buffer, at + 48 * index, 6));

// The comparison's runs of all four strategies, with its measures; `set` 0 or 1.
class Strategies {
  constructor(set, cycleDuration) {
    this.set = set;
    library.strategies_begin(set, cycleDuration);
  }
  apply(time, cycleDuration) { return library.strategies_apply(this.set, time, cycleDuration, -1); }
  frame(time) {
    library.strategies_frame(this.set, time, room);
    return readViews(room).map(([value, hertz, newJump, jump, delay, waits]) =>
      ({ value, hertz, newJump, jump, delay, waits: waits === 1 }));
  }
}

// ---- Small helpers

const find = (selector) => document.querySelector(selector);
const all = (selector, within = document) => [...within.querySelectorAll(selector)];
const on = (selector, type, action) => all(selector).forEach((element) => element.addEventListener(type, action));
const clamp = (value, least, most) => Math.min(Math.max(value, least), most);
const figure = (value, digits) => (value < visibleJump ? "0" : value.toFixed(digits));
const show = (element, text) => { if (element.textContent !== `${text}`) element.textContent = text; };

// ---- The game: its hand is a plan's until the player's first move

const names = ["restart", "phase", "ramp", "naive"];
const [shownSeconds, fieldSize] = [8, { width: 960, height: 540 }];
const plan = [1, 0.2, 0.8, 0, 0.5]; // Health.
const planSeconds = 3.3; // Of each; on no boundary of a cycle.
const play = {
  tab: "play", isPaused: false, hasPlayed: false, last: 0, policy: "phase", health: 1, keys: new Set(),
  player: { x: 330, y: 270 }, pointer: null,
};
let [lanes, runs] = [[], null]; // A lane for each strategy: its repeat, its course, its part of the page.

// In steps of a tenth of the health: 2 s a cycle where it is full, 0.35 s where there is none.
const durationOf = (health) => Number((0.35 + 0.165 * Math.round(10 * health)).toFixed(3));

const partsOf = (id) => {
  const part = find(id);
  return { part, square: part.querySelector(".square"), canvas: part.querySelector("canvas"), figures: all("dd", part) };
};

// The value as a line, the rate as a faint one; where the rate is waited for, a band.
const playCourse = (name, mostHertz, step = 1) => new Course(
  [["faint", 1.5, ({ hertz }) => clamp(hertz / mostHertz, 0, 1)], [name, 2.25, ({ value }) => value]],
  ({ waits }) => (waits ? [["wait", 0, 1]] : []),
  (last, point) => Math.floor(last.time / step) < Math.floor(point.time / step));

const putHunterToSleep = () => { [play.isAwake, play.hunter] = [false, { x: 760, y: 150 }]; };

function beginRun() {
  lanes.forEach((lane) => lane.repeat?.end());
  const first = durationOf(play.health);
  Object.assign(play, { time: 0, requested: first, changes: [[0, first]] });
  putHunterToSleep();
  runs = new Strategies(0, first);
  lanes = names.map((name) => ({
    ...partsOf(`#play-${name}`), course: playCourse(name, safeFlashes), jumps: 0,
    repeat: name === "naive" ? null : new Repeat(first, name),
  }));
  move(1 / 60);
}

function moveGame(delta) {
  const { player, hunter, pointer, keys } = play;
  const held = (...any) => (any.some((key) => keys.has(key)) ? 1 : 0);
  let right = held("ArrowRight", "d") - held("ArrowLeft", "a");
  let down = held("ArrowDown", "s") - held("ArrowUp", "w");
  const way = pointer && Math.hypot(pointer.x - player.x, pointer.y - player.y);
  if (way > 6) [right, down] = [(pointer.x - player.x) / way, (pointer.y - player.y) / way];
  play.isAwake ||= right !== 0 || down !== 0;
  player.x = clamp(player.x + 300 * right * delta, 40, fieldSize.width - 40);
  player.y = clamp(player.y + 300 * down * delta, 40, fieldSize.height - 48);
  if (!play.isAwake) return;
  const distance = Math.hypot(player.x - hunter.x, player.y - hunter.y);
  if (distance > 60) {
    hunter.x += (150 * delta * (player.x - hunter.x)) / distance;
    hunter.y += (150 * delta * (player.y - hunter.y)) / distance;
  }
  const change = distance < 200 ? 0.36 * (distance / 200 - 1) : 0.08;
  play.health = clamp(play.health + change * delta, 0, 1);
}

// A frame's time passes: the hand moves, all get the same request, and show what they show.
function move(delta) {
  play.time += delta;
  if (play.hasPlayed) moveGame(delta);
  else play.health = plan[Math.floor(play.time / planSeconds) % plan.length];
  const duration = durationOf(play.health);
  lanes.forEach((lane) => lane.repeat?.advance(play.time));
  if (duration !== play.requested && runs.apply(play.time, duration)) {
    lanes.forEach((lane) => lane.repeat && check(lane.repeat.request(duration)));
    play.requested = duration;
    play.changes.push([play.time, duration]);
  }
  runs.frame(play.time).forEach((view, index) => {
    const lane = lanes[index];
    // The naive strategy is not the library's: what it shows passes a guard of its own.
    if (lane.repeat) Object.assign(view, lane.repeat.sample(play.time));
    lane.shown = lane.repeat ? view.value : library.flash_guard_show(0, view.value, play.last / 1000);
    if (view.newJump >= visibleJump) lane.jumps++;
    lane.view = view;
    lane.course.add(play.time, view);
    lane.course.forget(play.time - shownSeconds - 0.1);
  });
}

function frame(now) {
  requestAnimationFrame(frame);
  const delta = clamp((now - play.last) / 1000, 0, 0.25);
  play.last = now;
  if (play.isPaused || play.tab === "numbers" || delta === 0) return;
  (play.tab === "play" ? move : moveBeat)(delta);
  redraw(false);
}

// What shows of the present tab, or what has changed of it since the last frame.
const redraw = (isWhole = true) => ({ play: drawPlay, beat: drawBeat, numbers: readNumbers })[play.tab](isWhole);

function drawPlay(isWhole) {
  for (const { square, canvas, figures: [jump, delay], view, jumps, shown, course } of lanes) {
    square.style.backgroundColor = flashColor(shown);
    course.draw(canvas, play.time, shownSeconds, isWhole);
    show(jump, jumps ? `${figure(view.jump, 2)} · ${jumps}×` : "0");
    show(delay, `${figure(view.delay, 2)} s`);
  }
  drawField(find("#field"));
  const health = Math.round(100 * play.health);
  if (play.isAwake || !play.hasPlayed) find("#health").value = health;
  show(find("#health-text"), `${health} % · ${play.requested.toFixed(2)} s a cycle`);
}

function drawField(canvas) {
  const context = canvas.getContext("2d");
  context.setTransform(canvas.width / fieldSize.width, 0, 0, canvas.width / fieldSize.width, 0, 0);
  context.fillStyle = colors.field;
  context.fillRect(0, 0, fieldSize.width, fieldSize.height);
  context.fillStyle = colors.hunter;
  context.beginPath();
  context.arc(play.hunter.x, play.hunter.y, 22, 0, 2 * Math.PI);
  context.fill();
  context.fillStyle = flashColor(lanes[names.indexOf(play.policy)].shown);
  context.beginPath();
  context.roundRect(play.player.x - 36, play.player.y - 36, 72, 72, 6);
  context.fill();
  context.fillRect(0, fieldSize.height - 10, fieldSize.width * play.health, 10);
}

// ---- The player's hand

function takeOver() {
  play.hasPlayed = true;
  find("#hint").classList.add("gone");
}

function setPaused(isPaused) {
  play.isPaused = isPaused;
  all(".pause").forEach((button) => show(button, isPaused ? "Go on" : "Pause"));
}

function say() { // What a change came to, for those who hear the page.
  const parts = lanes.map(({ part, view: { jump, delay } }) => `${part.querySelector("b").textContent}:`
    + ` jump ${figure(jump, 2)}, delay ${figure(delay, 2)} s.`);
  show(find("#said"), `${play.requested} s a cycle. ${parts.join(" ")}`);
}

function listenToHand() {
  const field = find("#field");
  const point = ({ offsetX, offsetY }) => {
    const scale = fieldSize.width / field.clientWidth;
    play.pointer = { x: offsetX * scale, y: offsetY * scale };
  };
  on("#field", "pointerdown", (event) => {
    field.setPointerCapture(event.pointerId);
    point(event);
    takeOver();
  });
  on("#field", "pointermove", (event) => { if (play.pointer) point(event); });
  on("#field", "lostpointercapture", () => { play.pointer = null; });
  // The keys play from the field and from nowhere in particular, not from a slider or a button.
  addEventListener("keydown", (event) => {
    const isOurs = ["field", "metronome", ""].includes(event.target.id) && !/^(INPUT|BUTTON|A)$/.test(event.target.tagName);
    if (!isOurs || event.ctrlKey || event.metaKey || event.altKey || play.tab === "numbers") return;
    if (play.tab === "play" && /^(Arrow(Left|Right|Up|Down)|[adws])$/.test(event.key)) {
      play.keys.add(event.key);
      takeOver();
    } else if (event.key === " ") {
      if (!event.repeat) setPaused(!play.isPaused);
    } else if (play.tab !== "beat" || !pressBeat(event)) return;
    event.preventDefault();
  });
  addEventListener("keyup", (event) => play.keys.delete(event.key));
  addEventListener("blur", () => play.keys.clear());
  on("#health", "input", (event) => {
    play.health = event.target.value / 100;
    putHunterToSleep(); // The slider is the hand now, until the square moves.
    takeOver();
  });
  on("#health", "change", () => { share(); say(); });
  on(".pause", "click", () => setPaused(!play.isPaused));
  on("#again", "click", () => { beginRun(); setPaused(false); });
  on("#to-numbers", "click", () => {
    // The last half minute, as a schedule of its own.
    const begin = Math.max(0, play.time - 30);
    const rows = play.changes.map(([time, duration]) => [Number((time - begin).toFixed(3)), duration]);
    writeNumbers(rows.findLast(([time]) => time <= 0)[1], rows.filter(([time]) => time > 0));
    selectTab("numbers");
  });
}

// ---- Your numbers

const [longestDrawn, tail] = [120, 10]; // Seconds; the tail after the last change is as of `compare`.

function writeNumbers(first, rows) {
  find("#first").value = first;
  find("#changes").replaceChildren();
  rows.forEach((row) => addChange(...row));
  readNumbers();
}

function addChange(...numbers) {
  const row = find("#change").content.firstElementChild.cloneNode(true);
  all("input", row).forEach((input, index) => { input.value = numbers[index]; });
  row.querySelector(".remove").addEventListener("click", () => {
    row.remove();
    find("#add").focus();
    readNumbers();
  });
  find("#changes").append(row);
  return row;
}

const readRows = () => all("#changes li").map((row) => all("input", row)); // The inputs of each.
// Reads the form; draws it, or says what is wrong. The library says which durations it takes.
function readNumbers() {
  const problems = [];
  const probe = new Repeat(1, "phase");
  const read = (input, name, problemOf) => {
    const text = input.value.trim();
    const value = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text) ? Number(text) : NaN;
    const wrong = text ? `“${text}” is not a number such as 1.5.` : "a number is missing.";
    const problem = Number.isNaN(value) ? wrong : problemOf(value);
    input.setAttribute("aria-invalid", problem !== "");
    if (problem) problems.push(`${name}: ${problem}`);
    return value;
  };
  const durationProblem = (value) => {
    const code = probe.request(value);
    return code === 0 ? "" : `${value} s is not possible: ${statusText(code)}.`;
  };
  const first = read(find("#first"), "At first", durationProblem);
  let last = 0;
  const rows = readRows().map(([timeInput, durationInput], index) => {
    const name = `Change ${index + 1}`;
    const time = read(timeInput, name, (value) => {
      if (value > 1e12) return `its time, ${value} s, is above 1e12 s.`;
      return value > last ? "" : `its time, ${value} s, is not after ${last} s.`;
    });
    last = Math.max(last, time || 0);
    return [time, read(durationInput, name, durationProblem)];
  });
  probe.end();
  show(find("#errors"), problems.join(" "));
  [find("#export").disabled, find(".courses").hidden] = [problems.length > 0, problems.length > 0];
  if (problems.length > 0) return null;
  drawNumbers(first, rows);
  share();
  return [[0, first], ...rows];
}

// The comparison's run of these changes, at its 60 frames a second.
function drawNumbers(first, rows) {
  const end = (rows.at(-1)?.[0] ?? 0) + tail;
  const drawn = Math.min(end, longestDrawn);
  const to = Math.min(drawn, end - tail + 4);
  const most = 1.05 / Math.min(first, ...rows.map((row) => row[1]));
  const runs = new Strategies(1, first);
  const courses = names.map((name) => playCourse(name, most, to > 60 ? 10 : to > 20 ? 5 : 1));
  let [views, next] = [[], 0];
  for (let count = 0; count / 60 <= drawn; count++) {
    for (; next < rows.length && rows[next][0] <= count / 60; next++) runs.apply(...rows[next]);
    views = runs.frame(count / 60);
    views.forEach((view, index) => courses[index].add(count / 60, view));
  }
  names.forEach((name, index) => {
    const { canvas, figures: [jump, delay] } = partsOf(`#course-${name}`);
    courses[index].draw(canvas, to, to, true);
    show(jump, Number(figure(views[index].jump, 4)));
    show(delay, `${Number(figure(views[index].delay, 4))} s`);
  });
  if (end > drawn) show(find("#errors"), `Drawn and measured up to ${longestDrawn} s; the CSV has all of it.`);
}

function exportNumbers() {
  const rows = readNumbers();
  if (!rows) return;
  const text = `time,cycle_duration\n${rows.map((row) => row.join(",")).join("\n")}\n`;
  const link = document.createElement("a");
  [link.href, link.download] = [`data:text/csv,${encodeURIComponent(text)}`, "changes.csv"];
  link.click();
}

// ---- The page, and its state in the address: #play=0.4,phase, #beat=96,3:2,locked, #numbers=1.91,2.71:0.47

function selectTab(name) {
  play.tab = name;
  for (const tab of all("[role=tab]")) {
    const isSelected = tab.id === `tab-${name}`;
    tab.setAttribute("aria-selected", isSelected);
    tab.tabIndex = isSelected ? 0 : -1;
    find(`#${tab.getAttribute("aria-controls")}`).hidden = !isSelected;
  }
  if (name === "numbers") readNumbers(); else share();
}

function share(isAsked = false) {
  const rows = readRows().map((inputs) => inputs.map((input) => input.value.trim()).join(":"));
  const states = {
    play: (isAsked || play.hasPlayed) && [play.health.toFixed(2), play.policy],
    beat: (isAsked || beat.hasPlayed) && [beat.tempo, beat.ratio, beat.isLocked ? "locked" : "free"],
    numbers: [find("#first").value.trim(), ...rows],
  };
  if (states[play.tab]) history.replaceState(null, "", `#${play.tab}=${states[play.tab].join(",")}`);
}

function readAddress() {
  const [[tab, text] = []] = new URLSearchParams(location.hash.slice(1));
  const parts = (text ?? "").split(",");
  if (tab === "numbers") {
    writeNumbers(parts[0], parts.slice(1, 1000).map((row) => [...row.split(":"), ""].slice(0, 2)));
  } else if (tab === "play" && parts[0] >= 0 && parts[0] <= 1) {
    play.health = Number(parts[0]);
    if (names.includes(parts[1])) play.policy = parts[1];
    takeOver();
  } else if (tab === "beat" && parts[0] >= 50 && parts[0] <= 120) {
    const [tempo, ratio] = [Math.round(parts[0]), ratios[parts[1]] ? parts[1] : "1:1"];
    changeBeat({ tempo, ratio, isLocked: parts[2] === "locked" });
  }
  find(`#play-${play.policy} input`).checked = true;
  if (["play", "beat", "numbers"].includes(tab)) selectTab(tab);
}

function listenToPage() {
  const tabs = all("[role=tab]");
  on("[role=tab]", "click", (event) => selectTab(event.target.id.slice(4)));
  on("[role=tablist]", "keydown", (event) => {
    if (event.key !== "ArrowRight" && event.key !== "ArrowLeft") return;
    const step = event.key === "ArrowRight" ? 1 : tabs.length - 1;
    const other = tabs[(tabs.indexOf(event.target) + step) % tabs.length];
    other.focus();
    other.click();
  });
  on("[name=policy]", "change", (event) => { play.policy = event.target.value; share(); });
  on("#form", "input", readNumbers);
  on("#form", "submit", (event) => event.preventDefault());
  on("#export", "click", exportNumbers);
  on("#add", "click", () => {
    const time = Number(readRows().at(-1)?.[0].value ?? 0) + 2;
    addChange(Number.isFinite(time) ? Number(time.toFixed(3)) : "", 1).querySelector("input").focus();
    readNumbers();
  });
  on(".share", "click", async (event) => {
    const button = event.target;
    share(true);
    const isCopied = await navigator.clipboard?.writeText(location.href).then(() => true, () => false);
    show(button, isCopied ? "Copied" : "It is in the address bar");
    setTimeout(() => show(button, "Copy link"), 2000);
  });
  all("canvas").forEach((canvas) => sizes.observe(canvas));
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => { readColors(); redraw(); });
  addEventListener("hashchange", readAddress);
}

async function begin() {
  await openLibrary();
  readColors();
  writeNumbers(1.91, [[2.71, 0.47]]);
  readAddress();
  beginRun();
  beginBeat();
  listenToHand();
  listenToBeat();
  listenToPage();
  setPaused(matchMedia("(prefers-reduced-motion: reduce)").matches);
  requestAnimationFrame((now) => { play.last = now; requestAnimationFrame(frame); });
}

begin().catch((error) => {
  show(find("#failure"), `The page cannot play here: ${error.message}.`);
  find("#failure").hidden = false;
});
