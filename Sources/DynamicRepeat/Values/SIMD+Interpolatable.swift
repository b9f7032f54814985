// SPDX-License-Identifier: Apache-2.0

extension SIMD2: Interpolatable where Scalar: Interpolatable {
  /// Interpolates each component like its scalar.
  @inlinable
  public static func interpolate(from: Self, to: Self, progress: Double) -> Self {
    Self(
      .interpolate(from: from.x, to: to.x, progress: progress),
      .interpolate(from: from.y, to: to.y, progress: progress))
  }
}

extension SIMD3: Interpolatable where Scalar: Interpolatable {
  /// Interpolates each component like its scalar.
  @inlinable
  public static func interpolate(from: Self, to: Self, progress: Double) -> Self {
    Self(
      .interpolate(from: from.x, to: to.x, progress: progress),
      .interpolate(from: from.y, to: to.y, progress: progress),
      .interpolate(from: from.z, to: to.z, progress: progress))
  }
}

extension SIMD4: Interpolatable where Scalar: Interpolatable {
  /// Interpolates each component like its scalar.
  @inlinable
  public static func interpolate(from: Self, to: Self, progress: Double) -> Self {
    Self(
      .interpolate(from: from.x, to: to.x, progress: progress),
      .interpolate(from: from.y, to: to.y, progress: progress),
      .interpolate(from: from.z, to: to.z, progress: progress),
      .interpolate(from: from.w, to: to.w, progress: progress))
  }
}
