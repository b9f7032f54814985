// SPDX-License-Identifier: Apache-2.0
// A bank with many members, for the tests of its frames and snapshots.
#pragma once
#include "check.h"

static const dr_policy at_once = {0, DR_PHASE_MATCHED, DR_RAMP_LINEAR};

enum { many = 10000 };

static dr_member members[many];

static dr_bank crowd(dr_bank_def *def) {
  dr_bank bank = created_bank(def);
  for (int index = 0; index < many; index++) {
    dr_rate rate = {0.1 + index % 100 * 0.02, DR_RATE_HZ, 0};
    FINE(dr_bank_add(bank, rate, index % 64 / 64.0, 0, &members[index]));
  }
  return bank;
}
