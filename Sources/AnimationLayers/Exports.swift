// SPDX-License-Identifier: Apache-2.0

// Re-exported so that `import AnimationLayers` alone provides `Point`, `Color` and
// `TimingFunction`.
@_exported import DynamicRepeat
