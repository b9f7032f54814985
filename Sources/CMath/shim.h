// SPDX-License-Identifier: Apache-2.0
// C's mathematical functions and nothing else, so that the pure modules need no Glibc.
#pragma once
#include <math.h>
