// SPDX-License-Identifier: Apache-2.0

/// The colours of the pictures.
///
/// They differ for every kind of colour vision, and in lightness where there is only grey. Blue,
/// orange-red and their neighbours are from M. Okabe and K. Ito, "Color Universal Design" (2008).
/// The report gives each a second colour for dark pages by its name.
enum PlotColor: String, CaseIterable {
  case page = "#ffffff"
  case ink = "#1f2328"
  case faded = "#59636e"
  case grid = "#e6e8eb"
  case change = "#b4bbc3"
  case requested = "#cfd4da"
  case bounds = "#d3e7f4"
  case ours = "#0072b2"
  case other = "#4a5058"
  case fault = "#d55e00"

  /// The name of its variable in a style sheet.
  var name: String { "\(self)" }
}
