private import GazeRecording

/// Input and output of a replay: a terminal, or in a test a list of keys and a clock that is set by hand.
package protocol ReplayStage {
  /// Size in columns and rows.
  var size: (columns: Int, rows: Int) { get }
  /// Time since any fixed moment.
  func now() -> Duration
  /// Waits up to this long for keys and returns them; returns as soon as there are keys, and returns `[.quit]` if no
  /// more keys can come.
  mutating func keys(within: Duration) -> [ReplayKey]
  /// Shows a picture.
  mutating func show(_ picture: TextCanvas)
}

/// Plays a recording on a stage until its end or until the user quits.
package struct ReplayPlayer<Stage: ReplayStage> {
  /// Result of playing.
  package struct Outcome {
    /// Report on the first pass, as far as it went.
    package var report: Replay.Report
    /// True if the end was reached at least once.
    package var isWhole: Bool
    /// Longest delay of a frame, without the time in which the program was suspended.
    package var latest: Duration
    /// Total time in which the program was suspended: stopped by the shell, a sleeping machine, a terminal that accepts
    /// no output.
    package var stood: Duration
  }

  /// Shortest time between two pictures, since terminals draw slowly and eyes notice nothing faster.
  private static var picturePause: Duration { .milliseconds(33) }
  /// Longest wait for a key before the window's size is checked again.
  private static var glance: Duration { .milliseconds(200) }
  /// Shortest gap between two checks of the clock that counts as a suspension of the process. The player itself waits
  /// for `glance` at most. After a suspension, playback resumes instead of catching up. Suspension is detected by time,
  /// so no signal handler is needed.
  private static var absence: Duration { .seconds(1) }
  /// Number of frames that can be stepped back.
  private static var tapeLength: Int { 1200 }

  private var stage: Stage
  private let open: () throws -> ReplayTake
  private let count: ReplayCount?
  private var view: ReplayView
  private var take: ReplayTake
  private var tape = ReplayTape<ReplayMoment>(capacity: Self.tapeLength)
  /// A frame that has been read and is not yet due.
  private var waiting: ReplayMoment?
  private var pace: ReplayPace
  private var report: Replay.Report?
  private var lapUnits = 0
  private var isStale = true
  private var drawn: (at: Duration, size: (columns: Int, rows: Int))?
  /// Time of the last check of the clock.
  private var looked: Duration
  private var stood = Duration.zero

  /// A player at the recording's beginning.
  ///
  /// - Parameters:
  ///   - open: opens the recording again, for a loop.
  ///   - count: counts the recording's frames; nil if it cannot be read twice.
  package init(
    on stage: Stage, title: String, controls: ReplayControls, count: ReplayCount?,
    open: @escaping () throws -> ReplayTake
  ) throws {
    self.stage = stage
    self.open = open
    self.count = count
    take = try open()
    view = ReplayView(title: title, screen: take.screen, axes: take.axes, controls: controls)
    view.people = take.header.participants
    // The pace's own sleep does nothing: the player waits itself, so that a key can end the wait.
    pace = ReplayPace(speed: controls.speed, now: stage.now) { _ in }
    looked = stage.now()
  }

  /// Plays the recording.
  package mutating func play() throws -> Outcome {
    while true {
      draw()
      if view.controls.isPaused {
        guard try attend(Self.glance) else { break }
        noticeAbsence()
        continue
      }
      guard let next = try following() else {
        guard try beginAgain() else { break }
        continue
      }
      // Keys and suspension are checked before the delay is measured, so that a frame does not count as late because
      // the program was suspended.
      guard try obey(stage.keys(within: .zero)) else { break }
      noticeAbsence()
      if view.controls.isPaused { continue }
      let left = pace.left(until: next.seconds)
      if left > .zero {
        guard try attend(min(left, Self.glance)) else { break }
      } else {
        pace.show(next.seconds)
        advance(next)
      }
    }
    isStale = true
    return Outcome(report: report ?? take.finish(), isWhole: report != nil, latest: pace.latest, stood: stood)
  }

  private mutating func noticeAbsence() {
    let now = stage.now()
    if now - looked > Self.absence {
      stood += now - looked
      pace.restart(at: tape.current?.seconds)
    }
    looked = now
  }

  /// Waits for keys and counts the recording's frames during the wait; false if the player should end.
  private mutating func attend(_ time: Duration) throws -> Bool {
    let end = stage.now() + time
    while let count, count.isCounting, end - stage.now() > .milliseconds(3) {
      count.advance()
      if let total = count.total {
        (view.units, view.seconds) = (total.units, total.seconds)
        isStale = true
      }
      let keys = stage.keys(within: .zero)
      if !keys.isEmpty { return try obey(keys) }
    }
    // A picture that was postponed is drawn now, since the next frame may come much later.
    if isStale, let drawn {
      return try obey(stage.keys(within: min(max(end - stage.now(), .zero), untilPicture(drawn.at))))
    }
    return try obey(stage.keys(within: max(end - stage.now(), .zero)))
  }

  private func untilPicture(_ last: Duration) -> Duration { max(last + Self.picturePause - stage.now(), .zero) }

  private mutating func obey(_ keys: [ReplayKey]) throws -> Bool {
    for key in keys {
      let action = view.controls.press(key)
      isStale = true
      // After a suspension the whole picture is drawn.
      if key == .resumed { drawn = nil }
      switch action {
      case .draw: break
      case .restart: pace.restart(at: tape.current?.seconds, speed: view.controls.speed)
      case .forward: if let next = try following() { advance(next) } else { view.isAtEnd = true }
      case .back:
        if tape.back() {
          view.moment = tape.current
          view.isAtEnd = false
        }
      case .quit: return false
      }
    }
    return true
  }

  /// The frame after the shown one; nil after the last.
  private mutating func following() throws -> ReplayMoment? {
    if let kept = tape.following { return kept }
    if waiting == nil { waiting = try take.next() }
    return waiting
  }

  private mutating func advance(_ moment: ReplayMoment) {
    if tape.isAtNewest {
      tape.append(moment)
      waiting = nil
      lapUnits = moment.unit
    } else {
      tape.forward()
    }
    view.moment = moment
    view.isAtEnd = false
    isStale = true
  }

  /// Begins again after the last frame; false if there is no loop.
  private mutating func beginAgain() throws -> Bool {
    if report == nil { report = take.finish() }
    if lapUnits > 0, let last = tape.current {
      // After a complete pass the recording's number of frames and duration are known.
      (view.units, view.seconds) = (lapUnits, last.seconds)
    }
    // A recording without frames is not repeated, since the loop would never end.
    guard view.controls.isLooping, lapUnits > 0 else { return false }
    take = try open()
    tape.removeAll()
    pace.restart()
    (waiting, lapUnits) = (nil, 0)
    view.laps += 1
    return true
  }

  private mutating func draw() {
    let (now, size) = (stage.now(), stage.size)
    if let drawn {
      let isResized = drawn.size != size
      guard isStale || isResized, isResized || now - drawn.at >= Self.picturePause else { return }
    }
    stage.show(view.picture(columns: size.columns, rows: size.rows))
    drawn = (now, size)
    isStale = false
  }
}
