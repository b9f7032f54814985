// SPDX-License-Identifier: Apache-2.0
//
// Computes the phases and values of repeats in a shader. Each repeat has a row of 32 bytes. A command or a
// change of the rate changes the row; a new frame does not. dr_repeat_shader_row and dr_bank_shader_rows
// make the rows; in Swift, `shaderRow` does.
//
// This file is an include for GLSL 3.30 and later, GLSL ES 3.00 (WebGL 2), and Godot 4's shader language. It
// needs integers of 32 bits and no extension. Include it after the version line. To change a default, define
// one of these macros before the include:
//
//   #define DR_ONE_WAY             // to the alternate state, then a jump back; default: there and back
//   #define DR_CURVE dr_ease_out   // default: dr_ease_in_out
//
//   layout(location = 1) in uvec4 row_start;  // the first 16 bytes of a row,
//   layout(location = 2) in uvec4 row_rates;  // and the last 16; both set by glVertexAttribIPointer
//   uniform uvec2 now;                        // the lower and the upper half of the tick
//   ... float glow = dr_value(dr_row(row_start, row_rates), now);
//
// The tick of a time is ceil(seconds * 2^26), modulo 2^64. A row has the tick at which the rate changes, the
// phase at that tick, and the rates before and after it. With these, the phase at the tick `now` has the
// same bits on every processor: phase + (now < tick ? rate before : rate after) * (now - tick), modulo 2^64.
#ifdef GL_ES
precision highp float;
precision highp int;
#endif
#ifndef DR_CURVE
#define DR_CURVE dr_ease_in_out
#endif

struct dr_row {
  uvec4 start;  // the tick of the rate change, and the phase at that tick; lower halves first
  uvec4 rates;  // the rate before that tick, and the rate from that tick on
};

// The lower 64 bits of a product, from products of 16-bit parts.
uvec2 dr_product(uvec2 a, uvec2 b) {
  uint a0 = a.x & 65535u, a1 = a.x >> 16u, b0 = b.x & 65535u, b1 = b.x >> 16u;
  uint one = a0 * b1, other = a1 * b0;
  uint middle = (a0 * b0 >> 16u) + (one & 65535u) + (other & 65535u);
  uint high = a1 * b1 + (one >> 16u) + (other >> 16u) + (middle >> 16u);
  return uvec2(a.x * b.x, high + a.x * b.y + a.y * b.x);
}

// The phase in 2^-64 cycle; lower half first.
uvec2 dr_phase_bits(dr_row row, uvec2 now) {
  uvec2 since = uvec2(now.x - row.start.x, now.y - row.start.y - (now.x < row.start.x ? 1u : 0u));
  uvec2 moved = dr_product(since.y >> 31u == 1u ? row.rates.xy : row.rates.zw, since);
  uint low = row.start.z + moved.x;
  return uvec2(low, row.start.w + moved.y + (low < moved.x ? 1u : 0u));
}

// The phase: the elapsed fraction of the cycle, in [0, 1).
float dr_phase(dr_row row, uvec2 now) {
  return float(dr_phase_bits(row, now).y >> 8u) * 5.9604644775390625e-8;
}

// Whether a blinking repeat is on. It is on for the fraction `duty` at the start of each cycle. The row of
// an idle repeat at phase 0 counts as on; only dr_repeat_is_on knows an idle repeat's state.
bool dr_is_on(dr_row row, uvec2 now, float duty) { return dr_phase(row, now) < duty; }

// The fraction of the way to the alternate state, 0 to 1, before the curve is applied.
float dr_fraction(dr_row row, uvec2 now) {
  uint phase = dr_phase_bits(row, now).y;
#ifndef DR_ONE_WAY
  phase = (phase >> 31u == 1u ? ~phase : phase) << 1u;
#endif
  return float(phase) * 2.3283064365386963e-10;
}

// The curves. Their errors are at most 1e-6. Their values are in 0 to 1, so a shader may pass them to
// pow(), which is undefined for negative numbers.

float dr_linear(float t) { return t; }

float dr_smoothstep(float t) { return t * t * (3.0 - 2.0 * t); }

// Control points (0.42, 0) and (0.58, 1), approximated by the odd polynomial of the library's banks.
float dr_ease_in_out(float t) {
  float s = t - t * t;
  float sum = 286.9348996 * s - 120.4909081;
  sum = ((sum * s + 39.89730020) * s + 1.474668932) * s + 3.383869897;
  return clamp(t + s * ((t - 0.5) * ((sum * s + 2.214845250) * s + 2.000052631)), 0.0, 1.0);
}

// Control points (0, 0) and (0.58, 1). With v as the parameter of the Bezier curve, the result is
// v^2 (3 - 2 v), where t = v^2 (1.74 - 0.74 v). The first guess of v is within 0.02; two steps of Newton's
// method follow.
float dr_ease_out(float t) {
  float u = sqrt(t);
  float v = u * (0.758 + u * (0.072 + 0.17 * u));
  v -= (v * v * (1.74 - 0.74 * v) - t) / max(v * (3.48 - 2.22 * v), 1e-9);
  v -= (v * v * (1.74 - 0.74 * v) - t) / max(v * (3.48 - 2.22 * v), 1e-9);
  return min(v * v * (3.0 - 2.0 * v), 1.0);
}

// Control points (0.42, 0) and (1, 1).
float dr_ease_in(float t) { return 1.0 - dr_ease_out(1.0 - t); }

// Core Animation's default: control points (0.25, 0.1) and (0.25, 1). Three steps of Newton's method solve
// t = 0.75 s - 0.75 s^2 + s^3 for s, the parameter of the Bezier curve.
float dr_ease(float t) {
  float s = t + t * (1.0 - t) * (0.8 - 0.05 * t);
  s -= (s * (0.75 + s * (s - 0.75)) - t) / (0.75 + s * (3.0 * s - 1.5));
  s -= (s * (0.75 + s * (s - 0.75)) - t) / (0.75 + s * (3.0 * s - 1.5));
  s -= (s * (0.75 + s * (s - 0.75)) - t) / (0.75 + s * (3.0 * s - 1.5));
  return clamp(s * (0.3 + s * (2.4 - 1.7 * s)), 0.0, 1.0);
}

// The value: 0 in the default state, 1 in the alternate one.
float dr_value(dr_row row, uvec2 now) { return DR_CURVE(dr_fraction(row, now)); }
