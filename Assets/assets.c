// SPDX-License-Identifier: Apache-2.0
#include "demo_assets.h"
