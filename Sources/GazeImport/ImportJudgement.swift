import GazePipeline
import GazeRecording
private import PortableFoundation

/// Judgement of a survey: the faults that would spoil the recording, and the way of reading the file that corrects
/// them.
struct ImportJudgement {
  var findings: [ImportFinding] = []
  /// Units and conventions for reading the file that correct the faults.
  var reading: ImportReading
  /// True if several takes are mixed or follow each other.
  var hasTakes = false
  /// True if frames of a single take are out of order.
  var isDisordered = false
  private let survey: ImportSurvey
  private let options: ImportOptions

  /// Judges a survey that was made with `reading`; units in `options` were stated by the user.
  init(_ survey: ImportSurvey, reading: ImportReading, options: ImportOptions) {
    (self.survey, self.reading, self.options) = (survey, reading, options)
    judgeTimecode()
    judgeTime()
    judgeAngles()
    judgeMatrices()
    // Lengths are not judged while the matrices are read in the wrong order.
    if self.reading.layout == reading.layout { judgeLengths() }
    judgePoints()
    judgeOrder()
  }

  /// Adds a finding on `found`, or on all frames.
  private mutating func report(
    _ kind: ImportFinding.Kind, in found: Occurrences? = nil, _ sentence: String, remedy: String? = nil,
    demand: String? = nil
  ) {
    let found = found ?? Occurrences(count: survey.frames)
    findings.append(ImportFinding(kind, in: found, sentence, remedy: remedy, demand: demand))
  }

  private mutating func judgeTimecode() {
    guard let (largest, seconds) = survey.facts.timecode, seconds >= 3, reading.timecodeBase == 60 else { return }
    // The largest frame number shows the timecode's base: within three seconds, a count in 60ths of a second exceeds 50
    // at any rate of 24 Hz or more.
    if let base = [24.0, 25, 30, 48, 50].first(where: { largest < $0 }) { reading.timecodeBase = base }
  }

  private mutating func judgeTime() {
    let name = reading.ignoresTimeUnitName ? nil : survey.facts.timeUnitName
    guard survey.facts.timeUnitIsOpen || name != nil, let step = survey.audit.usualStep else { return }
    let present = name ?? reading.time
    let raw = step / present.seconds
    // If most frames have the time of another frame, times are whole seconds, and the step between times says nothing
    // about their unit.
    guard (survey.same.count + survey.clashes.count) * 2 < survey.frames,
      let unit = UnitGuess(step: raw, within: TimeUnit.stepsOfFrames).unit, unit != present
    else { return }
    if let stated = options.time ?? name {
      func rate(_ unit: TimeUnit) -> String { NumberText.general(1 / (raw * unit.seconds), 3) }
      let column = name == nil ? "" : ", as the column's name says,"
      report(
        .timeUnit,
        """
        times step by \(NumberText.general(raw, 3)), which in \(stated.rawValue)\(column) would be \(rate(stated)) \
        frames per second, and in \(unit.rawValue) \(rate(unit))
        """, remedy: "reads the times as \(unit.rawValue)")
    }
    reading.time = unit
    reading.ignoresTimeUnitName = name != nil || reading.ignoresTimeUnitName
  }

  private mutating func judgeAngles() {
    let wide = survey.wide
    guard wide.count > 0, reading.angle == .radians else { return }
    let frames = "\(wide.count) of \(survey.angled) frames have"
    let (range, first) = ("beyond the range of eyes (90°) or heads, the first", NumberText.general(wide.value, 3))
    guard Double(wide.count) / Double(max(survey.angled, 1)) >= 0.05 else {
      return report(.other, in: wide, "\(frames) an angle \(range) \(first) rad")
    }
    report(
      .angleUnit, in: wide, "\(frames) angles that, read as radians, are \(range) \(first): they are degrees",
      remedy: "reads the angles as degrees")
    reading.angle = .degrees
  }

  private mutating func judgeMatrices() {
    let (rows, columns) = (survey.audit.transposed, survey.audit.upright)
    guard rows > 0 else { return }
    let found = Occurrences(count: rows)
    guard rows > 9 * columns else {
      return report(
        .transposed, in: found,
        """
        \(rows) of \(rows + columns) matrices have their translation at another place than the rest: rows and \
        columns are mixed
        """, demand: "expected one order throughout the file")
    }
    let other: MatrixLayout = reading.layout == .columns ? .rows : .columns
    if let stated = options.matrices {
      report(
        .transposed, in: found,
        "the matrices are stated to be in \(stated.rawValue), but the translation is where \(other.rawValue) have it",
        remedy: "reads the matrices by \(other.rawValue)")
    }
    reading.layout = other
  }

