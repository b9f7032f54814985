// SPDX-License-Identifier: Apache-2.0

/// The result of a call whose arguments are known to be valid; an error is a mistake in the demo.
func valid<Value>(_ body: () throws -> Value) -> Value {
  do {
    return try body()
  } catch {
    preconditionFailure("\(error)")
  }
}
