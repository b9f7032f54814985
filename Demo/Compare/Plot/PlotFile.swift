// SPDX-License-Identifier: Apache-2.0

import DemoSupport
import StrategyComparison

/// The picture that `--plot` writes.
struct PlotFile {
  private let path: String
  private let format: PlotFormat
  private let gnuplot: Gnuplot

  /// Checks that there is a gnuplot and that the file can be made, before anything is run.
  /// - Throws: Exit code 69 or 73.
  init(_ path: String, _ format: PlotFormat) throws(PictureFailure) {
    try PictureFailure.converting { () throws(FileError) in try OutputFile.check(path) }
    gnuplot = try Gnuplot()
    self.path = path
    self.format = format
  }

  /// Draws the motions and writes the picture.
  /// - Throws: Exit code 69, 73 or 74; a file that was there stays as it was.
  func write(_ content: PlotContent) throws(PictureFailure) {
    let script = PlotScript(content, format)
    var picture = try gnuplot.draw(script.text, format)
    if format == .svg {
      picture = SVGPicture(picture, naming: script.groupNames).file(titled: content.title)
    }
    try PictureFailure.converting { () throws(FileError) in
      try WholeFile.write(picture, to: path)
    }
  }
}
