// SPDX-License-Identifier: Apache-2.0
//
// The page: a hand, four squares that follow it, and what is drawn of them. All timing is in the
// module, which is the C library with the comparison's models: nothing here computes a phase.
"use strict";

// ---- The module

let library; // The module's functions, by their names in C.
let room; // Where the structs below are, for calls that end before the next.
const status = { ok: 0 };
const policies = { restart: [0, 0, 0], phase: [0, 1, 0], ramp: [0.5, 1, 1] }; // Of dr_policy.
const safeFlashes = 3; // A second: WCAG 2.3.1.
const viewNumbers = 6; // Of StrategyView.

async function openLibrary() {
  const bytes = Uint8Array.from(atob(moduleBytes), (letter) => letter.charCodeAt(0));
  library = (await WebAssembly.instantiate(bytes, {})).instance.exports;
  room = library.malloc(512);
}

const memory = () => new DataView(library.memory.buffer);

function statusText(code) {
  const bytes = new Uint8Array(library.memory.buffer);
  const start = library.dr_status_text(code);
  return String.fromCharCode(...bytes.subarray(start, bytes.indexOf(0, start)));
}

function check(code) {
  if (code !== status.ok) throw new Error(statusText(code));
}

// A repeat of the C library. The offsets are those of the header; Module/support.c checks them.
class Repeat {
  constructor(cycleDuration, policy) {
    library.dr_default_repeat_def(room);
    const fields = memory();
    const [ramp, kind, shape] = policies[policy];
    fields.setFloat64(room + 8, cycleDuration, true);
    fields.setFloat64(room + 24, ramp, true);
    fields.setInt32(room + 32, kind, true);
    fields.setInt32(room + 36, shape, true);
    fields.setFloat64(room + 304, safeFlashes, true);
    check(library.dr_repeat_create(room, room + 328));
    this.handle = memory().getBigInt64(room + 328, true);
    check(library.dr_repeat_start(this.handle));
  }
  advance(time) { check(library.dr_repeat_advance(this.handle, time, 0, 0, 0)); }
  request(cycleDuration) { return library.dr_repeat_set_cycle_duration(this.handle, cycleDuration); }
  sample(time) {
    check(library.dr_repeat_sample(this.handle, time, room));
    const fields = memory();
    return { value: fields.getFloat64(room + 16, true), hertz: fields.getFloat64(room + 32, true) };
  }
  end() { check(library.dr_repeat_destroy(this.handle)); }
}

// The comparison's runs of all four strategies, with its measures. There are two sets of them.
class Strategies {
  constructor(set, cycleDuration) {
    this.set = set;
    library.strategies_begin(set, cycleDuration);
  }
  apply(time, cycleDuration) { return library.strategies_apply(this.set, time, cycleDuration, -1); }
  frame(time) {
    library.strategies_frame(this.set, time, room);
    const numbers = new Float64Array(library.memory.buffer, room, 4 * viewNumbers);
    return [0, 1, 2, 3].map((index) => {
      const [value, hertz, newJump, jump, delay, waits] = numbers.subarray(index * viewNumbers);
      return { value, hertz, newJump, jump, delay, waits: waits === 1 };
    });
  }
}

// ---- Small helpers

const find = (selector) => document.querySelector(selector);
const clamp = (value, least, most) => Math.min(Math.max(value, least), most);
const isAsked = (query) => matchMedia(query).matches;
const figure = (value, digits) => (value < 1e-9 ? "0" : value.toFixed(digits));
const seconds = (value) => `${value.toFixed(2)} s`;
let colors = {}; // Of the style sheet, as canvases need them.

function readColors() {
  const style = getComputedStyle(document.documentElement);
  const names = ["ink", "faint", "line", "field", "hunter", "alert", "wait", "restart", "phase",
    "ramp", "naive"];
  colors = Object.fromEntries(names.map((name) => [name, style.getPropertyValue(`--${name}`).trim()]));
}

// From calm blue to alarming orange; no red, which flashes most dangerously.
function flashColor(value) {
  const mix = (calm, alarm) => Math.round(calm + (alarm - calm) * value);
  return `rgb(${mix(0x2b, 0xff)} ${mix(0x5f, 0xb7)} ${mix(0x8f, 0x32)})`;
}

