// SPDX-License-Identifier: Apache-2.0
// Computes a million random rows by WebGL 2 and in JavaScript, and compares the results;
// check_page.py runs this script in shader.html.
(() => {
  const size = 1024, count = size * size;
  let state = 1;
  const word = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return (state ^ state >>> 15) * 2654435761 >>> 0;
  };
  const [starts, rates, ticks] = [0, 1, 2].map(() => new Uint32Array(4 * count));
  for (let index = 0; index < 4 * count; index++) {
    starts[index] = word();
    rates[index] = word();
    // The time of every other row is about a minute or less before or after the row's rate change.
    const isNear = index & 4, half = index & 3;
    ticks[index] = half > 1 ? 0 : half === 0 ? word() : isNear ? starts[index] : word();
  }
  const canvas = new OffscreenCanvas(1, 1), gl = canvas.getContext("webgl2");
  const program = programOf(gl,
    "void main() { gl_Position = vec4(ivec2(gl_VertexID % 2, gl_VertexID / 2) * 4 - 1, 0, 1); }",
    `uniform highp usampler2D starts, rates, ticks; out uvec4 result;
     void main() {
       ivec2 at = ivec2(gl_FragCoord.xy);
       dr_row row = dr_row(texelFetch(starts, at, 0), texelFetch(rates, at, 0));
       uvec2 now = texelFetch(ticks, at, 0).xy;
       result = uvec4(dr_phase_bits(row, now), floatBitsToUint(dr_phase(row, now)),
                      floatBitsToUint(dr_value(row, now)));
     }`, "#define DR_CURVE dr_linear\n");
  const texture = (unit, name, words) => {
    const made = gl.createTexture();
    gl.activeTexture(gl.TEXTURE0 + unit);
    gl.bindTexture(gl.TEXTURE_2D, made);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.NEAREST);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.NEAREST);
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA32UI, size, size, 0, gl.RGBA_INTEGER, gl.UNSIGNED_INT, words);
    if (name) gl.uniform1i(gl.getUniformLocation(program, name), unit);
    return made;
  };
  texture(0, "starts", starts);
  texture(1, "rates", rates);
  texture(2, "ticks", ticks);
  gl.bindFramebuffer(gl.FRAMEBUFFER, gl.createFramebuffer());
  gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, texture(3, null, null), 0);
  gl.viewport(0, 0, size, size);
  gl.drawArrays(gl.TRIANGLES, 0, 3);
  const words = new Uint32Array(4 * count), floats = new Float32Array(words.buffer);
  gl.readPixels(0, 0, size, size, gl.RGBA_INTEGER, gl.UNSIGNED_INT, words);
  const long = (array) => new BigUint64Array(array.buffer);
  const [start, rate, tick, result] = [starts, rates, ticks, words].map(long);
  let [wrong, off, late] = [0, 0, 0];
  for (let index = 0; index < count; index++) {
    const since = BigInt.asUintN(64, tick[2 * index] - start[2 * index]);
    const isLate = since < 1n << 63n;
    const phase = BigInt.asUintN(64, start[2 * index + 1] + rate[2 * index + (isLate ? 1 : 0)] * since);
    const fraction = Number(phase >> 32n) / 2 ** 32;
    late += isLate;
    wrong += result[2 * index] !== phase || floats[4 * index + 2] !== Number(phase >> 40n) / 2 ** 24;
    off = Math.max(off, Math.abs(floats[4 * index + 3] - Math.min(2 * fraction, 2 - 2 * fraction)));
  }
  return { count, wrong, off, late, error: gl.getError() };
})()
