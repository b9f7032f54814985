// SPDX-License-Identifier: Apache-2.0
// Notes what the page draws, and how long its work of a frame takes; run in it by check_page.py.
const recorded = { frames: [], work: [], beatFrames: [], handOvers: [], taps: [] };
(() => {
  const [movePlay, moveBeat, drawn] = [play.move, beat.move, frame];
  play.move = (delta) => {
    movePlay(delta);
    const { frames } = recorded;
    const [{ view: { time } }] = play.lanes;
    if (frames.length && time <= frames.at(-1).time) frames.length = 0;
    frames.push({
      time, clock: page.last / 1000, duration: play.hunt.cycleDuration,
      views: play.lanes.map(({ view }) => view),
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
      views: beat.lanes.map(({ view }) => view),
    });
  };
  beat.move = (delta) => {
    moveBeat(delta);
    noteBeat();
  };
  // A key is a click on the button, at a time that the page reads.
  find("#tap").addEventListener("click", ({ timeStamp }) => recorded.taps.push(timeStamp / 1000));
  noteBeat(); // The first frame has been before.
  frame = (now) => {
    const started = performance.now();
    drawn(now);
    recorded.work.push(performance.now() - started);
  };
})();
