// SPDX-License-Identifier: Apache-2.0
//
// The tab "In step": a beat, and four squares that follow it.
"use strict";

const followers = ["phase", "whole", "snap", "wait"]; // The last two are the comparison's models.
const freeShares = [0.88, 0.93, 0.82, 1.1]; // Of the rate in step: how each runs by itself.
const ratios = { "1:1": [1, 1], "3:2": [3, 2], "2:1": [2, 1] };
const lockSeconds = 2.5; // When they lock where nobody plays.
const beat = { time: 0, tempo: 96, ratio: "1:1", isLocked: false, isChanged: false, skips: 0, hasTap: false, taps: [] };
let rows = [];

const rateInStep = () => (beat.tempo / 60) * (ratios[beat.ratio][0] / ratios[beat.ratio][1]);

// Above how far the beat is ahead, below the rate with its bounds, as parts of the rate in step.
const rateAt = (part) => 0.46 * Math.min(part / 1.6, 1);
const beatCourse = (color) => new Course(
  [["faint", 1.5, ({ hertz, target }) => rateAt(hertz / target)], [color, 2.25, ({ gap }) => 0.75 + 0.48 * gap, 0.24]],
  ({ bounds }) => [["line", 0.745, 0.755], ...(bounds ? [["bounds", ...bounds.map(rateAt)]] : [])],
  (last, point) => last.count < point.count);

function beginBeat() {
  library.dr_default_beat_clock_def(room);
  memory().setFloat64(room + 8, beat.tempo, true);
  check(library.dr_beat_clock_create(room, room + beatAt));
  beat.music = memory().getBigInt64(room + beatAt, true);
  const rates = freeShares.map((share) => share * rateInStep());
  rows = followers.map((name, index) => ({
    ...partsOf(`#beat-${name}`), course: beatCourse(["phase", "restart", "naive", "ramp"][index]),
    repeat: index < 2 ? new Repeat(1 / rates[index], "phase") : null,
  }));
  beat.isChanged = true;
  moveBeat(1 / 60);
}

function changeBeat(change) {
  Object.assign(beat, { isChanged: true, hasPlayed: true }, change);
  find("#tempo").value = beat.tempo;
  find(`[value="${beat.ratio}"]`).checked = true;
  find("#lock").setAttribute("aria-pressed", beat.isLocked);
  show(find("#tempo-text"), `${beat.tempo} beats a minute`);
}

// The beat goes on as the hand has changed it, and is handed over anew.
function handOver() {
  const { music, time } = beat;
  check(library.dr_beat_clock_set_tempo(music, beat.tempo, time));
  check(library.dr_beat_clock_beat(music, time, room + beatAt));
  const fields = memory();
  if (beat.skips || beat.hasTap) {
    const before = Number(fields.getBigInt64(room + beatAt, true)) + fields.getFloat64(room + beatAt + 8, true);
    const after = beat.hasTap ? Math.round(before) : before + 0.4 * beat.skips;
    fields.setBigInt64(room + beatAt, BigInt(Math.floor(after)), true);
    fields.setFloat64(room + beatAt + 8, after - Math.floor(after), true);
    check(library.dr_beat_clock_seek(music, room + beatAt, time));
  }
  Object.assign(beat, { isChanged: false, skips: 0, hasTap: false });
  library.dr_default_lock_def(room + lockAt);
  check(library.dr_beat_clock_leader(music, room + lockAt + 8));
  show(find("#beat-note"), "");
  // The library takes no rate that would flash too often: then the next lower ratio.
  for (let code; beat.isLocked && (code = rows[0].repeat.lock(0, ratios[beat.ratio], rateInStep())) !== 0;) {
    const lower = Object.keys(ratios)[Object.keys(ratios).indexOf(beat.ratio) - 1];
    if (!lower) check(code);
    show(find("#beat-note"), `${beat.ratio} would flash more than ${safeFlashes} times a second: ${lower} instead.`);
    changeBeat({ ratio: lower, isChanged: false });
  }
  const rates = freeShares.map((share) => rateInStep() * (beat.isLocked ? 1 : share));
  if (beat.isLocked) check(rows[1].repeat.lock(1, ratios[beat.ratio], rates[1]));
  else rows.forEach(({ repeat }, index) => repeat?.letGo(rates[index]));
  library.followers_lead(time, room, room + beatAt, ...ratios[beat.ratio], rateInStep(), beat.isLocked, rates[2], rates[3]);
  rows.forEach((row) => { row.jump = 0; });
  beat.isAwaited = beat.isLocked;
}

