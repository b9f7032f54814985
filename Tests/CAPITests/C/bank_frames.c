// SPDX-License-Identifier: Apache-2.0
// Frames and events of banks.
#include "check_banks.h"
#include <fenv.h>
#include <pthread.h>

enum { blocks = 3 };

static float shown[many + 1];

static double worst_miss(dr_bank bank, const float *values, double time) {
  double worst = 0;
  for (int index = 0; index < many; index++) {
    double exact = -1;
    FINE(dr_bank_value(bank, members[index], time, &exact));
    worst = fmax(worst, fabs(exact - values[index]));
  }
  return worst;
}

static void test_values(void) {
  dr_bank_def def = dr_default_bank_def();
  dr_bank bank = crowd(&def);
  const float *values = NULL;
  uint32_t count = 9;
  size_t written = 9;
  EXPECT(DR_ERROR_NO_ANSWER, dr_bank_block(bank, 0, &values, &count));
  FINE(dr_bank_evaluate(bank, 7.3));
  for (uint32_t block = 0; block < blocks; block++) {
    FINE(dr_bank_block(bank, block, &values, &count));
    CHECK(count == (block == blocks - 1 ? many - 2 * DR_BANK_BLOCK : DR_BANK_BLOCK));
    CHECK((uintptr_t)values % 64 == 0);
    memcpy(shown + block * DR_BANK_BLOCK, values, count * sizeof *values);
  }
  CHECK(worst_miss(bank, shown, 7.3) < 5e-7);
  EXPECT(DR_ERROR_RANGE, dr_bank_block(bank, blocks, &values, &count));
  EXPECT(DR_ERROR_NULL, dr_bank_block(bank, 0, NULL, &count));
  EXPECT(DR_ERROR_NULL, dr_bank_block(bank, 0, &values, NULL));
  // Anywhere in memory, and not beyond.
  shown[many] = -5;
  FINE(dr_bank_evaluate_into(bank, 8.1, shown, many, &written));
  CHECK(written == many && shown[many] == -5 && worst_miss(bank, shown, 8.1) < 5e-7);
  EXPECT(DR_ERROR_BUFFER, dr_bank_evaluate_into(bank, 9, shown, many - 1, &written));
  EXPECT(DR_ERROR_NULL, dr_bank_evaluate_into(bank, 9, NULL, many, &written));
  EXPECT(DR_ERROR_TIME, dr_bank_evaluate_into(bank, NAN, shown, many, &written));
  EXPECT(DR_ERROR_TIME, dr_bank_evaluate(bank, 1e10));
  CHECK(written == many && worst_miss(bank, shown, 8.1) < 5e-7);
  double value;
  dr_member_sample sample;
  EXPECT(DR_ERROR_TIME, dr_bank_value(bank, members[0], INFINITY, &value));
  EXPECT(DR_ERROR_TIME, dr_bank_phase(bank, members[0], NAN, &value));
  EXPECT(DR_ERROR_TIME, dr_bank_sample(bank, members[0], NAN, &sample));
  EXPECT(DR_ERROR_NULL, dr_bank_value(bank, members[0], 0, NULL));
  EXPECT(DR_ERROR_NULL, dr_bank_phase(bank, members[0], 0, NULL));
  EXPECT(DR_ERROR_NULL, dr_bank_sample(bank, members[0], 0, NULL));
  FINE(dr_bank_destroy(bank));
  EXPECT(DR_ERROR_HANDLE, dr_bank_evaluate(bank, 0));
}

