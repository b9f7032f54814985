// SPDX-License-Identifier: Apache-2.0
// Notes what the page draws, and how long its work of a frame takes; run in it by check_page.py.
const recorded = { frames: [], work: [] };
(() => {
  const [moved, framed] = [move, frame];
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
  frame = (now) => {
    const started = performance.now();
    framed(now);
    recorded.work.push(performance.now() - started);
  };
})();