function moveBeat(delta) {
  beat.time += delta;
  if (!beat.hasPlayed && !beat.isLocked && beat.time > lockSeconds) changeBeat({ isLocked: true, hasPlayed: false });
  library.followers_move(beat.time);
  const sampleOwn = () => rows.forEach(({ repeat }, index) => repeat?.sample(beat.time, room + 56 * index));
  rows.forEach(({ repeat }) => repeat?.advance(beat.time));
  sampleOwn();
  if (beat.isChanged) {
    handOver();
    sampleOwn();
  }
  library.followers_frame(beat.time, room, room + viewsAt);
  check(library.dr_beat_clock_beat(beat.music, beat.time, room + beatAt));
  check(library.dr_beat_clock_phase_in_bar(beat.music, beat.time, room + beatAt + 16));
  const fields = memory();
  [beat.count, beat.inBar] = [fields.getBigInt64(room + beatAt, true), fields.getFloat64(room + beatAt + 16, true)];
  const target = rateInStep();
  const bounds = beat.isLocked && [0.8, Math.min(1.2, safeFlashes / target)];
  readViews(room + viewsAt).forEach(([value, hertz, gap, newJump, deviation, lockTime], index) => {
    const row = rows[index];
    row.view = { value, hertz, gap, newJump, deviation, lockTime, target, bounds, count: beat.count };
    row.jump = Math.max(row.jump, newJump);
    row.shown = row.repeat ? value : library.flash_guard_show(index - 1, value, play.last / 1000);
    row.course.add(beat.time, row.view);
    row.course.forget(beat.time - shownSeconds - 0.1);
  });
  const [inPhase, inCycles] = rows.map(({ view }) => view.lockTime);
  if (!beat.isAwaited || !(inPhase >= 0 && inCycles >= 0)) return;
  beat.isAwaited = false;
  show(find("#said"), `In step: in phase after ${inPhase.toFixed(2)} s, in whole cycles after ${inCycles.toFixed(2)} s.`);
}

function drawBeat(isWhole) {
  for (const { square, canvas, figures: [lock, rate, jump], jump: largestJump, view, shown, course } of rows) {
    square.style.backgroundColor = flashColor(shown);
    course.draw(canvas, beat.time, shownSeconds, isWhole);
    show(lock, !beat.isLocked ? "free" : view.lockTime >= 0 ? `after ${view.lockTime.toFixed(2)} s` : "not yet");
    show(rate, beat.isLocked ? `${(100 * view.deviation).toFixed(0)} %` : "–");
    show(jump, figure(largestJump, 2));
  }
  const [context, { width, height }] = [find("#metronome").getContext("2d"), find("#metronome")];
  context.fillStyle = colors.field;
  context.fillRect(0, 0, width, height);
  context.fillStyle = colors.hunter;
  for (let count = 0; count < 4; count++) context.fillRect(width * (count + 0.5) / 4 - unit, height / 4, 2 * unit, height / 2);
  context.beginPath();
  context.arc(width * ((beat.inBar + 0.125) % 1), height / 2, height / 4, 0, 2 * Math.PI);
  context.fill();
}

// What keys and buttons do.
const beatActions = {
  l: () => ({ isLocked: true }), u: () => ({ isLocked: false }), s: () => ({ skips: beat.skips + 1 }),
  // The mean of the last taps, from the third on; after two seconds it begins anew.
  t: ({ timeStamp }) => {
    beat.taps = timeStamp - (beat.taps.at(-1) ?? -Infinity) < 2000 ? [...beat.taps.slice(-4), timeStamp] : [timeStamp];
    const tempo = Math.round((60000 * (beat.taps.length - 1)) / (timeStamp - beat.taps[0]));
    return beat.taps.length > 2 && { tempo: clamp(tempo, 50, 120), hasTap: true };
  },
  1: () => ({ ratio: "1:1" }), 2: () => ({ ratio: "3:2" }), 3: () => ({ ratio: "2:1" }),
};

function pressBeat(event, key = event.key) {
  const change = beatActions[key]?.(event);
  if (change) changeBeat(change);
  share();
  return key in beatActions;
}

function listenToBeat() {
  on("#tempo", "input", (event) => changeBeat({ tempo: Number(event.target.value) }));
  on("#tempo", "change", () => share());
  on("[name=ratio]", "change", (event) => { changeBeat({ ratio: event.target.value }); share(); });
  on("[data-key]", "click", (event) => pressBeat(event, event.target.dataset.key));
}
