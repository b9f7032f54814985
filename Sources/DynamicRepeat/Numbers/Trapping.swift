// SPDX-License-Identifier: Apache-2.0

/// What `body` returns; traps with the error's words where it throws one.
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
