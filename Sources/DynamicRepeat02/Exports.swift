// SPDX-License-Identifier: Apache-2.0

// One import is enough: what a repeat is made of (colours, points, timing functions) comes with it.
@_exported import RepeatTiming
