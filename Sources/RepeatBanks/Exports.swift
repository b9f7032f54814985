// SPDX-License-Identifier: Apache-2.0

// Exported, so that `import RepeatBanks` alone provides rates, policies and commands.
@_exported import DynamicRepeat
