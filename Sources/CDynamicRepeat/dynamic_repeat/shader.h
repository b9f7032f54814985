/* SPDX-License-Identifier: Apache-2.0 */
/*
 * DynamicRepeat: rows of 32 bytes from which a shader computes the phases of repeats, with the
 * functions of dynamic_repeat.glsl. The rules for every function are in dynamic_repeat.h.
 *
 *   dr_shader_row *rows = calloc(capacity, sizeof *rows);  // the GPU's buffer has this size
 *   dr_slot_range changed[64];
 *   uint32_t count;
 *
 *   // in each frame:
 *   dr_bank_shader_rows(torches, frame_time_s, rows, capacity, changed, 64, &count);
 *   for (uint32_t i = 0; i < count; i++)
 *     glBufferSubData(GL_ARRAY_BUFFER, changed[i].first * sizeof *rows, changed[i].count * sizeof *rows,
 *                     rows + changed[i].first);
 *   uint64_t now = DR_SHADER_TIME(frame_time_s);
 *   glUniform2ui(now_uniform, (uint32_t)now, (uint32_t)(now >> 32));
 *
 * In the shader, a row is two uvec4 attributes of an instance. Each 64-bit number has its lower 32 bits
 * first:
 *
 *   glVertexAttribIPointer(1, 4, GL_UNSIGNED_INT, sizeof(dr_shader_row), (void *)0);
 *   glVertexAttribIPointer(2, 4, GL_UNSIGNED_INT, sizeof(dr_shader_row), (void *)16);
 */
#ifndef DYNAMIC_REPEAT_SHADER_H
#define DYNAMIC_REPEAT_SHADER_H

#include "banks.h"

DR_BEGIN_DECLS

/**
 * The motion of a repeat, with at most one change of its rate:
 *
 *   phase(t) = phase + ((int64_t)(t - time) < 0 ? rate : next_rate) * (t - time), modulo 2^64
 *
 * Here t is a tick. Times are in ticks of 2^-26 s, phases in 2^-64 cycle, rates in 2^-64 cycle per
 * tick. Rounding changes a rate by at most 2^-65 cycle per tick, which is 1.6e-7 cycle after 24 h.
 * While the row is valid, its phase differs from the repeat's phase by at most 2^-20 + 1.5e-8 * c
 * cycle, where c is the change of the rate in Hz.
 */
typedef struct dr_shader_row {
  uint64_t time;     /**< The tick at which the rate changes; any tick if it never changes. */
  uint64_t phase;    /**< At `time`. */
  int64_t rate;      /**< Before `time`. */
  int64_t next_rate; /**< From `time` on. */
} dr_shader_row;

/** The longest time for which the row of a moving repeat is valid: 2^18 seconds, three days. */
#define DR_SHADER_SPAN 262144

/**
 * Converts a time in seconds, within +-1e11, to ticks. The time is rounded up, so that the frame
 * that starts a repeat shows the start of its cycle. Needs math.h.
 */
#define DR_SHADER_TIME(seconds) ((uint64_t)(int64_t)ceil((seconds) * 67108864.0))

/**
 * Writes a repeat's row, which is valid from `time_s` on. `until_s` becomes the time until which it
 * is valid: the time of the second change of the rate or of a jump, but at most DR_SHADER_SPAN seconds
 * after `time_s`. In a ramp, a row is valid for one frame, and `until_s` becomes `time_s`. If
 * nothing will move, `until_s` becomes infinity. Write a new row after each command, too.
 *
 * The row has only the phase; the shader applies the pace. Before the first dr_repeat_advance, an
 * advance to `time_s` is assumed. Errors: TIME; PAST for times before the present time.
 */
dr_status dr_repeat_shader_row(
  const dr_repeat *repeat, double time_s, dr_shader_row *row, double *until_s);

/** The slots first ... first + count - 1. */
typedef struct dr_slot_range {
  uint32_t first;
  uint32_t count;
} dr_slot_range;

/**
 * Updates the rows of a bank, in order of slots. The bank's present time becomes `time_s`.
 *
 * Pass the same array as `rows` in each call for a bank. The first call writes all rows.
 * Later calls write a row after a command, after a change at a cycle's end, during a ramp, after
 * dr_bank_evaluate_rates, and once in DR_SHADER_SPAN seconds. The rows of free slots have rate 0
 * and phase 0.
 *
 * `ranges` receives the ranges of slots to upload, the lowest first; each range begins at a
 * multiple of 16. `range_count` becomes the number of ranges: 0 if nothing has changed. If `ranges`
 * has no room for all of them, the last one extends to the last changed slot.
 *
 * Errors: TIME, PAST; BUFFER if `row_capacity` is less than `end` of dr_bank_info, or if
 * `range_capacity` is 0.
 */
dr_status dr_bank_shader_rows(
  dr_bank *bank, double time_s, dr_shader_row *rows, size_t row_capacity, dr_slot_range *ranges,
  uint32_t range_capacity, uint32_t *range_count);

DR_END_DECLS

#endif /* DYNAMIC_REPEAT_SHADER_H */
