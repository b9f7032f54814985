// SPDX-License-Identifier: Apache-2.0
//
// Charts of the last seconds: lines over time, requests, and rows of marks.
"use strict";

let colors = {}; // The colours of the style sheet, by name.

function readColors() {
  const style = getComputedStyle(document.documentElement);
  const names = ["ink", "quiet", "line", "panel", "request", "restart", "phase", "naive", "dim", "lit-phase"];
  colors = Object.fromEntries(names.map((name) => [name, style.getPropertyValue(`--${name}`).trim()]));
}

class Chart {
  static seconds = 8;

  // `lines` has a colour's name, a function from a sample to its value, and possibly one to what breaks the
  // line when it changes. `rows` has pairs of names: of a list of times in the history, and of a colour.
  constructor(canvas, lines, rows = []) {
    Object.assign(this, { canvas, lines, rows });
    new ResizeObserver(() => this.resize()).observe(canvas);
    new IntersectionObserver(([entry]) => {
      this.isInView = entry.isIntersecting;
      this.drawn?.();
    }, { rootMargin: "100px" }).observe(canvas);
  }

  resize() {
    // Draws in the screen's resolution. A unit is a pixel at the default text size.
    const [scale, box] = [Math.min(devicePixelRatio, 3), this.canvas.getBoundingClientRect()];
    this.unit = (scale * parseFloat(getComputedStyle(document.documentElement).fontSize)) / 16;
    [this.canvas.width, this.canvas.height] = [Math.round(box.width * scale), Math.round(box.height * scale)];
    this.drawn?.();
  }

  draw(history, end, cursor) {
    this.drawn = () => this.draw(history, end, cursor);
    const { canvas: { width, height }, unit: u } = this;
    if (!width || !this.isInView) return;
    const context = this.canvas.getContext("2d");
    const area = { left: 46 * u, right: width - 4 * u, top: 24 * u, bottom: height - (24 + 10 * this.rows.length) * u };
    const x = (time) => area.right - ((end - time) / Chart.seconds) * (area.right - area.left);
    const y = (value) => area.bottom - 4 * u - value * (area.bottom - area.top - 8 * u);
    const isSeen = (time) => time > end - Chart.seconds && time <= end;
    const write = (text, at, line, align, color = colors.quiet) => {
      [context.fillStyle, context.textAlign, context.font] = [color, align, `${12 * u}px ${Chart.font}`];
      context.fillText(text, at, line);
    };
    const upright = (at, top, bottom, color, thickness, dash = []) => {
      [context.strokeStyle, context.lineWidth] = [color, thickness * u];
      context.setLineDash(dash.map((part) => part * u));
      context.beginPath();
      context.moveTo(at, top);
      context.lineTo(at, bottom);
      context.stroke();
      context.setLineDash([]);
    };
    context.clearRect(0, 0, width, height);
    context.fillStyle = colors.panel;
    context.fillRect(area.left, area.top, area.right - area.left, area.bottom - area.top);
    write("bright", area.left - 6 * u, area.top + 12 * u, "right");
    write("dark", area.left - 6 * u, area.bottom - 4 * u, "right");
    for (let second = 0; second <= Chart.seconds; second += 2) {
      const text = second ? `−${second} s` : "now";
      write(text, x(end - second), height - 6 * u, second ? (second < Chart.seconds ? "center" : "left") : "right");
    }
    const stalls = new Map(); // Gaps: from the frame before a gap to the last sample before the next frame.
    for (const sample of history.samples) {
      const frame = history.frameOf?.(sample) ?? sample.time;
      if (sample.time - frame > 0.1) stalls.set(frame, sample.time);
    }
    for (const [from, to] of stalls) {
      const left = Math.max(x(from), area.left);
      if (x(to) - left < 40 * u) continue;
      context.fillStyle = colors.line;
      context.fillRect(left, area.top, x(to) - left, area.bottom - area.top);
      write("stall", left + 4 * u, area.top + 14 * u, "left", colors.ink);
    }
    // Labels are drawn from right to left. `labelled` is the left end of the label drawn last; a label that
    // would overlap that one is omitted.
    let labelled = Infinity;
    for (const { time, text } of history.requests.toReversed()) {
      if (!isSeen(time)) continue;
      upright(x(time), area.top, area.bottom, colors.request, 1.5, [2, 3]);
      const [size, isRight] = [context.measureText(text).width, x(time) > area.right - 80 * u];
      const left = isRight ? x(time) - size : x(time);
      if (left + size + 12 * u > labelled) continue;
      write(text, left, area.top - 8 * u, "left", colors.request);
      labelled = left;
    }
    // The first line is the thickest, so that it remains visible under an equal second one.
    for (const [index, [color, valueOf, breakOf]] of this.lines.entries()) {
      const thickness = 2 * (this.lines.length - index) + 0.5;
      [context.strokeStyle, context.lineWidth, context.lineJoin] = [colors[color], thickness * u, "round"];
      context.beginPath();
      let last;
      for (const sample of history.samples.filter(({ time }) => isSeen(time))) {
        const jumps = last && breakOf?.(sample) !== breakOf?.(last);
        context[jumps ? "moveTo" : "lineTo"](x(sample.time), y(valueOf(sample)));
        last = sample;
      }
      context.stroke();
    }
    this.rows.forEach(([name, color], row) => {
      const top = area.bottom + (3 + 10 * row) * u;
      for (const time of history[name]) {
        if (isSeen(time) && x(time) > area.left) upright(x(time), top, top + 8 * u, colors[color], 3);
      }
    });
    if (cursor < end) upright(x(cursor), area.top, area.bottom, colors.ink, 1.5);
  }
}
