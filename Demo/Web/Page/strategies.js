// SPDX-License-Identifier: Apache-2.0
//
// The tabs "Play", a hunted square and four that follow its health, and "Your numbers", which are typed in, drawn
// and saved. The game is the module's.
"use strict";

const huntNames = ["health", "cycleDuration", "isOwn", "playerX", "playerY", "hunterX", "hunterY"];

// The value as a line, the rate as a faint one; where the rate is waited for, a band.
const valueCourse = ({ canvas, color }, mostHertz, step = 1, span = {}) => new Course({
  canvas, ...span,
  lines: [["faint", 1.5, ({ hertz }) => Math.min(hertz / mostHertz, 1)], [color, 2.25, ({ value }) => value]],
  bands: ({ isWaiting }) => (isWaiting ? [["wait", 0, 1]] : []),
  hasMark: (last, point) => Math.floor(last.time / step) < Math.floor(point.time / step),
});

const play = tabs.play = {
  keys: new Set(), pointer: null,
  get hunt() { return read(library.play_hunt(), huntNames); },
  get policy() { return find("[name=policy]:checked").value; },
  get isOwn() { return play.hunt.isOwn; },
  get state() { return [play.hunt.health.toFixed(2), play.policy]; },

  read([health, policy]) {
    if (!(health && health >= 0 && health <= 1)) return;
    library.play_set_health(health);
    const choice = all("[name=policy]").find(({ value }) => value === policy);
    if (choice) choice.checked = true;
  },

  begin() {
    check(library.play_begin());
    play.changes = [[0, play.hunt.cycleDuration]];
    play.lanes.forEach((lane) => { lane.course = valueCourse(lane, 3); });
    play.move(1 / 60);
  },

  // A frame's time passes: the hand moves, all get the same request, and show what they show.
  move(delta) {
    const { keys, pointer, lanes, changes } = play;
    const held = (...any) => any.some((key) => keys.has(key));
    const right = held("arrowright", "d") - held("arrowleft", "a");
    const down = held("arrowdown", "s") - held("arrowup", "w");
    check(library.play_frame(delta, page.last / 1000, right, down, pointer?.x, pointer?.y));
    addFrame(lanes);
    const { cycleDuration } = play.hunt;
    if (cycleDuration !== changes.at(-1)[1]) changes.push([lanes[0].view.time, cycleDuration]);
  },

  draw(isWhole) {
    const { lanes, hunt } = play;
    drawLanes(lanes, lanes[0].view.time, isWhole, ({ largestJump, worstDelay }, { jumps }) =>
      [jumps ? `${figure(largestJump, 2)} · ${jumps}×` : "0", `${figure(worstDelay, 2)} s`]);
    const { view: { shown } } = lanes.find(({ color }) => color === play.policy);
    const { style } = find("#field");
    Object.entries({ ...hunt, shown }).forEach(([name, value]) => style.setProperty(`--${name}`, value));
    find("#hint").classList.toggle("gone", hunt.isOwn);
    const percent = Math.round(100 * hunt.health);
    find("#health").value = percent;
    show(find("#health-text"), `${percent} % · ${hunt.cycleDuration.toFixed(2)} s a cycle`);
  },

  press: (key) => /^(arrow(left|right|up|down)|[adws])$/.test(key) && play.keys.add(key),
};

const drag = ({ target: { clientWidth }, offsetX, offsetY }) => {
  play.pointer = { x: offsetX / clientWidth, y: offsetY / clientWidth }; // In parts of the field's width.
};

on("#field", "pointerdown", ({ target, pointerId }) => target.setPointerCapture(pointerId));
on("#field", "pointerdown", drag);
on("#field", "pointermove", (event) => { if (play.pointer) drag(event); });
on("#field", "lostpointercapture", () => { play.pointer = null; });
addEventListener("keyup", ({ key }) => play.keys.delete(key?.toLowerCase()));
addEventListener("blur", () => play.keys.clear());
on("#health", "input", ({ target }) => library.play_set_health(target.value / 100));
on("#health", "change", () => { // What it came to, for those who hear the page.
  const parts = play.lanes.map(({ name, view: { largestJump, worstDelay } }) =>
    `${name}: jump ${figure(largestJump, 2)}, delay ${figure(worstDelay, 2)} s.`);
  show(find("#said"), `${play.hunt.cycleDuration} s a cycle. ${parts.join(" ")}`);
});
on("#again", "click", () => play.begin());
on("#again", "click", () => setPaused(false));
on("#to-numbers", "click", () => { // The last half minute, as a schedule of its own.
  const begin = Math.max(0, play.lanes[0].view.time - 30);
  const rows = play.changes.map(([time, duration]) => [Number((time - begin).toFixed(3)), duration]);
  numbers.write(rows.slice(rows.findLastIndex(([time]) => time <= 0)));
  selectTab("numbers");
});

