// SPDX-License-Identifier: Apache-2.0
// Notes what the page draws, and how long its work of a frame takes; run in it by check_page.py.
const recorded = { frames: [], work: [], beatFrames: [], handOvers: [] };
(() => {
  const [moved, framed, movedBeat, handedOver] = [move, frame, moveBeat, handOver];
  move = (delta) => {
    moved(delta);
    const { frames } = recorded;
    if (frames.length && play.time <= frames.at(-1).time) frames.length = 0;
    frames.push({
      time: play.time, clock: play.last / 1000, duration: play.requested,
      lanes: lanes.map(({ view, shown }) => ({
        value: view.value, hertz: view.hertz, jump: view.jump, delay: view.delay, shown,
      })),
    });
  };
  const noteHandOver = (time) => {
    check(library.dr_beat_clock_beat(beat.music, time, room + beatAt));
    recorded.handOvers.push({
      time, tempo: beat.tempo, ratio: ratios[beat.ratio], isLocked: beat.isLocked,
      count: Number(memory().getBigInt64(room + beatAt, true)), phase: memory().getFloat64(room + beatAt + 8, true),
    });
  };
  const noteBeat = () => recorded.beatFrames.push({
    time: beat.time, clock: play.last / 1000,
    rows: rows.map(({ view, shown }) => ({
      value: view.value, hertz: view.hertz, gap: view.gap, jump: view.newJump, deviation: view.deviation,
      lockTime: view.lockTime >= 0 ? view.lockTime : -1, shown,
    })),
  });
  handOver = () => {
    handedOver();
    noteHandOver(beat.time);
  };
  moveBeat = (delta) => {
    movedBeat(delta);
    noteBeat();
  };
  noteHandOver(beat.time); // The first frame has been before.
  noteBeat();
  frame = (now) => {
    const started = performance.now();
    framed(now);
    recorded.work.push(performance.now() - started);
  };
})();