// A canvas as large as it is shown; `draw` gets a context in CSS pixels.
function paint(canvas, draw) {
  const scale = Math.min(devicePixelRatio, 3);
  const [width, height] = [canvas.clientWidth, canvas.clientHeight];
  const [pixelsAcross, pixelsDown] = [Math.round(width * scale), Math.round(height * scale)];
  if (canvas.width !== pixelsAcross || canvas.height !== pixelsDown) {
    [canvas.width, canvas.height] = [pixelsAcross, pixelsDown];
  }
  const context = canvas.getContext("2d");
  context.setTransform(scale, 0, 0, scale, 0, 0);
  context.clearRect(0, 0, width, height);
  draw(context, width, height);
}

// ---- Courses: value and rate over time

class Course {
  constructor() { this.points = []; }
  add(time, view) { this.points.push({ time, ...view }); }
  forget(before) {
    const first = this.points.findIndex((point) => point.time >= before);
    if (first > 128) this.points.splice(0, first - 1);
  }

  // The value as a line, the rate as a faint one, waits as a band, jumps as bars.
  draw(canvas, color, from, to, mostHertz) {
    paint(canvas, (context, width, height) => {
      const inset = 3;
      const x = (time) => ((time - from) / (to - from)) * width;
      const y = (part) => height - inset - part * (height - 2 * inset);
      const points = this.points;
      context.strokeStyle = colors.line;
      context.lineWidth = 1;
      for (let second = Math.ceil(from); second <= to; second++) {
        if (to - from > 20 && second % 5) continue;
        context.strokeRect(Math.round(x(second)) + 0.5, -1, 0, height + 2);
      }
      context.fillStyle = colors.wait;
      for (let i = 1; i < points.length; i++) {
        if (!points[i].waits) continue;
        const first = i;
        while (i + 1 < points.length && points[i + 1].waits) i++;
        context.fillRect(x(points[first].time), 0, Math.max(1, x(points[i].time) - x(points[first].time)), height);
      }
      const trace = (part) => {
        context.beginPath();
        for (const point of points) context.lineTo(x(point.time), y(part(point)));
        context.stroke();
      };
      context.lineJoin = "round";
      context.strokeStyle = colors.faint;
      context.lineWidth = 1.5;
      trace((point) => clamp(point.hertz / mostHertz, 0, 1));
      context.strokeStyle = color;
      context.lineWidth = 2.25;
      trace((point) => point.value);
      context.strokeStyle = colors.alert;
      context.lineWidth = 2.5;
      for (let i = 1; i < points.length; i++) {
        if (points[i].newJump < 1e-9) continue;
        context.beginPath();
        context.moveTo(x(points[i].time), y(points[i - 1].value));
        context.lineTo(x(points[i].time), y(points[i].value));
        context.stroke();
      }
    });
  }
}

// ---- The game: its hand is the player's, or a plan's until the player's first move

const names = ["restart", "phase", "ramp", "naive"];
const shownSeconds = 8;
const fieldSize = { width: 960, height: 540 };
const plan = [[2.6, 0.2], [6, 0.8], [9.1, 0], [12.3, 0.5], [15.2, 1], [18, 1]]; // Seconds, health.
const play = {
  isPaused: false, hasPlayed: false, shift: 0, last: 0, time: 0, policy: "phase", plan: 0,
  health: 1, requested: 2, player: { x: 330, y: 270 }, hunter: { x: 760, y: 150 }, keys: new Set(),
  pointer: null, isAwake: false, work: { frames: 0, longest: 0, sum: 0 },
};
let lanes = []; // One for each strategy: its repeat, its course, its part of the page.
let runs;

// Health in steps of a tenth: 2 s a cycle at full health, 0.35 s at none.
const durationOf = (health) => Number((0.35 + 0.165 * Math.round(10 * health)).toFixed(3));