  private mutating func judgeLengths() {
    guard let eye = survey.audit.eyeOffset, let distance = survey.audit.distance else { return }
    let (scale, facts) = (reading.length.metres, survey.facts)
    func fits(_ unit: LengthUnit) -> Bool {
      (!facts.hasEyePlaces || (0.012...0.12).contains(eye / scale * unit.metres))
        && (!facts.hasFacePlace || (0.08...3).contains(distance / scale * unit.metres))
    }
    guard !fits(reading.length) else { return }
    let guess = UnitGuess(LengthUnit.allCases, where: fits)
    let (eyeText, distanceText) = (NumberText.general(eye, 3), NumberText.general(distance, 3))
    let eyes = facts.hasEyePlaces ? " and the eyes \(eyeText) m from its origin" : ""
    let measured = "read as \(reading.length.rawValue), the face is \(distanceText) m from the camera\(eyes) (median)"
    if let unit = guess.unit {
      report(
        .lengthUnit, "\(measured): the lengths are \(unit.rawValue)", remedy: "reads the lengths as \(unit.rawValue)")
      reading.length = unit
    } else if guess.isAmbiguous {
      report(
        .lengthUnit, "\(measured): more than one unit explains it",
        demand: "state it with \(guess.options(Wording.of(command: "--lengths", app: "the unit")))")
    } else if facts.hasEyePlaces, facts.hasFacePlace, !reading.eyesAreInWorld, eye > 0.15, eye < 3,
      abs(eye - distance) < 0.12
    {
      report(
        .eyesInWorld,
        """
        the eyes are \(eyeText) m from the face's origin (median), as far as the face is from the \
        camera: they are poses in the world, not in the face
        """, remedy: "takes the eyes' poses as the world's")
      reading.eyesAreInWorld = true
    } else if distance > 3 {
      report(.other, "the face is \(distanceText) m from the camera (median): no unit explains it")
    }
  }

  /// Decides how the points of a table of gaze are read. A reading that would put targets off the screen, or mirror
  /// them, is never assumed: the user must state the missing fact.
  private mutating func judgePoints() {
    guard let (low, high) = survey.facts.targets else { return }
    let screen = options.screen.points
    let axes = ScreenAxes(low: low, high: high, origin: options.origin, growsUpwards: options.growsUpwards)
    // A screen has at least 100 points, so coordinates that never exceed 1 are shares.
    let areShares = max(abs(low.x), abs(low.y), abs(high.x), abs(high.y)) <= 1
    reading.points = TablePoints(axes: axes, size: options.screenUnits ?? (areShares ? SIMD2(1, 1) : nil))
    func pair(_ point: Vector2, _ between: String = ", ") -> String {
      NumberText.shortest(point.x, 3) + between + NumberText.shortest(point.y, 3)
    }
    let targets = "targets go from \(pair(low)) to \(pair(high))"
    let named = "\(options.device)'s \(pair(screen, " x ")) points"
    if axes.isDirectionOpen {
      return report(
        .pointUnit,
        "\(targets): coordinates begin in the screen's middle, and nothing states whether y grows up or down",
        demand: Wording.of(command: "state it with --y up or --y down", app: "state the direction of y"))
    }
    if let stated = options.screenUnits {
      if areShares, low != high, stated.min() >= 100 {
        return report(
          .pointUnit, "\(targets), as shares of a screen do, and not on one of \(pair(stated, " x ")) units",
          demand: Wording.of(command: "state --screen-px 1x1", app: "state a size of 1 x 1"))
      }
      let ratio = (stated.x / stated.y) / (screen.x / screen.y)
      if stated != SIMD2(1, 1), max(ratio, 1 / ratio) > ScreenAxes.mostStretch {
        return report(
          .pointUnit, "a screen of \(pair(stated, " x ")) has another shape than the \(named)",
          demand: Wording.of(
            command: "name the table's device with --device or --profile", app: "name the table's device"))
      }
    }
    let size = reading.points.size ?? screen
    guard !axes.contains(low, size: size) || !axes.contains(high, size: size) else { return }
    let device = Wording.of(command: "name the table's device with --device or --profile", app: "state the device")
    let option = Wording.of(command: " with --screen-px WIDTHxHEIGHT")
    report(
      .pointUnit, "\(targets), off the \(named)",
      demand: device + ", or state the screen's size in the table's unit" + option)
  }

  private mutating func judgeOrder() {
    let (back, same, clashes) = (survey.back, survey.same, survey.clashes)
    let separates = "makes each take a participant"
    if survey.laterTakes.count > 0 {
      hasTakes = true
      let count = survey.laterTakes.count + 1
      report(
        .takes, in: Occurrences(count: count, line: survey.laterTakes.line),
        "the first line occurs again: \(count) takes in one file", remedy: separates)
    }
    if same.count > 0 {
      report(.duplicates, in: same, "\(same.count) frames repeat the time and the poses of the frame before")
    }
    // If two takes with the same clock are interleaved, many frames have the same time and different poses.
    let interleaved = clashes.count * 10 > survey.frames
    let takes = back.count > 0 || interleaved ? survey.sequences.values.reduce(0) { $0 + $1.takes.count } : 0
    let clashing = "\(clashes.count) frames have the time of the frame before but other poses"
    if clashes.count > 0, takes == 0 {
      report(.sameTime, in: clashes, "\(clashing): the clock is too coarse, or it stopped")
    }
    let first =
      back.value < 1 ? "\(NumberText.thousandths(back.value)) ms" : "\(NumberText.general(back.value, 3)) s"
    let runsBack = "time runs back \(NumberText.times(back.count)), first by \(first)"
    if takes > 0 {
      hasTakes = true
      let order = back.count < 2 * takes ? "follow each other" : "are mixed"
      report(
        .takes, in: Occurrences(count: back.count, line: back.line ?? clashes.line),
        back.count == 0
          ? "\(clashing): \(takes) takes are mixed" : "\(runsBack): \(takes) takes with clocks of their own \(order)",
        remedy: separates)
    } else if back.count > 0 {
      isDisordered = true
      report(.disorder, in: back, "\(runsBack): frames are out of order", remedy: "sorts the frames by time")
    }
  }
}
