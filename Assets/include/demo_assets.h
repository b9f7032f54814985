// SPDX-License-Identifier: Apache-2.0
// The demo's embedded pictures.
#pragma once
