// SPDX-License-Identifier: Apache-2.0

extension SIMD where Scalar: Interpolatable {
  /// Interpolates each component as a single `Scalar` is interpolated.
  @inlinable
  public static func interpolate(from: Self, to: Self, progress: Double) -> Self {
    var result = from
    for index in from.indices {
      result[index] = .interpolate(from: from[index], to: to[index], progress: progress)
    }
    return result
  }
}

extension SIMD2: Interpolatable where Scalar: Interpolatable {}
extension SIMD3: Interpolatable where Scalar: Interpolatable {}
extension SIMD4: Interpolatable where Scalar: Interpolatable {}