function beginRun() {
  lanes.forEach((lane) => lane.repeat?.end());
  play.requested = durationOf(play.health);
  play.time = 0;
  play.begin = null;
  runs = new Strategies(0, play.requested);
  lanes = names.map((name) => ({
    name, course: new Course(), jumps: 0, part: find(`#lane-${name}`),
    repeat: name === "naive" ? null : new Repeat(play.requested, name),
  }));
  play.changes = [[0, play.requested]];
}

function moveGame(delta) {
  if (!play.hasPlayed) {
    const [time, health] = plan[play.plan % plan.length];
    const round = plan[plan.length - 1][0] * Math.floor(play.plan / plan.length);
    if (play.time < round + time) return;
    play.health = health;
    play.plan++;
    return;
  }
  const held = (...keys) => (keys.some((key) => play.keys.has(key)) ? 1 : 0);
  let right = held("ArrowRight", "d") - held("ArrowLeft", "a");
  let down = held("ArrowDown", "s") - held("ArrowUp", "w");
  if (play.pointer) {
    const [x, y] = [play.pointer.x - play.player.x, play.pointer.y - play.player.y];
    const length = Math.hypot(x, y);
    if (length > 6) [right, down] = [x / length, y / length];
  }
  play.isAwake ||= right !== 0 || down !== 0;
  play.player.x = clamp(play.player.x + 300 * right * delta, 40, fieldSize.width - 40);
  play.player.y = clamp(play.player.y + 300 * down * delta, 40, fieldSize.height - 40);
  if (!play.isAwake) return;
  const [x, y] = [play.player.x - play.hunter.x, play.player.y - play.hunter.y];
  const distance = Math.hypot(x, y);
  if (distance > 60) {
    play.hunter.x += (150 * delta * x) / distance;
    play.hunter.y += (150 * delta * y) / distance;
  }
  const change = distance < 200 ? 0.36 * (distance / 200 - 1) : 0.08;
  play.health = clamp(play.health + change * delta, 0, 1);
}

// A frame: the hand, one request to all, then what each shows at this time.
function frame(now) {
  requestAnimationFrame(frame);
  const started = performance.now();
  const delta = clamp((now - play.last) / 1000, 0, 0.25);
  play.last = now;
  if (!play.isPaused && !find("#play").hidden) {
    play.time += delta;
    moveGame(delta);
    advance();
    drawPlay();
  }
  const work = performance.now() - started;
  play.work.frames++;
  play.work.sum += work;
  play.work.longest = Math.max(play.work.longest, work);
}

function advance() {
  const duration = durationOf(play.health);
  const isNew = duration !== play.requested;
  lanes.forEach((lane) => lane.repeat?.advance(play.time));
  if (isNew && runs.apply(play.time, duration)) {
    lanes.forEach((lane) => lane.repeat && check(lane.repeat.request(duration)));
    play.requested = duration;
    play.changes.push([play.time, duration]);
  }
  const views = runs.frame(play.time);
  lanes.forEach((lane, index) => {
    const view = views[index];
    if (lane.repeat) Object.assign(view, lane.repeat.sample(play.time));
    lane.shown = lane.repeat ? view.value : library.flash_guard_show(view.value, play.time);
    if (view.newJump >= 1e-9) lane.jumps++;
    lane.view = view;
    lane.course.add(play.time, view);
    lane.course.forget(play.time - shownSeconds);
  });
}

function drawPlay() {
  for (const lane of lanes) {
    const { part, view } = lane;
    part.querySelector(".square").style.backgroundColor = flashColor(lane.shown);
    lane.course.draw(part.querySelector("canvas"), colors[lane.name], play.time - shownSeconds, play.time, 3);
    show(part.querySelector(".jump"), lane.jumps ? `${figure(view.jump, 2)} · ${lane.jumps}×` : "0");
    show(part.querySelector(".delay"), `${figure(view.delay, 2)} s`);
  }
  const lane = lanes[names.indexOf(play.policy)];
  paint(find("#field"), (context, width, height) => drawField(context, width, height, lane.shown));
  const health = Math.round(100 * play.health);
  if (document.activeElement !== find("#health") || play.isAwake) find("#health").value = health;
  show(find("#health-text"), `${health} % · ${seconds(play.requested)} a cycle`);
}

