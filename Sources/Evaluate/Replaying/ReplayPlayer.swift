private import GazeRecording

/// What a replay is played on: a terminal, or in a test a list of keys and a clock that is set by hand.
package protocol ReplayStage {
  /// Columns and rows.
  var size: (columns: Int, rows: Int) { get }
  /// Time since any fixed moment.
  func now() -> Duration
  /// Waits so long for keys and gives those that came; earlier where there are some. `[.quit]` where no more can come.
  mutating func keys(within: Duration) -> [ReplayKey]
  /// Shows a picture.
  mutating func show(_ picture: TextCanvas)
}

/// Plays a recording on a stage until its end or until somebody has seen enough.
package struct ReplayPlayer<Stage: ReplayStage> {
  /// What came of it.
  package struct Outcome {
    /// Of the first way through, as far as it went.
    package var report: Replay.Report
    /// Did it reach the end once?
    package var isWhole: Bool
    /// The most that a frame came after it was due, but for what it stood.
    package var latest: Duration
    /// How long it stood, in all: stopped by the shell, a machine asleep, a terminal that takes no output.
    package var stood: Duration
  }

  /// A picture every so often, at most: terminals are slow, and eyes too.
  private static var picturePause: Duration { .milliseconds(33) }
  /// The longest wait for a key before the window's size is looked at again.
  private static var glance: Duration { .milliseconds(200) }
  /// Between two looks it waits for a glance at most: where it was away for longer than this, the program stood, and goes
  /// on where it was instead of catching up. Nobody needs to tell it, so it does not matter who tells first.
  private static var absence: Duration { .seconds(1) }
  /// Frames that can be stepped back.
  private static var tapeLength: Int { 1200 }

  private var stage: Stage
  private let open: () throws -> ReplayTake
  private let count: ReplayCount?
  private var view: ReplayView
  private var take: ReplayTake
  private var tape = ReplayTape<ReplayMoment>(capacity: Self.tapeLength)
  /// Read, and not yet due.
  private var waiting: ReplayMoment?
  private var pace: ReplayPace
  private var report: Replay.Report?
  private var lapUnits = 0
  private var isStale = true
  private var drawn: (at: Duration, size: (columns: Int, rows: Int))?
  /// When it last looked at the clock.
  private var looked: Duration
  private var stood = Duration.zero

  /// A player at the recording's beginning.
  ///
  /// - Parameters:
  ///   - open: begins the recording again, for a loop.
  ///   - count: finds out how long it is; nil where it cannot be read twice.
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
    // Waiting is the player's, so that keys end it.
    pace = ReplayPace(speed: controls.speed, now: stage.now) { _ in }
    looked = stage.now()
  }

  /// Plays.
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
      // Looked at first: while the program was stopped, time went on, and nothing came late.
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

  /// Waits for keys, counting meanwhile; false where it is to end.
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
    // A picture that was put off must not wait for the next frame, which may be long.
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
      // What was stopped has to be drawn whole.
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

  /// The frame after the shown one, nil after the last.
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

  /// After the last frame; false where it is not to begin again.
  private mutating func beginAgain() throws -> Bool {
    if report == nil { report = take.finish() }
    if lapUnits > 0, let last = tape.current {
      // Counted by having been there.
      (view.units, view.seconds) = (lapUnits, last.seconds)
    }
    // Without a frame there would be no end of beginnings.
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
