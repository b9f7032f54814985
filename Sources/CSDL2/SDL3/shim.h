// SPDX-License-Identifier: Apache-2.0
// The module CSDL2 with SDL 3.
#define CSDL_VERSION_3
#include "../shim.h"