function show(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

function drawField(context, width, height, value) {
  const scale = width / fieldSize.width;
  context.fillStyle = colors.field;
  context.fillRect(0, 0, width, height);
  context.setTransform(context.getTransform().scale(scale));
  context.fillStyle = colors.hunter;
  context.beginPath();
  context.arc(play.hunter.x, play.hunter.y, 22, 0, 2 * Math.PI);
  context.fill();
  context.fillStyle = flashColor(value);
  context.beginPath();
  context.roundRect(play.player.x - 36, play.player.y - 36, 72, 72, 6);
  context.fill();
  context.fillRect(0, fieldSize.height - 8, fieldSize.width * play.health, 8);
}

// ---- The player's hand

const laneTexts = {
  restart: ["Restart per cycle", "The cycle ends as it began, then the rate changes."],
  phase: ["Phase-matched", "At once, from the present phase."],
  ramp: ["Ramp", "The rate slides there in half a second."],
  naive: ["Naive", "Time × rate, as most code has it: the value jumps."],
};

function makeLanes() {
  for (const name of names) {
    const [title, text] = laneTexts[name];
    for (const [parent, prefix] of [[".lanes", "lane"], [".courses", "course"]]) {
      const part = find("#lane").content.firstElementChild.cloneNode(true);
      part.id = `${prefix}-${name}`;
      part.style.setProperty("--lane", `var(--${name})`);
      part.querySelector("b").textContent = title;
      part.querySelector(".quiet").textContent = text;
      part.querySelector("canvas").setAttribute("aria-label", `${title}: value and rate over time`);
      const radio = part.querySelector("input");
      if (prefix === "course") {
        radio.remove();
        part.querySelector(".square").remove();
      } else {
        radio.checked = name === play.policy;
        radio.addEventListener("change", () => { play.policy = name; share(); });
      }
      find(parent).append(part);
    }
  }
}

function takeOver() {
  if (play.hasPlayed) return;
  play.hasPlayed = true;
  find("#hint").classList.add("gone");
}

function setPaused(isPaused) {
  play.isPaused = isPaused;
  show(find("#pause"), isPaused ? "Go on" : "Pause");
}

function listenToHand() {
  const field = find("#field");
  const fieldPoint = (event) => ({
    x: (event.offsetX / field.clientWidth) * fieldSize.width,
    y: (event.offsetY / field.clientWidth) * fieldSize.width,
  });
  field.addEventListener("pointerdown", (event) => {
    field.setPointerCapture(event.pointerId);
    play.pointer = fieldPoint(event);
    takeOver();
  });
  field.addEventListener("pointermove", (event) => {
    if (play.pointer) play.pointer = fieldPoint(event);
  });
  for (const type of ["pointerup", "pointercancel"]) {
    field.addEventListener(type, () => { play.pointer = null; });
  }
  const moves = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "a", "d", "w", "s"];
  // The keys play from the field and from nowhere in particular, not from a slider or a button.
  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || find("#play").hidden) return;
    if (event.target !== field && event.target !== document.body) return;
    if (moves.includes(event.key)) {
      play.keys.add(event.key);
      takeOver();
    } else if (event.key === " ") {
      if (!event.repeat) setPaused(!play.isPaused);
    } else return;
    event.preventDefault();
  });
  addEventListener("keyup", (event) => play.keys.delete(event.key));
  addEventListener("blur", () => play.keys.clear());
  find("#health").addEventListener("input", (event) => {
    play.health = event.target.value / 100;
    // The slider is the hand now: the hunter sleeps until the square moves.
    [play.isAwake, play.hunter] = [false, { x: 760, y: 150 }];
    takeOver();
  });
  find("#health").addEventListener("change", () => { share(); say(); });
  find("#pause").addEventListener("click", () => setPaused(!play.isPaused));
  find("#again").addEventListener("click", () => { beginRun(); setPaused(false); });
  find("#to-numbers").addEventListener("click", () => {
    const begins = Math.max(0, play.time - 30);
    const rows = play.changes.map(([time, duration]) => [Number((time - begins).toFixed(3)), duration]);
    const first = rows.findLastIndex(([time]) => time <= 0);
    writeNumbers(rows[first][1], rows.slice(first + 1).slice(-12));
    selectTab("numbers");
  });
}

