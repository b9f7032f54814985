// SPDX-License-Identifier: Apache-2.0
//
// The page "Shader": squares whose phases WebGL 2 computes. A frame without changes uploads only one uniform.
"use strict";

const shaderLibrary = atob(shaderBytes);
const vertexCode = `
layout(location = 0) in uvec4 row_start;
layout(location = 1) in uvec4 row_rates;
uniform uvec2 now;
out vec3 color;
void main() {
  float value = dr_value(dr_row(row_start, row_rates), now);
  color = mix(vec3(0.17, 0.37, 0.56), vec3(1.0, 0.72, 0.20), value);
  vec2 corner = 0.04 + 0.92 * vec2(gl_VertexID & 1, gl_VertexID >> 1);
  vec2 cell = vec2(gl_InstanceID % 128, 127 - gl_InstanceID / 128);
  gl_Position = vec4((cell + corner) / 64.0 - 1.0, 0.0, 1.0);
}`;
const fragmentCode = "in vec3 color; out vec4 shown; void main() { shown = vec4(color, 1.0); }";

// A program of two shaders. The library's GLSL precedes the code of each.
function programOf(gl, vertex, fragment, options = "") {
  const program = gl.createProgram();
  for (const [kind, code] of [[gl.VERTEX_SHADER, vertex], [gl.FRAGMENT_SHADER, fragment]]) {
    const shader = gl.createShader(kind);
    gl.shaderSource(shader, `#version 300 es\n${options}${shaderLibrary}${code}`);
    gl.compileShader(shader);
    gl.attachShader(program, shader);
    if (!gl.getShaderParameter(shader, gl.COMPILE_STATUS)) throw new Error(gl.getShaderInfoLog(shader));
  }
  gl.linkProgram(program);
  gl.useProgram(program);
  return program;
}

// A time as a number of ticks of 2^-26 s: its lower and its upper 32 bits.
function tickOf(seconds) {
  const tick = Math.ceil(seconds * 2 ** 26);
  return [tick >>> 0, Math.floor(tick / 2 ** 32) >>> 0];
}

async function play() {
  const canvas = document.querySelector("#squares");
  const gl = canvas.getContext("webgl2");
  if (!gl) {
    document.querySelector("#failure").hidden = false;
    return;
  }
  const bytes = Uint8Array.from(atob(moduleBytes), (letter) => letter.charCodeAt(0));
  const library = (await WebAssembly.instantiate(bytes, {})).instance.exports;
  library.shader_begin();
  const rows = new Uint8Array(library.memory.buffer, library.shader_rows(), 32 * 128 * 128);
  const now = gl.getUniformLocation(programOf(gl, vertexCode, fragmentCode), "now");
  gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer());
  gl.bufferData(gl.ARRAY_BUFFER, rows, gl.DYNAMIC_DRAW);
  for (const half of [0, 1]) {
    gl.enableVertexAttribArray(half);
    gl.vertexAttribIPointer(half, 4, gl.UNSIGNED_INT, 32, 16 * half);
    gl.vertexAttribDivisor(half, 1);
  }
  const button = document.querySelector(".pause");
  let seconds = 0, last = null, pointer = null, isPaused = matchMedia("(prefers-reduced-motion)").matches;
  canvas.addEventListener("pointermove", ({ offsetX, offsetY }) => {
    pointer = [128 * offsetX / canvas.clientWidth, 128 * offsetY / canvas.clientHeight];
  });
  const showButton = () => { button.textContent = isPaused ? "Play" : "Pause"; };
  button.addEventListener("click", () => {
    isPaused = !isPaused;
    showButton();
  });
  showButton();
  requestAnimationFrame(function draw(milliseconds) {
    if (!isPaused) {
      seconds += Math.min(0.25, (milliseconds - (last ?? milliseconds)) / 1000);
      // Until the pointer enters, the danger moves in a circle.
      const [column, row] = pointer ?? [64 + 36 * Math.cos(seconds / 2), 64 + 36 * Math.sin(seconds / 2)];
      library.shader_danger(Math.round(column), Math.round(row), seconds);
      const [first, end] = new Int32Array(library.memory.buffer, library.shader_changed(), 2);
      if (first < end) gl.bufferSubData(gl.ARRAY_BUFFER, 32 * first, rows, 32 * first, 32 * (end - first));
    }
    last = milliseconds;
    gl.uniform2ui(now, ...tickOf(seconds));
    gl.drawArraysInstanced(gl.TRIANGLE_STRIP, 0, 4, 128 * 128);
    requestAnimationFrame(draw);
  });
}

play();
