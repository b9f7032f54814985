// SPDX-License-Identifier: Apache-2.0

import DemoSupport
import StrategyComparison

/// What `--plot` writes.
struct PlotFile {
  private let path: String
  private let format: PlotFormat
  private let gnuplot: Gnuplot

  /// Sees that there is a gnuplot and that the file can be written, before anything is run.
  /// - Throws: Exit code 69 or 73.
  init(path: String, format: PlotFormat) throws {
    gnuplot = try Gnuplot()
    try WholeFile.check(path)
    self.path = path
    self.format = format
  }

  /// Draws the courses and writes the picture.
  /// - Throws: Exit code 69, 73 or 74; whatever was there stays as it was.
  func write(_ content: PlotContent) throws {
    let picture = try gnuplot.draw(PlotScript.text(content, format), format)
    try WholeFile.write(picture, to: path)
  }
}
