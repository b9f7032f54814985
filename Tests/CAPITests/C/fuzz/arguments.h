// SPDX-License-Identifier: Apache-2.0
// Arguments of all types, made of arbitrary bytes, and checks of the results.
#pragma once
#include <dynamic_repeat.h>

// The input bytes.
extern const uint8_t *bytes;
extern size_t left;

void take(void *target, size_t size);
uint8_t take_byte(void);
double take_number(void);
int64_t take_integer(void);
int take_choice(int count);

dr_curve_def take_curve_def(void);
dr_rate take_rate(void);
dr_policy take_policy(void);
dr_position take_position(void);
dr_repeat_def take_repeat_def(void);
dr_command take_command(void);
dr_moment take_moment(void);

void broken(const char *promise);

// An output, which must stay unchanged on an error, and otherwise be a finite number.
typedef struct output {
  uint8_t before[512], now[512];
} output;

void *fresh(output *output);
void judge(dr_status status, const output *output);
void judge_number(dr_status status, const output *output, int may_be_infinite);

// Saved states.
void call_saved_state(const dr_repeat *repeat, dr_repeat *target);

// Banks.
void call_bank(void);
void end_banks(void);