// What a change came to, for those who hear the page.
function say() {
  const parts = lanes.map((lane) => `${laneTexts[lane.name][0]}: jump ${figure(lane.view.jump, 2)},`
    + ` delay ${figure(lane.view.delay, 2)} s.`);
  show(find("#said"), `${seconds(durationOf(play.health))} a cycle. ${parts.join(" ")}`);
}

// ---- Your numbers

const longestDrawn = 120; // Seconds.
const tail = 10; // Seconds after the last change, as the comparison runs.

function writeNumbers(first, rows) {
  find("#first").value = first;
  find("#changes").replaceChildren();
  rows.forEach(([time, duration]) => addChange(time, duration));
  readNumbers();
}

function addChange(time, duration) {
  const row = find("#change").content.firstElementChild.cloneNode(true);
  row.querySelector(".time").value = time;
  row.querySelector(".duration").value = duration;
  row.querySelector(".remove").addEventListener("click", () => {
    row.remove();
    find("#add").focus();
    readNumbers();
  });
  find("#changes").append(row);
  return row;
}

// Reads the form; draws it, or says what is wrong. The library says which numbers it takes.
function readNumbers() {
  const numberIn = (input) => (/^\s*[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?\s*$/i.test(input.value)
    ? Number(input.value) : NaN);
  const problems = [];
  const probe = new Repeat(1, "phase");
  const read = (input, name, what, problemOf) => {
    const value = numberIn(input);
    const problem = Number.isNaN(value)
      ? `“${input.value.trim()}” is not a number such as ${what}.` : problemOf(value);
    input.setAttribute("aria-invalid", problem ? "true" : "false");
    if (problem) problems.push(`${name}: ${problem}`);
    return value;
  };
  const durationProblem = (value) => {
    const code = probe.request(value);
    return code === status.ok ? "" : `${value} s is no cycle duration. ${statusText(code)}`;
  };
  const first = read(find("#first"), "At the start", "1.91", durationProblem);
  let last = 0;
  const rows = [...find("#changes").children].map((row, index) => {
    const name = `Change ${index + 1}`;
    const time = read(row.querySelector(".time"), name, "2.71", (value) => (value > last && value <= 1e12
      ? "" : `its time, ${value} s, must be after ${last} s${value > 1e12 ? " and at most 1e12 s" : ""}.`));
    if (!Number.isNaN(time)) last = Math.max(last, time);
    return [time, read(row.querySelector(".duration"), name, "0.47", durationProblem)];
  });
  probe.end();
  show(find("#errors"), problems.join(" "));
  find("#export").disabled = problems.length > 0;
  if (problems.length === 0) {
    drawNumbers(first, rows);
    share();
  }
  return problems.length === 0 ? { first, rows } : null;
}

// The comparison's run of these changes, at its 60 frames a second.
function drawNumbers(first, rows) {
  const end = (rows.length ? rows[rows.length - 1][0] : 0) + tail;
  const runs = new Strategies(1, first);
  const courses = names.map(() => new Course());
  const drawn = Math.min(end, longestDrawn);
  let [views, next, mostHertz] = [null, 0, 1 / first];
  rows.forEach(([, duration]) => { mostHertz = Math.max(mostHertz, 1 / duration); });
  for (let count = 0; count / 60 <= drawn; count++) {
    const time = count / 60;
    for (; next < rows.length && rows[next][0] <= time; next++) runs.apply(...rows[next]);
    views = runs.frame(time);
    views.forEach((view, index) => courses[index].add(time, view));
  }
  names.forEach((name, index) => {
    const part = find(`#course-${name}`);
    courses[index].draw(part.querySelector("canvas"), colors[name], 0, Math.min(drawn, end - tail + 4), mostHertz * 1.05);
    show(part.querySelector(".jump"), figure(views[index].jump, 4));
    show(part.querySelector(".delay"), `${figure(views[index].delay, 3)} s`);
  });
  if (end > longestDrawn) show(find("#errors"), `Drawn up to ${longestDrawn} s; the CSV has all of it.`);
}

function exportNumbers() {
  const numbers = readNumbers();
  if (!numbers) return;
  const lines = [[0, numbers.first], ...numbers.rows].map((row) => row.join(","));
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([`time,cycle_duration\n${lines.join("\n")}\n`], { type: "text/csv" }));
  link.download = "changes.csv";
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

// ---- Tabs, and the state in the address

function selectTab(name) {
  for (const tab of ["play", "numbers"]) {
    const button = find(`#tab-${tab}`);
    button.setAttribute("aria-selected", tab === name);
    button.tabIndex = tab === name ? 0 : -1;
    find(`#${tab}`).hidden = tab !== name;
  }
  if (name === "numbers") readNumbers(); else share();
}

// #play=0.4,phase or #numbers=1.91,2.71:0.47,5:1.2
function share() {
  const rows = [...find("#changes").children].map((row) => [...row.querySelectorAll("input")].map((input) => input.value.trim()));
  const state = find("#play").hidden
    ? `numbers=${[find("#first").value.trim(), ...rows.map((row) => row.join(":"))].join(",")}`
    : `play=${play.health.toFixed(2)},${play.policy}`;
  if (play.hasPlayed || find("#play").hidden) history.replaceState(null, "", `#${state}`);
  return state;
}

function readAddress() {
  const [tab, text = ""] = decodeURIComponent(location.hash.slice(1)).split("=");
  const parts = text.split(",");
  if (tab === "numbers") {
    writeNumbers(parts[0], parts.slice(1, 100).map((row) => row.split(":").concat("", "").slice(0, 2)));
    selectTab("numbers");
  } else if (tab === "play" && parts[0] >= 0 && parts[0] <= 1) {
    play.health = Number(parts[0]);
    if (names.includes(parts[1])) play.policy = parts[1];
    takeOver();
  }
}

function listenToPage() {
  const tabs = [...document.querySelectorAll("[role=tab]")];
  tabs.forEach((tab, index) => {
    tab.addEventListener("click", () => selectTab(tab.getAttribute("aria-controls")));
    tab.addEventListener("keydown", (event) => {
      if (event.key !== "ArrowRight" && event.key !== "ArrowLeft") return;
      tabs[1 - index].focus();
      tabs[1 - index].click();
    });
  });
  find("#form").addEventListener("input", readNumbers);
  find("#form").addEventListener("submit", (event) => { event.preventDefault(); readNumbers(); });
  find("#export").addEventListener("click", exportNumbers);
  find("#add").addEventListener("click", () => {
    const rows = [...find("#changes").querySelectorAll(".time")];
    const time = rows.length ? Number(rows[rows.length - 1].value) + 2 : 2.71;
    addChange(Number.isFinite(time) ? Number(time.toFixed(3)) : "", 1).querySelector(".time").focus();
    readNumbers();
  });
  for (const button of document.querySelectorAll(".share")) {
    button.addEventListener("click", async () => {
      play.hasPlayed = true;
      const state = share();
      try {
        await navigator.clipboard.writeText(location.href.replace(/#.*$/, "") + `#${state}`);
        show(button, "Copied");
      } catch {
        show(button, "See the address bar");
      }
      setTimeout(() => show(button, "Copy link"), 2000);
    });
  }
  const redraw = () => {
    readColors();
    if (find("#play").hidden) readNumbers(); else if (lanes[0].view) drawPlay();
  };
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", redraw);
  addEventListener("resize", redraw);
  addEventListener("hashchange", readAddress);
}

async function begin() {
  await openLibrary();
  readColors();
  makeLanes();
  writeNumbers(1.91, [[2.71, 0.47]]);
  readAddress();
  find(`#lane-${play.policy} input`).checked = true;
  beginRun();
  listenToHand();
  listenToPage();
  setPaused(isAsked("(prefers-reduced-motion: reduce)"));
  play.time = 1 / 60;
  advance();
  drawPlay();
  requestAnimationFrame((now) => { play.last = now; requestAnimationFrame(frame); });
}

begin().catch((error) => {
  show(find("#failure"), `The page cannot play here: ${error.message}.`);
  find("#failure").hidden = false;
});
