// SPDX-License-Identifier: Apache-2.0
//
// The tab "In step": a beat, and four squares that follow it. Beat and hand are the module's.
"use strict";

const ratios = all("[name=ratio]"); // In the module's order.

// Above how far the beat is ahead, below the rate with its bounds, as parts of the rate in step.
const rateAt = (hertz, { hertzInStep }) => 0.46 * Math.min(hertz / hertzInStep / 1.6, 1);
const beatCourse = ({ canvas, color }) => new Course({
  canvas,
  lines: [["faint", 1.5, (view) => rateAt(view.hertz, view)], [color, 2.25, ({ gap }) => 0.75 + 0.48 * gap, 0.24]],
  bands: (view) =>
    [["line", 0.745, 0.755], ["bounds", rateAt(view.leastHertz, view), rateAt(view.mostHertz, view)]],
  hasMark: (last, point) => last.beat < point.beat,
});

const beat = tabs.beat = {
  get hand() { return read(library.beat_hand(), ["tempo", "ratio", "refusedRatio", "isLocked", "isOwn"]); },
  get isOwn() { return beat.hand.isOwn; },
  get state() {
    const { tempo, ratio, isLocked } = beat.hand;
    return [tempo, ratios[ratio].value, isLocked ? "locked" : "free"];
  },

  read([tempo, ratio, lock]) {
    if (!(tempo >= 50 && tempo <= 120)) return;
    library.beat_set_tempo(tempo);
    library.beat_set_ratio(Math.max(0, ratios.findIndex(({ value }) => value === ratio)));
    library.beat_set_locked(lock === "locked");
  },

  begin() {
    check(library.beat_begin());
    beat.lanes.forEach((lane) => { lane.course = beatCourse(lane); });
    beat.move(1 / 60);
  },

  move(delta) {
    check(library.beat_frame(delta, page.last / 1000));
    addFrame(beat.lanes);
  },

  draw(isWhole) {
    const { lanes, lanes: [{ view: inPhase }, { view: inCycles }] } = beat;
    const { tempo, ratio, refusedRatio, isLocked } = beat.hand;
    const after = (seconds) => `after ${seconds.toFixed(2)} s`;
    drawLanes(lanes, inPhase.time, isWhole, ({ lockTime, deviation, largestJump }) => isLocked
      ? [lockTime >= 0 ? after(lockTime) : "not yet", `${(100 * deviation).toFixed(0)} %`, figure(largestJump, 2)]
      : ["free", "–", figure(largestJump, 2)]);
    find("#metronome i").style.setProperty("--bar", (inPhase.barPhase + 0.125) % 1);
    find("#tempo").value = tempo;
    ratios[ratio].checked = true;
    find("#lock").setAttribute("aria-pressed", isLocked === 1);
    show(find("#tempo-text"), `${tempo} beats a minute`);
    const [bad, held] = [ratios[refusedRatio]?.value, ratios[ratio].value];
    if (show(find("#beat-note"), bad ? `${bad} would flash more than 3 times a second: ${held} instead.` : "")) share();
    if (!isLocked || !(inPhase.lockTime >= 0 && inCycles.lockTime >= 0)) return;
    show(find("#said"), `In step: in phase ${after(inPhase.lockTime)}, in whole cycles ${after(inCycles.lockTime)}.`);
  },

  // A key is a click on the control that has it.
  press(key) {
    const control = all("#beat [data-key]").find(({ dataset }) => dataset.key === key);
    control?.click();
    return control;
  },
};

on("#tempo", "input", ({ target }) => library.beat_set_tempo(target.value));
on("[name=ratio]", "click", ({ target }) => library.beat_set_ratio(ratios.indexOf(target)));
on("#lock", "click", () => library.beat_set_locked(true));
on("#unlock", "click", () => library.beat_set_locked(false));
on("#skip", "click", () => library.beat_skip());
on("#tap", "click", ({ timeStamp }) => library.beat_tap(timeStamp / 1000));
