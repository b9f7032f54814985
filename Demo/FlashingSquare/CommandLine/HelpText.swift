// SPDX-License-Identifier: Apache-2.0

/// The texts of `--help` and `--version`.
enum HelpText {
  /// One line, as `--version` prints it.
  static let version = "flashing-square \(versionNumber)"
  /// The package's version; semantic versioning, before its first stable release.
  static let versionNumber = "0.1.0"

  /// The whole of `--help`, at most 80 columns wide, without a trailing line break.
  static func help(scenes: [String] = DemoOptions.builtInScenes) -> String {
    [opening, game(scenes), run, output, closing].joined(separator: "\n\n")
  }

  private static let opening = """
    flashing-square: a square that flashes faster the nearer its player is to death

    Usage: flashing-square [OPTION]...    (from a clone: Demo/run [OPTION]...)

    A hunter chases your square. While it is near, health falls, and the duration of
    a flash cycle falls with it, from 2 s to 0.35 s. Without options a window opens.
    """

  private static func game(_ scenes: [String]) -> String {
    """
    The game
      --mode MODE         what a new cycle duration does to the cycle under way:
                            restart  nothing; the next cycle has it (the default)
                            phase    it holds at once, and no value jumps
                            ramp     as phase, and the rate slides to its new value
                            naive    it holds at once, and values jump: to compare
                            frame    cycles end on frames and drift: to compare
      --scene NAME        the scene that opens, by default the first of these:
    \(wrapped(scenes))
      --attract           the square moves by itself; so do slider, pull, nested and
                          sprite, where else a hand does it
      --play FILE.csv     cycle durations come from FILE, not from health; its
                          header is time,cycle_duration or, with the seconds that
                          the rate takes to slide, time,cycle_duration,ramp
      --no-flash-limit    let it flash more than three times a second. WARNING: this
                          can cause seizures in people with photosensitive epilepsy
    """
  }

  private static let run = """
    The run
      --size WxH          pixels, \(DemoOptions.smallestSize) to \(DemoOptions.largestSize); 960x540 by default
      --frames N          end after N frames
      --duration SECONDS  end after so many seconds of frame time (the run's length,
                          not a cycle's); without either, Esc or Ctrl-C ends the run
      --headless          no window and no display; the clock counts frames, so the
                          same arguments give the same bytes
      --rate HZ           frames a second of that clock, 1 to 1000; 60 by default;
                          with --headless or --record
    """

  private static let output = """
    What it leaves behind
      --trace FILE.csv    a row a frame: time, cycle duration asked for and in
                          effect, cycle, phase, value, events; replaces FILE.
                          Scenes from sheet on: those of the animation, in its
                          layer's time: of the selected strip, of the slider, of
                          the word or else what turns while it loads, of the
                          middle layer, of the stride; in effect is inf where
                          that time stands still
      --record FOLDER     a picture a frame, from FOLDER/frame-000000.bmp on, by
                          the clock of --headless; overwrites no earlier pictures
      --record-every N    a picture every N frames only

      --version           print the version and exit
      --help              print this and exit
    """

  private static let closing = """
    Keys: arrows move; Shift+up/down or Page up/down change health by hand; M mode,
    R ramp, Space pause, S stop and start, Tab next scene, 1 to \(DemoOptions.builtInScenes.count) scenes,
    F full screen, H all keys of the scene, Esc quit. The mouse drags the phase
    dial, the playhead, the slider and the list. A game controller moves the square
    too.

    Exit codes: 0 as asked, also by window, Esc or signal; 64 wrong arguments;
    65 bad data in a file; 66 no such file; 69 no display; 73, 74 a file that cannot
    be made or written.

    Examples:
      flashing-square --mode phase --attract
      flashing-square --headless --attract --duration 10 --trace trace.csv
    """

  /// The names, separated by commas, in lines that fit the column of explanations.
  private static func wrapped(_ names: [String]) -> String {
    let indent = String(repeating: " ", count: 22)
    var lines: [String] = []
    var line = indent
    for (index, name) in names.enumerated() {
      let word = index == names.count - 1 ? name : "\(name),"
      if line.count + 1 + word.count > 80, line != indent {
        lines.append(line)
        line = indent
      }
      line += line == indent ? "  \(word)" : " \(word)"
    }
    return (lines + [line]).joined(separator: "\n")
  }
}
