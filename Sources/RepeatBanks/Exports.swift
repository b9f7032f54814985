// SPDX-License-Identifier: Apache-2.0

// One import is enough: it also provides rates, policies and commands.
@_exported import DynamicRepeat
