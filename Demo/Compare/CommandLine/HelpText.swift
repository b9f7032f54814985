// SPDX-License-Identifier: Apache-2.0

import StrategyComparison

/// The texts of `--help` and `--list`, at most 80 columns wide, without a trailing line break.
enum HelpText {
  static let help = """
    compare: what each way of changing a repeat's rate costs, in figures

    Usage: swift run -c release compare [OPTION]...

    Runs strategies over one schedule of rate orders, seen by one trace of frames:
    the package's own policies, and models of what browsers, Android, engines and
    tweens do. Without options: panic, seen at 60 Hz, by all strategies.

    What is compared
      --schedule NAME|FILE.csv   the orders: a name of --list, or a file with the
                                 header time,cycle_duration or, with the seconds in
                                 which phase-ramp slides, time,cycle_duration,ramp;
                                 or a --trace of flashing-square as it is. Before a
                                 file's first row a cycle takes 2 s, and the run
                                 ends 10 s after its last
      --trace NAME|FILE.csv      the frames: a name of --list, or a file with the
                                 header time, or a --trace of flashing-square
      --strategies NAME,NAME...  some of --list only, in this order
      --seed N                   what storm, very-long, jittered, stalls and
                                 vsync-drops are made from; 1 by default

    What comes out
      --format table|csv|json    table, for people, by default; the others have
                                 every digit of every figure
      --cost                     also the nanoseconds that a frame takes; without it
                                 the same input gives the same bytes
      --output FILE              write to FILE; it is replaced when all is done
      --plot FILE.svg|png        also draw value and rate over time, a strip for
                                 each strategy: the whole run, or 10 s of a longer
                                 one around its largest jump. Needs gnuplot-nox
      --report FOLDER            instead of all that, make FOLDER/index.html: tables
                                 and pictures of all built-in schedules, or of
                                 --schedule where it is given. Needs gnuplot-nox
      --list                     list schedules, traces, strategies and measures
      --help                     print this and exit

    Exit codes: 0 as asked; 64 wrong arguments; 65 bad data in a file; 66 no such
    file; 69 no gnuplot; 73, 74 a file that cannot be made or written.

    Examples:
      swift run -c release compare --schedule one-step
      swift run -c release compare --schedule storm --trace stalls --format csv
      swift run -c release compare --schedule one-step --plot one-step.svg
      swift run -c release compare --report report
    """

  static var list: String {
    [
      section("Schedules", BuiltInSchedule.allCases.map { ($0.rawValue, $0.summary) }),
      section("Traces", BuiltInTrace.allCases.map { ($0.rawValue, $0.summary) }),
      section("Strategies", ComparisonStrategy.allCases.map { ($0.rawValue, $0.summary) }),
      section(
        "Measures (--format csv has these columns)",
        Measure.allCases.map { ($0.rawValue, "\($0.title), in \($0.unit)") }),
    ].joined(separator: "\n\n")
  }

  private static func section(_ title: String, _ rows: [(name: String, text: String)]) -> String {
    let lines = rows.map { row in
      "  \(row.name)\(String(repeating: " ", count: max(1, 18 - row.name.count)))\(row.text)"
    }
    return ([title] + lines).joined(separator: "\n")
  }
}