// Rates and times at their limits, a curve whose outputs are above what a float holds, and ends at its
// limit: no frame raises an exception that may trap.
static void test_exceptions(void) {
  static const double rates[] = {0, 1e-9, 0.3, 950}, times[] = {0, 1e-9, 0.1, 1e3, 8e9};
  enum { traps = FE_DIVBYZERO | FE_INVALID | FE_OVERFLOW };
  for (int kind = 0; kind < 4; kind++) {
    dr_bank_def def = dr_default_bank_def();
    if (kind == 1) def.mode = DR_BANK_ONE_WAY;
    if (kind > 1) def.timing.kind = DR_CURVE_BEZIER;
    if (kind > 1) def.timing.y2 = kind == 2 ? 1e39 : 5;
    def.has_ends = kind == 3;
    dr_bank bank = created_bank(&def);
    for (int index = 0; index < 16; index++) {
      dr_rate rate = {rates[index % 4] * (index & 4 ? -1 : 1), DR_RATE_HZ, 0};
      FINE(dr_bank_add(bank, rate, index / 16.0, 0, &members[index]));
      if (kind == 3) FINE(dr_bank_set_ends(bank, members[index], 0, 3e38f));
      if (index & 8) FINE(dr_bank_pause(bank, members[index], 0));
    }
    for (int index = 0; index < 5; index++) {
      feclearexcept(FE_ALL_EXCEPT);
      FINE(dr_bank_evaluate_into(bank, -times[4 - index], shown, many, NULL));
      FINE(dr_bank_evaluate(bank, times[index]));
      CHECK(!fetestexcept(traps));
    }
    FINE(dr_bank_destroy(bank));
  }
}

// Memory for values may come earlier than a frame that fills it.
static void test_new_block(uint32_t room) {
  dr_bank_def def = dr_default_bank_def();
  def.room = room;
  dr_bank bank = crowd(&def);
  const float *values = NULL;
  uint32_t count = 9;
  EXPECT(DR_ERROR_NO_ANSWER, dr_bank_block(bank, 0, &values, &count));
  FINE(dr_bank_evaluate(bank, 1));
  FINE(dr_bank_block(bank, blocks - 1, &values, &count));
  dr_member member;
  for (int index = many; index < blocks * DR_BANK_BLOCK + 1; index++) {
    FINE(dr_bank_add(bank, (dr_rate){1, DR_RATE_HZ, 0}, 0.25, 1, &member));
  }
  EXPECT(DR_ERROR_NO_ANSWER, dr_bank_block(bank, blocks, &values, &count));
  FINE(dr_bank_evaluate(bank, 1));
  FINE(dr_bank_block(bank, blocks, &values, &count));
  CHECK(count == 1 && fabs(values[0] - 0.5) < 5e-7);
  // Nor has a block that went and came again been filled.
  for (int range = 0; range < 2; range++) {
    if (range) FINE(dr_bank_remove_range(bank, blocks * DR_BANK_BLOCK, 1));
    else FINE(dr_bank_remove(bank, member));
    EXPECT(DR_ERROR_RANGE, dr_bank_block(bank, blocks, &values, &count));
    FINE(dr_bank_add(bank, (dr_rate){1, DR_RATE_HZ, 0}, 0.25, 1, &member));
    EXPECT(DR_ERROR_NO_ANSWER, dr_bank_block(bank, blocks, &values, &count));
    FINE(dr_bank_evaluate(bank, 1));
  }
  FINE(dr_bank_destroy(bank));
}

