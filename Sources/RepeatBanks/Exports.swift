// SPDX-License-Identifier: Apache-2.0

// One import is enough: rates, policies and what else a command is made of come with it.
@_exported import DynamicRepeat
