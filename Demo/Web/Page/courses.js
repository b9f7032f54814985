// SPDX-License-Identifier: Apache-2.0
//
// How the page draws: colours, the sizes of canvases, and what squares did over time.
"use strict";

// Of the style sheet; the screen's pixels for one of CSS; and for a sixteenth of the text's size.
let [colors, scale, unit] = [{}, 1, 1];

function readColors() {
  const style = getComputedStyle(document.documentElement);
  const names = ["faint", "line", "alert", "jump", "wait", "bounds", "restart", "phase", "ramp", "naive"];
  colors = Object.fromEntries(names.map((name) => [name, style.getPropertyValue(`--${name}`).trim()]));
  scale = Math.min(devicePixelRatio, 3);
  unit = (scale * parseFloat(style.fontSize)) / 16;
}

// Canvases are as sharp as the screen. Their sizes are noted when they change: to ask for them in a
// frame would lay out the page once more.
const sizes = new ResizeObserver((entries) => {
  readColors();
  for (const { target, contentRect: { width, height } } of entries) {
    [target.width, target.height] = [Math.round(width * scale), Math.round(height * scale)];
  }
  redraw();
});

// What a square did over time.
class Course {
  seconds = 8; // So many are on the canvas.
  points = [];
  jumps = 0; // That can be seen.
  drawn = 0; // So many points are drawn, the last of them at this pixel of all time.
  right = 0;
  // `lines`: colour, thickness, and the height of a point, from 0 to 1. `bands`: of a point, colour
  // and heights. `hasMark`: whether there is an upright line between two points.
  constructor(parts) { Object.assign(this, parts); }

  add(view) {
    this.points.push(view);
    if (view.newJump >= visibleJump) this.jumps++;
  }

  // The seconds up to `end`: all of them, or moved on, with what has come since.
  draw(end, isWhole) {
    for (; this.points[0].time < end - this.seconds - 0.1; this.drawn--) this.points.shift();
    const { canvas, canvas: { width, height }, points, lines, bands, hasMark } = this;
    if (width === 0) return;
    const context = canvas.getContext("2d");
    const speed = (width - 4 * unit) / this.seconds;
    const right = Math.round(end * speed);
    const x = (time) => time * speed - right + width - 4 * unit;
    const y = (part) => height - 4 * unit - part * (height - 8 * unit);
    // In whole pixels, so that what is drawn frame by frame neither overlaps nor leaves gaps.
    const fill = (color, from, to, top = 0, bottom = height) => {
      context.fillStyle = color;
      context.fillRect(Math.round(from), top, Math.round(to) - Math.round(from), bottom - top);
    };
    context.globalCompositeOperation = "copy";
    context.drawImage(canvas, isWhole ? width : this.right - right, 0);
    context.globalCompositeOperation = "source-over";
    const first = isWhole ? 1 : Math.max(1, this.drawn);
    [this.drawn, this.right] = [points.length, right];
    for (let index = first; index < points.length; index++) {
      const [last, point] = [points[index - 1], points[index]];
      for (const [color, low, high] of bands(point)) fill(colors[color], x(last.time), x(point.time), y(high), y(low));
      if (hasMark(last, point)) fill(colors.line, x(point.time), x(point.time) + unit);
    }
    for (const [color, thickness, part, most = 2] of lines) {
      [context.strokeStyle, context.lineWidth] = [colors[color], thickness * unit];
      [context.lineJoin, context.lineCap] = ["round", "round"];
      context.beginPath();
      for (let index = first - 1, last = NaN; index < points.length; index++) {
        const next = part(points[index]);
        const isOn = Math.abs(next - last) < most; // Not where it comes back from the other side.
        context[isOn ? "lineTo" : "moveTo"](x(points[index].time), y(next));
        last = next;
      }
      context.stroke();
    }
    for (let index = first; index < points.length; index++) {
      if (points[index].newJump < visibleJump) continue;
      const at = x(points[index].time);
      const ends = [points[index - 1], points[index]].map((point) => y(lines.at(-1)[2](point)));
      const bottom = Math.max(...ends);
      fill(colors.jump, at - 6 * unit, at + 4 * unit);
      fill(colors.alert, at - 2 * unit, at + 2 * unit, Math.min(...ends, bottom - 8 * unit), bottom);
    }
  }
}
