// SPDX-License-Identifier: Apache-2.0
// Snapshots of banks, and their moves to other clocks.
#include "check_banks.h"

enum { room = 400000 };
static unsigned char bytes[room], again[room];

static void make_busy(dr_bank bank) {
  dr_command ramp = {
    .kind = DR_COMMAND_RAMP, .rate = {3, DR_RATE_HZ, 0}, .ramp_s = 4, .shape = DR_RAMP_SMOOTH};
  FINE(dr_bank_command_range(bank, 100, 50, &ramp, 1));
  dr_command stop = {.kind = DR_COMMAND_STOP};
  FINE(dr_bank_command_range(bank, 300, 50, &stop, 1));
  FINE(dr_bank_remove_range(bank, 500, 70));
  FINE(dr_bank_evaluate(bank, 2));
  FINE(dr_bank_set_rate(bank, members[5], 2, at_once, 40));
}

static void test_whole_snapshots(void) {
  dr_bank_def def = dr_default_bank_def();
  dr_bank bank = crowd(&def), copy = {0};
  make_busy(bank);
  size_t size = 0, written = 0;
  FINE(dr_bank_snapshot_size(bank, &size));
  CHECK(size > 20 * many && size < room - 8);
  EXPECT(DR_ERROR_BUFFER, dr_bank_snapshot(bank, bytes, size - 1, &written));
  FINE(dr_bank_snapshot(bank, bytes + 1, size, &written));
  CHECK(written == size && bytes[0] == 0 && bytes[size + 1] == 0);
  copy = created_bank(&def);
  FINE(dr_bank_restore(copy, bytes + 1, size));
  FINE(dr_bank_snapshot(copy, again, room, NULL));
  CHECK(!memcmp(bytes + 1, again, size));
  for (int index = 0; index < many; index++) {
    double here = 0, there = 1;
    int is_there = dr_bank_contains(bank, members[index]);
    CHECK(is_there == (index < 500 || index >= 570));
    if (!is_there) continue;
    FINE(dr_bank_value(bank, members[index], 50, &here));
    FINE(dr_bank_value(copy, members[index], 50, &there));
    CHECK(!memcmp(&here, &there, sizeof here));
  }
  // Back again, as in a rollback.
  FINE(dr_bank_restore(bank, bytes + 1, size));
  FINE(dr_bank_snapshot(bank, again, room, NULL));
  CHECK(!memcmp(bytes + 1, again, size));
  FINE(dr_bank_destroy(copy));
  FINE(dr_bank_destroy(bank));
  EXPECT(DR_ERROR_HANDLE, dr_bank_snapshot_size(bank, &size));
}

// Into a new bank of that definition.
static void restore_into(dr_status wanted, const dr_bank_def *def, size_t size) {
  dr_bank other = created_bank(def);
  EXPECT(wanted, dr_bank_restore(other, bytes, size));
  FINE(dr_bank_destroy(other));
}

static void test_damaged_snapshots(void) {
  dr_bank_def def = dr_default_bank_def();
  dr_bank bank = crowd(&def);
  make_busy(bank);
  size_t size = 0;
  FINE(dr_bank_snapshot(bank, bytes, room, &size));
  for (size_t index = 0; index < size; index += 1 + size / 300) {
    bytes[index] ^= 0x10;
    dr_status status = dr_bank_restore(bank, bytes, size);
    CHECK(status == DR_ERROR_SNAPSHOT || (status == DR_ERROR_CAPACITY && index < 40));
    bytes[index] ^= 0x10;
    EXPECT(DR_ERROR_SNAPSHOT, dr_bank_restore(bank, bytes, index));
  }
  EXPECT(DR_ERROR_SNAPSHOT, dr_bank_restore(bank, bytes, size + 1));
  EXPECT(DR_ERROR_SNAPSHOT, dr_bank_restore(bank, bytes, SIZE_MAX));
  EXPECT(DR_ERROR_NULL, dr_bank_restore(bank, NULL, size));
  EXPECT(DR_ERROR_NULL, dr_bank_snapshot(bank, NULL, size, NULL));
  EXPECT(DR_ERROR_NULL, dr_bank_snapshot_size(bank, NULL));
  FINE(dr_bank_snapshot(bank, again, room, NULL));
  CHECK(!memcmp(bytes, again, size));
  def.most_members = 100;
  restore_into(DR_ERROR_CAPACITY, &def, size);
  def = dr_default_bank_def();
  def.mode = DR_BANK_ONE_WAY;
  restore_into(DR_ERROR_SETTINGS, &def, size);
  def = dr_default_bank_def();
  def.timing.kind = DR_CURVE_EASE_IN;
  restore_into(DR_ERROR_OTHER_TIMING, &def, size);
  FINE(dr_bank_destroy(bank));
}

