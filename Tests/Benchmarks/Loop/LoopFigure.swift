// SPDX-License-Identifier: Apache-2.0

/// One figure that has a goal, beside the same figure of a control.
struct LoopFigure: Equatable {
  /// What is measured, and its unit.
  let label: String
  /// nil where it could not be measured.
  var ours: Double?
  /// nil where the control has no such thing.
  var control: Double?
  /// That of the least loop that meets its deadlines: what the machine leaves.
  ///
  /// nil where it was not measured.
  var bare: Double?
  let bound: Bound
  /// Decimals that are worth showing.
  let digits: Int
  /// Processors that other programs kept busy meanwhile; nil where that says nothing.
  var load: Double?

  init(
    _ label: String, ours: Double?, control: Double?, bare: Double? = nil, must bound: Bound,
    digits: Int = 2, load: Double? = nil
  ) {
    self.label = label
    self.ours = ours
    self.control = control
    self.bare = bare
    self.bound = bound
    self.digits = digits
    self.load = load
  }

  /// Whether the figure is as it must be; nil where there is none.
  var isMet: Bool? { ours.flatMap { bound.shortfall(of: $0) }.map { $0 == 0 } }
}

/// Figures that are measured together, and have goals.
struct LoopSubject: Sendable {
  /// What comes of a measurement.
  struct Measurement: Equatable {
    var rows: [LoopFigure]
    /// Loops of several programs side by side, where these were compared.
    var squares: [SquareFigures] = []
  }

  /// What `--filter` looks in; unique.
  let name: String
  /// What is done, and what the control is.
  let description: String
  /// Whether it opens windows.
  let needsServer: Bool
  let measure: @Sendable (LoopRig) throws -> Measurement

  init(
    name: String, description: String, needsServer: Bool = true,
    measureAll: @escaping @Sendable (LoopRig) throws -> Measurement
  ) {
    self.name = name
    self.description = description
    self.needsServer = needsServer
    measure = measureAll
  }

  init(
    name: String, description: String, needsServer: Bool = true,
    measure: @escaping @Sendable (LoopRig) throws -> [LoopFigure]
  ) {
    self.init(name: name, description: description, needsServer: needsServer) {
      Measurement(rows: try measure($0))
    }
  }
}

/// What came of a subject.
struct LoopFigures: Equatable {
  let name: String
  let description: String
  var rows: [LoopFigure] = []
  /// Loops of several programs side by side, where these were compared.
  var squares: [SquareFigures] = []
  /// Why there are no rows, if there are none: what is missing, and what helps.
  var skipped: String?
}

extension LoopFigures {
  /// Measures a subject; where that cannot be done it says why.
  init(of subject: LoopSubject, _ rig: LoopRig) {
    self.init(name: subject.name, description: subject.description)
    do {
      let measurement = try subject.measure(rig)
      (rows, squares) = (measurement.rows, measurement.squares)
    } catch {
      skipped = "\(error)"
    }
  }
}