// All rates at once, linear between frames.
static void test_field_rates(void) {
  dr_bank_def def = dr_default_bank_def();
  def.timing.kind = DR_CURVE_LINEAR;
  def.mode = DR_BANK_ONE_WAY;
  dr_member members[3];
  float rates[3] = {0, 0, 0};
  dr_bank bank = created_bank(&def);
  FINE(dr_bank_evaluate_rates(bank, 0, NULL, 0));
  for (int index = 0; index < 3; index++)
    FINE(dr_bank_add(bank, (dr_rate){0, DR_RATE_HZ, 0}, 0.25 * index, 0, &members[index]));
  // A rate that rises by 1 Hz a second moves half the square of the time.
  for (int frame = 1; frame <= 64; frame++) {
    double time = frame / 64.0;
    for (int index = 0; index < 3; index++) rates[index] = (float)time;
    FINE(dr_bank_evaluate_rates(bank, time, rates, 3));
  }
  double phase, value;
  for (int index = 0; index < 3; index++) {
    double expected = fmod(0.5 + 0.25 * index, 1);
    FINE(dr_bank_phase(bank, members[index], 1, &phase));
    CHECK(fabs(phase - expected) < 1e-12);
    const float *values;
    uint32_t count;
    FINE(dr_bank_block(bank, 0, &values, &count));
    FINE(dr_bank_value(bank, members[index], 1, &value));
    CHECK(count == 3 && fabs(values[index] - value) < 2e-7);
  }
  rates[1] = 954;
  EXPECT(DR_ERROR_RATE, dr_bank_evaluate_rates(bank, 2, rates, 3));
  rates[1] = NAN;
  EXPECT(DR_ERROR_RATE, dr_bank_evaluate_rates(bank, 2, rates, 3));
  rates[1] = 1;
  EXPECT(DR_ERROR_CAPACITY, dr_bank_evaluate_rates(bank, 2, rates, 2));
  EXPECT(DR_ERROR_CAPACITY, dr_bank_evaluate_rates(bank, 2, rates, SIZE_MAX));
  EXPECT(DR_ERROR_NULL, dr_bank_evaluate_rates(bank, 2, NULL, 3));
  EXPECT(DR_ERROR_PAST, dr_bank_evaluate_rates(bank, 0.5, rates, 3));
  EXPECT(DR_ERROR_TIME, dr_bank_evaluate_rates(bank, NAN, rates, 3));
  FINE(dr_bank_phase(bank, members[0], 1, &phase));
  CHECK(fabs(phase - 0.5) < 1e-12);
  FINE(dr_bank_destroy(bank));
  EXPECT(DR_ERROR_HANDLE, dr_bank_evaluate_rates(bank, 2, rates, 3));
}

static dr_bank shared_bank;

static void *evaluate_own_block(void *block) {
  uint32_t first = *(uint32_t *)block;
  intptr_t wrong = dr_bank_evaluate_blocks(shared_bank, first, 1, shown + first * DR_BANK_BLOCK);
  wrong += dr_bank_evaluate_blocks(shared_bank, first, 1, NULL);
  return (void *)wrong;
}

static void test_blocks(void) {
  dr_bank_def def = dr_default_bank_def();
  shared_bank = crowd(&def);
  uint32_t count = 0;
  EXPECT(DR_ERROR_NO_ANSWER, dr_bank_evaluate_blocks(shared_bank, 0, 1, shown));
  EXPECT(DR_ERROR_TIME, dr_bank_begin_frame(shared_bank, NAN, &count));
  FINE(dr_bank_begin_frame(shared_bank, 3.7, NULL));
  FINE(dr_bank_begin_frame(shared_bank, 3.7, &count));
  CHECK(count == blocks);
  EXPECT(DR_ERROR_RANGE, dr_bank_evaluate_blocks(shared_bank, 1, 3, shown));
  EXPECT(DR_ERROR_RANGE, dr_bank_evaluate_blocks(shared_bank, UINT32_MAX, 2, shown));
  pthread_t threads[blocks];
  uint32_t own[blocks] = {0, 1, 2};
  for (int index = 0; index < blocks; index++) {
    CHECK(!pthread_create(&threads[index], NULL, evaluate_own_block, &own[index]));
  }
  for (int index = 0; index < blocks; index++) {
    void *wrong = NULL;
    CHECK(!pthread_join(threads[index], &wrong) && !wrong);
  }
  CHECK(worst_miss(shared_bank, shown, 3.7) < 5e-7);
  const float *values = NULL;
  FINE(dr_bank_block(shared_bank, 2, &values, &count));
  CHECK(!memcmp(values, shown + 2 * DR_BANK_BLOCK, count * sizeof *values));
  FINE(dr_bank_remove(shared_bank, members[0]));
  EXPECT(DR_ERROR_NO_ANSWER, dr_bank_evaluate_blocks(shared_bank, 0, 1, shown));
  FINE(dr_bank_destroy(shared_bank));
}

void test_bank_frames(void) {
  test_values();
  test_exceptions();
  test_new_block(0);
  test_new_block(5 * DR_BANK_BLOCK);
  test_field_rates();
  test_blocks();
}
