// SPDX-License-Identifier: Apache-2.0
// Notes what the page draws, and how long its work of a frame takes; run in it by check_page.py.
const recorded = { frames: [], work: [], beatFrames: [], handOvers: [] };
(() => {
  const [movePlay, moveBeat, drawn] = [play.move, beat.move, frame];
  play.move = (delta) => {
    movePlay(delta);
    const { frames } = recorded;
    const [{ view: { time } }] = play.lanes;
    if (frames.length && time <= frames.at(-1).time) frames.length = 0;
    frames.push({
      time, clock: page.last / 1000, duration: play.hunt.cycleDuration,
      lanes: play.lanes.map(({ view }) => ({
        value: view.value, hertz: view.hertz, jump: view.largestJump, delay: view.worstDelay, shown: view.shown,
      })),
    });
  };
  const noteBeat = () => {
    const { tempo, ratio, isLocked, handOverTime } = read(library.beat_hand(),
      ["tempo", "ratio", "refusedRatio", "isLocked", "isOwn", "handOverTime"]);
    const [{ view: { time, beat: count, beatPhase: phase } }] = beat.lanes;
    if (time === handOverTime) {
      const cyclesToBeats = ratios[ratio].value.split(":").map(Number);
      recorded.handOvers.push({ time, tempo, ratio: cyclesToBeats, isLocked: isLocked === 1, count, phase });
    }
    recorded.beatFrames.push({
      time, clock: page.last / 1000,
      rows: beat.lanes.map(({ view }) => ({
        value: view.value, hertz: view.hertz, gap: view.gap, jump: view.newJump, deviation: view.deviation,
        lockTime: view.lockTime >= 0 ? view.lockTime : -1, shown: view.shown,
      })),
    });
  };
  beat.move = (delta) => {
    moveBeat(delta);
    noteBeat();
  };
  noteBeat(); // The first frame has been before.
  frame = (now) => {
    const started = performance.now();
    drawn(now);
    recorded.work.push(performance.now() - started);
  };
})();
