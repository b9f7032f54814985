// SPDX-License-Identifier: Apache-2.0
//
// Four stories with their controls: danger, sprite, music, and a thousand lights. All timing is in
// the module.
"use strict";

const storyNames = ["heart", "heartHertz", "walk", "walks", "walkIsWaiting", "bar", "lamp", "gap", "lampHertz",
  "isLocked"];
const stories = { seen: new Set() }; // The ids of the stories' pictures in view.

function beginStories() {
  library.story_begin(durationOf(Number(find("#speed").value)), Number(find("#tempo").value));
  advanceStories(0);
  library.story_tempo(Number(find("#tempo").value));
}

// Follows the page's time, and draws only visible stories.
function advanceStories(time) {
  library.story_advance(time, stories.seen.has("many") ? 1 : 0);
  const story = read(library.story_view(), storyNames);
  const { seen } = stories;
  if (seen.has("heart")) {
    find("#heart").style.setProperty("--shown", story.heart);
    show(find("#heart-text"), page.isPaused ? "paused: press Play" : `${story.heartHertz.toFixed(2)} beats a second`);
  }
  if (seen.has("walker")) {
    drawWalker(Math.floor(story.walk * 8) / 8);
    show(find("#walk-text"), story.walkIsWaiting
      ? "The new speed begins with the next walk." : `${story.walks} whole walks, none cut short`);
  }
  if (seen.has("metronome")) {
    find("#metronome").style.setProperty("--bar", story.bar);
    find("#lamp").style.setProperty("--shown", story.lamp);
    const gap = `${Math.abs(story.gap).toFixed(2)} cycle ${story.gap > 0 ? "behind" : "ahead"}`;
    show(find("#lock-text"), story.isLocked ? "in step" : `${gap}, at ${story.lampHertz.toFixed(2)} Hz`);
  }
  if (seen.has("many")) drawMany();
}

// Draws one of eight pictures of a walker.
function drawWalker(part) {
  const canvas = find("#walker");
  const [context, size] = [canvas.getContext("2d"), canvas.height / 100];
  if (stories.walker === `${part} ${size} ${colors.ink}`) return;
  stories.walker = `${part} ${size} ${colors.ink}`;
  context.clearRect(0, 0, canvas.width, canvas.height);
  [context.strokeStyle, context.fillStyle] = [colors.ink, colors.ink];
  [context.lineWidth, context.lineCap] = [5 * size, "round"];
  const [x, swing] = [canvas.width / 2, Math.sin(2 * Math.PI * part)];
  const line = (...points) => {
    context.beginPath();
    points.forEach(([right, down]) => context.lineTo(x + right * size, down * size));
    context.stroke();
  };
  context.beginPath();
  context.arc(x, 16 * size, 9 * size, 0, 7);
  context.fill();
  line([0, 25], [0, 56]);
  for (const side of [swing, -swing]) {
    line([0, 56], [11 * side + 4, 75], [20 * side, 95]);
    line([0, 32], [-9 * side, 46], [-13 * side + 6, 58]);
  }
}

// Draws one pixel per light; the style sheet enlarges them.
function drawMany() {
  const [canvas, bytes] = [find("#many"), new Uint8Array(library.memory.buffer, library.story_lights(), 1000)];
  const picture = new ImageData(canvas.width, canvas.height);
  const [dim, lit] = [colors.dim, colors["lit-phase"]].map((color) =>
    color.match(/\w\w/g).map((digits) => parseInt(digits, 16)));
  for (let index = 0; index < 1000; index++) {
    for (let part = 0; part < 3; part++) {
      picture.data[4 * index + part] = dim[part] + (lit[part] - dim[part]) * bytes[index] / 255;
    }
    picture.data[4 * index + 3] = 255;
  }
  canvas.getContext("2d").putImageData(picture, 0, 0);
}

// ---- The code in the chosen language

function drawCode() {
  for (const part of all("[data-code]")) {
    show(part.querySelector("code"), codeFor(part.dataset.code, state.code));
  }
  show(find("#install code"), installCode[state.code]);
  for (const tab of all("[role=tab]")) {
    const isSelected = tab.value === state.code;
    tab.setAttribute("aria-selected", isSelected);
    tab.tabIndex = isSelected ? 0 : -1;
  }
}

function listenToStories() {
  find("#hit").addEventListener("click", () => library.story_hit());
  find("#speed").addEventListener("input", ({ target }) => library.story_walk(durationOf(target.value)));
  find("#tempo").addEventListener("input", ({ target }) => {
    library.story_tempo(Number(target.value));
    show(find("#tempo-text"), `${target.value} beats a minute`);
  });
  find("#skip").addEventListener("click", () => library.story_skip());
  find("#factor").addEventListener("input", ({ target }) => library.story_many(2 ** -target.value));
  for (const tab of all("[role=tab]")) {
    tab.addEventListener("click", () => { choose("code", tab.value); writeAddress(); });
  }
  useArrowKeys(all("[role=tab]"));
  for (const button of all(".copy")) {
    useAsCopy(button, () => button.closest(".code").querySelector("code").textContent);
  }
  const inView = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) stories.seen[isIntersecting ? "add" : "delete"](target.id);
    if (page.isPaused) advanceStories(page.time);
  });
  ["heart", "walker", "metronome", "many"].forEach((id) => inView.observe(find(`#${id}`)));
}
