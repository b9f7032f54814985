// SPDX-License-Identifier: Apache-2.0

#if !hasFeature(Embedded)
  extension KeyedDecodingContainer {
    /// Throws the `DecodingError` that names a key and says what is wrong there, unless `isRight`.
    package func require(_ isRight: Bool, _ key: Key, _ text: @autoclosure () -> String) throws {
      if isRight { return }
      throw DecodingError.dataCorruptedError(forKey: key, in: self, debugDescription: text())
    }
  }
#endif