// ---- Your numbers

const [longestDrawn, tail] = [120, 10]; // Seconds; the tail after the last change is as of `compare`.

// The inputs of each row: the first duration, then a time and a duration.
const readInputs = () => [[find("#first")], ...all("#changes li").map((row) => all("input", row))];

const numbers = tabs.numbers = {
  isOwn: false, // Whether all that is typed in can be drawn.
  get state() { return readInputs().map((row) => row.map(({ value }) => encodeURIComponent(value.trim())).join(":")); },

  read([first, ...rows]) {
    numbers.write([[0, first], ...rows.slice(0, 999).map((row) => [...row.split(":"), ""].slice(0, 2))]);
  },

  // Rows of time and duration: the first from 0 on.
  write([[, first], ...changes]) {
    find("#first").value = first;
    find("#changes").replaceChildren();
    changes.forEach(addChange);
    numbers.draw();
  },

  // The comparison's run of the form, at its 60 frames a second, or what is wrong with it.
  draw() {
    const { rows, problems } = readForm();
    const end = rows.at(-1)[0] + tail;
    const cutText = end > longestDrawn && `Drawn and measured up to ${longestDrawn} s; the CSV has all of it.`;
    numbers.isOwn = problems.length === 0;
    show(find("#errors"), problems.join(" ") || cutText || "");
    [find("#export").disabled, find(".courses").hidden] = [!numbers.isOwn, !numbers.isOwn];
    if (!numbers.isOwn) return;
    const drawn = Math.min(end, longestDrawn);
    const to = Math.min(drawn, end - tail + 4);
    const mostHertz = 1.05 / Math.min(...rows.map(([, duration]) => duration));
    const step = to > 60 ? 10 : to > 20 ? 5 : 1;
    numbers.lanes.forEach((lane) => { lane.course = valueCourse(lane, mostHertz, step, { seconds: to }); });
    check(library.numbers_begin(rows[0][1]));
    for (let count = 0, next = 1; count / 60 <= drawn; count++) {
      for (; rows[next]?.[0] <= count / 60; next++) check(library.numbers_change(...rows[next]));
      check(library.numbers_frame(count / 60));
      addFrame(numbers.lanes);
    }
    drawLanes(numbers.lanes, to, true, ({ largestJump, worstDelay }) =>
      [Number(figure(largestJump, 4)), `${Number(figure(worstDelay, 4))} s`]);
  },
};

function addChange(values) {
  const row = find("#change").content.firstElementChild.cloneNode(true);
  all("input", row).forEach((input, index) => { input.value = values[index]; });
  find("#changes").append(row);
}

// The rows of time and duration, from 0 on, and what is wrong with them. The library says which durations it takes.
function readForm() {
  const problems = [];
  let last = 0;
  const problemOf = (text, value, isTime) => {
    if (Number.isNaN(value)) return text ? `“${text}” is not a number such as 1.5.` : "a number is missing.";
    if (isTime && value > 1e12) return `its time, ${value} s, is above 1e12 s.`;
    if (isTime) return value > last ? "" : `its time, ${value} s, is not after ${last} s.`;
    const code = library.numbers_check(value);
    return code === 0 ? "" : `${value} s is not possible: ${statusText(code)}.`;
  };
  const [first, ...changes] = readInputs().map((inputs, index) => inputs.map((input) => {
    const [text, isTime] = [input.value.trim(), input.className === "time"];
    const value = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text) ? Number(text) : NaN;
    const problem = problemOf(text, value, isTime);
    input.setAttribute("aria-invalid", problem !== "");
    if (problem) problems.push(`${index ? `Change ${index}` : "At first"}: ${problem}`);
    if (isTime) last = Math.max(last, value || 0);
    return value;
  }));
  return { rows: [[0, ...first], ...changes], problems };
}

on("#form", "submit", (event) => event.preventDefault());
on("#add", "click", () => {
  const time = Number(all("#changes .time").at(-1)?.value ?? 0) + 2;
  addChange([Number.isFinite(time) ? Number(time.toFixed(3)) : "", 1]);
  all("#changes .time").at(-1).focus();
});
on("#changes", "click", ({ target }) => {
  if (!target.matches(".remove")) return;
  target.closest("li").remove();
  find("#add").focus();
});
on("#export", "click", () => {
  const lines = readForm().rows.map((row) => row.join(","));
  const link = document.createElement("a");
  link.href = `data:text/csv,${encodeURIComponent(`time,cycle_duration\n${lines.join("\n")}\n`)}`;
  link.download = "changes.csv";
  link.click();
});
