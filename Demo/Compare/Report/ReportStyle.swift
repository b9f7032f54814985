// SPDX-License-Identifier: Apache-2.0

/// The report's style sheet: light and dark by what the reader prefers, from 360 pixels on.
enum ReportStyle {
  static let css = """
    :root {
      color-scheme: light dark;
      \(variables { $0.rawValue })
      --worst: #fdebdd;
      --stripe: #f6f8fa;
    }
    @media (prefers-color-scheme: dark) {
      :root {
        \(variables(\.darkValue))
        --worst: #46290f;
        --stripe: #1c2126;
      }
    }
    * { box-sizing: border-box; }
    body {
      margin: 0 auto; padding: 1.5rem 1rem 4rem; max-width: 76rem;
      background: var(--page); color: var(--ink);
      font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "DejaVu Sans", sans-serif;
    }
    h1 { font-size: 1.75rem; line-height: 1.2; margin: 0 0 .75rem; text-wrap: balance; }
    h2 { font-size: 1.3rem; margin: 3rem 0 .5rem; text-wrap: balance; }
    p, dl, ol, ul, pre { max-width: 46rem; }
    ol { padding-left: 1.5rem; }
    header h2 { margin-top: 1.5rem; }
    a { color: var(--ours); }
    nav ul { list-style: none; padding: 0; display: flex; flex-wrap: wrap; gap: .25rem 1rem; }
    dt { font-weight: 600; margin-top: .6rem; }
    dt span { font-weight: 400; color: var(--faded); }
    dd { margin: 0; }
    code, pre { font-family: ui-monospace, "DejaVu Sans Mono", monospace; font-size: .9em; }
    pre { overflow-x: auto; padding: .75rem 1rem; background: var(--stripe); max-width: 100%; }
    .scroll { overflow-x: auto; margin: 1rem 0; }
    .scroll:focus-visible { outline: 2px solid var(--ours); outline-offset: 2px; }
    table { border-collapse: collapse; font-size: .875rem; font-variant-numeric: tabular-nums; }
    caption {
      text-align: left; color: var(--faded); padding-bottom: .4rem;
      max-width: min(46rem, 100vw - 2rem);
    }
    table.wide { font-size: .75rem; }
    th, td { padding: .3rem .45rem; text-align: right; white-space: nowrap; vertical-align: top; }
    .wide th, .wide td { padding: .3rem; }
    thead th { border-bottom: 2px solid var(--change); vertical-align: bottom; }
    tbody tr { border-bottom: 1px solid var(--grid); }
    th:first-child { text-align: left; position: sticky; left: 0; background: var(--page); }
    tr.ours th:first-child { color: var(--ours); }
    th.verdict, td.verdict { text-align: left; white-space: normal; min-width: 13rem; }
    .worst { background: var(--worst); }
    .unit { display: block; font-size: .75rem; font-weight: 400; color: var(--faded); }
    abbr { text-decoration: none; }
    figure { margin: 1.5rem 0; }
    figcaption { color: var(--faded); max-width: 46rem; }
    svg { display: block; width: 100%; min-width: 720px; max-width: 960px; height: auto; }
    @media (max-width: 40rem) {
      body { padding: 1rem .75rem 3rem; }
      th:first-child { position: static; }
    }
    @media print {
      .scroll { overflow: visible; }
      svg { min-width: 0; }
    }
    """

  private static func variables(_ value: (PlotColor) -> String) -> String {
    PlotColor.allCases.map { "--\($0.name): \(value($0));" }.joined(separator: " ")
  }
}

extension PlotColor {
  /// The colour on a dark page, as easy to distinguish.
  fileprivate var darkValue: String {
    switch self {
    case .page: "#14171a"
    case .ink: "#e6e9ec"
    case .faded: "#a5afba"
    case .grid: "#2a3037"
    case .change: "#5d6873"
    case .requested: "#3f4851"
    case .bounds: "#16334a"
    case .ours: "#56b4e9"
    case .other: "#c2c9d0"
    case .fault: "#ff8f3f"
    }
  }
}
