// SPDX-License-Identifier: Apache-2.0

/// The texts of `--help` and `--version`.
enum HelpText {
  /// One line, as `--version` prints it.
  static let version = "flashing-square \(versionNumber)"
  /// The package's version; semantic versioning, before its first stable release.
  static let versionNumber = "0.1.0"

  /// The whole of `--help`, at most 80 columns wide, without a trailing line break.
  static func help(scenes: [String] = DemoOptions.builtInScenes) -> String {
    [opening, game(scenes), run, loop, output, closing].joined(separator: "\n\n")
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
      --attract           the square moves by itself; so do slider, pull, nested,
                          sprite and clock, where else a hand does it
      --play FILE.csv     cycle durations come from FILE, not from health; its
                          header is time,cycle_duration or, with the seconds in
                          which the rate slides smoothly, time,cycle_duration,ramp
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

  private static let loop = """
    The loop
      --pace MODE         what holds a window to its rate:
                            display       presenting, where that waits for the
                                          display, else a timer (the default)
                            display-rate  a timer at the display's rate
                            timer         a timer at 60 Hz, or at that of --fps
      --fps N             a timer at N Hz, 1 to 1000: 60, 59.94, 60000/1001
      --vsync on|off|late on: wait for the display where that can be (the
                          default); off: as --pace display-rate; late: and begin
                          each frame as late as may be, for younger input
      --fixed-step HZ     the game's world moves in steps of 1/HZ s, 1 to 1000 Hz,
                          and is drawn between two of them; by default in 1/240 s
      --stats             print the loop's figures, of the last 600 frames and in
                          milliseconds: at the end, on SIGUSR1, and when the
                          display is lost
    """

  private static let output = """
    What it leaves behind
      --trace FILE.csv    a row a frame: time, cycle duration asked for and in
                          effect, cycle, phase, value, events; replaces FILE.
                          Scenes from sheet on: those of the animation, in its
                          layer's time: of the selected strip, of the slider, of
                          the word or else what turns while it loads, of the
                          middle layer, of the stride, of the clock's pendulum,
                          of the square in the middle of the swarm; in effect is
                          inf where that time stands still
      --record FOLDER     a picture a frame, from FOLDER/frame-000000.bmp on, by
                          the clock of --headless; overwrites no earlier pictures
      --record-every N    a picture every N frames only
      --record-run FILE   the run itself, frames and input, to be run again; a
                          sudden death costs its last second at most
      --replay-run FILE   run that again without a window, each frame the same to
                          the bit; with --trace, --record, --record-every, --stats

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
    65 bad data in a file (a recording that ends too soon is replayed up to there
    first); 66 no such file; 69 no display; 70 the display was lost; 73, 74 a file
    that cannot be made or written.

    Examples:
      flashing-square --mode phase --attract
      flashing-square --headless --attract --duration 10 --trace trace.csv
      flashing-square --stats --duration 10
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
