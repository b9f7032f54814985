// SPDX-License-Identifier: Apache-2.0

/// Returns the value of `body`; traps with the error's text if it throws.
@inlinable @inline(__always)
package func trapping<Value, Failure: Error & CustomStringConvertible>(
  _ body: () throws(Failure) -> Value
) -> Value {
  do throws(Failure) {
    return try body()
  } catch {
    preconditionFailure(error.description)
  }
}