// A clock that was set, and one that starts anew: values at the present are the same, bit for bit.
static void test_bank_clocks(void) {
  dr_bank_def def = dr_default_bank_def();
  dr_bank bank = crowd(&def), moved = {0};
  make_busy(bank);
  size_t size = 0;
  FINE(dr_bank_snapshot(bank, bytes, room, &size));
  moved = created_bank(&def);
  // Of its present, 40, the new clock shows 2.
  FINE(dr_bank_restore_at(moved, bytes, size, 2));
  EXPECT(DR_ERROR_PAST, dr_bank_reverse(moved, members[0], 1.9));
  const double shifts[] = {0, 1e6, -3600.5};
  double moved_by = -38;
  for (int step = 0; step < 3; step++) {
    uint32_t blocks = 0;
    FINE(dr_bank_evaluate(bank, 40 + step));
    FINE(dr_bank_begin_frame(moved, 40 + step + moved_by, &blocks));
    FINE(dr_bank_shift_time(moved, shifts[step]));
    EXPECT(DR_ERROR_NO_ANSWER, dr_bank_evaluate_blocks(moved, 0, blocks, NULL));
    moved_by += shifts[step];
    for (int index = 0; index < many; index++) {
      if (!dr_bank_contains(bank, members[index])) continue;
      double here = 0, there = 1, phase = 0, other_phase = 1;
      FINE(dr_bank_value(bank, members[index], 40 + step, &here));
      FINE(dr_bank_value(moved, members[index], 40 + step + moved_by, &there));
      CHECK(fabs(here - there) < 1e-15);
      FINE(dr_bank_phase(bank, members[index], 60 + step, &phase));
      FINE(dr_bank_phase(moved, members[index], 60 + step + moved_by, &other_phase));
      double gap = fabs(phase - other_phase);
      CHECK(gap < 1e-15 || gap > 1 - 1e-15);
    }
  }
  FINE(dr_bank_snapshot(moved, bytes, room, &size));
  static const double wrong[] = {NAN, INFINITY, -INFINITY, 1.9e10, -1.9e10, 1e300};
  for (int index = 0; index < 6; index++) {
    EXPECT(DR_ERROR_TIME, dr_bank_shift_time(moved, wrong[index]));
    EXPECT(DR_ERROR_TIME, dr_bank_restore_at(moved, bytes, size, wrong[index]));
  }
  EXPECT(DR_ERROR_SNAPSHOT, dr_bank_restore_at(moved, bytes, size - 1, 0));
  EXPECT(DR_ERROR_NULL, dr_bank_restore_at(moved, NULL, size, 0));
  FINE(dr_bank_snapshot(moved, again, room, NULL));
  CHECK(!memcmp(bytes, again, size));
  FINE(dr_bank_destroy(moved));
  EXPECT(DR_ERROR_HANDLE, dr_bank_shift_time(moved, 1));
  EXPECT(DR_ERROR_HANDLE, dr_bank_restore_at(moved, bytes, size, 0));
  // A new bank has no present that could be shifted.
  moved = created_bank(&def);
  FINE(dr_bank_shift_time(moved, 1e9));
  FINE(dr_bank_evaluate(moved, -8e9));
  FINE(dr_bank_destroy(moved));
  FINE(dr_bank_destroy(bank));
}

void test_bank_snapshots(void) {
  test_whole_snapshots();
  test_damaged_snapshots();
  test_bank_clocks();
}
