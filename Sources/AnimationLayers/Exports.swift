// SPDX-License-Identifier: Apache-2.0

// `import AnimationLayers` alone finds `Point`, `Color` and `TimingFunction`.
@_exported import DynamicRepeat
