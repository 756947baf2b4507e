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

  /// Judges a survey that was made with `reading`; units in `options` were stated by the user.
  init(_ survey: ImportSurvey, reading: ImportReading, options: ImportOptions) {
    self.reading = reading
    judgeTimecode(survey)
    judgeTime(survey, options)
    judgeAngles(survey, options)
    judgeMatrices(survey, options)
    // Lengths are not judged while the matrices are read in the wrong order.
    if self.reading.layout == reading.layout { judgeLengths(survey, options) }
    judgePoints(survey, options)
    judgeOrder(survey)
  }

  private mutating func judgeTimecode(_ survey: ImportSurvey) {
    guard let (largest, seconds) = survey.facts.timecode, seconds >= 3, reading.timecodeBase == 60 else { return }
    // The largest frame number shows the timecode's base: within three seconds, a count in 60ths of a second exceeds 50
    // at any rate of 24 Hz or more.
    if let base = [24.0, 25, 30, 48, 50].first(where: { largest < $0 }) { reading.timecodeBase = base }
  }

  private mutating func judgeTime(_ survey: ImportSurvey, _ options: ImportOptions) {
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
      let column = name == nil ? "" : ", as the column's name says,"
      let sentence = """
        times step by \(NumberText.general(raw, 3)), which in \(stated.rawValue)\(column) would be \
        \(NumberText.general(1 / (raw * stated.seconds), 3)) frames per second, and in \(unit.rawValue) \
        \(NumberText.general(1 / (raw * unit.seconds), 3))
        """
      findings.append(
        ImportFinding(.timeUnit, count: survey.frames, sentence, remedy: "reads the times as \(unit.rawValue)"))
    }
    reading.time = unit
    reading.ignoresTimeUnitName = name != nil || reading.ignoresTimeUnitName
  }

  private mutating func judgeAngles(_ survey: ImportSurvey, _ options: ImportOptions) {
    guard survey.wide.count > 0, reading.angle == .radians else { return }
    let share = Double(survey.wide.count) / Double(max(survey.angled, 1))
    if share >= 0.05 {
      findings.append(
        ImportFinding(
          .angleUnit, count: survey.wide.count, line: survey.wide.line,
          """
          \(survey.wide.count) of \(survey.angled) frames have angles that, read as radians, are beyond the range of \
          eyes (90°) or heads, the first \(NumberText.general(survey.wide.angle, 3)): they are degrees
          """, remedy: "reads the angles as degrees"))
      reading.angle = .degrees
    } else {
      findings.append(
        ImportFinding(
          .other, count: survey.wide.count, line: survey.wide.line,
          """
          \(survey.wide.count) of \(survey.angled) frames have an angle beyond the range of eyes (90°) or heads, the \
          first \(NumberText.general(survey.wide.angle, 3)) rad
          """))
    }
  }

  private mutating func judgeMatrices(_ survey: ImportSurvey, _ options: ImportOptions) {
    let (rows, columns) = (survey.audit.transposed, survey.audit.upright)
    guard rows > 0, rows + columns > 0 else { return }
    let other: MatrixLayout = reading.layout == .columns ? .rows : .columns
    if rows > 9 * columns {
      if let stated = options.matrices {
        findings.append(
          ImportFinding(
            .transposed, count: rows,
            """
            the matrices are stated to be in \(stated.rawValue), but the translation is where \(other.rawValue) have it
            """,
            remedy: "reads the matrices by \(other.rawValue)"))
      }
      reading.layout = other
    } else {
      findings.append(
        ImportFinding(
          .transposed, count: rows,
          """
          \(rows) of \(rows + columns) matrices have their translation at another place than the rest: rows and \
          columns are mixed
          """, demand: "expected one order throughout the file"))
    }
  }

  private mutating func judgeLengths(_ survey: ImportSurvey, _ options: ImportOptions) {
    guard let eye = survey.audit.eyeOffset, let distance = survey.audit.distance else { return }
    let (scale, facts) = (reading.length.metres, survey.facts)
    func fits(_ unit: LengthUnit) -> Bool {
      (!facts.hasEyePlaces || (0.012...0.12).contains(eye / scale * unit.metres))
        && (!facts.hasFacePlace || (0.08...3).contains(distance / scale * unit.metres))
    }
    guard !fits(reading.length) else { return }
    let guess = UnitGuess(LengthUnit.allCases, where: fits)
    let eyes = facts.hasEyePlaces ? " and the eyes \(NumberText.general(eye, 3)) m from its origin" : ""
    let measured =
      "read as \(reading.length.rawValue), the face is \(NumberText.general(distance, 3)) m from the "
      + "camera\(eyes) (median)"
    if let unit = guess.unit {
      findings.append(
        ImportFinding(
          .lengthUnit, count: survey.frames, "\(measured): the lengths are \(unit.rawValue)",
          remedy: "reads the lengths as \(unit.rawValue)"))
      reading.length = unit
    } else if guess.isAmbiguous {
      findings.append(
        ImportFinding(
          .lengthUnit, count: survey.frames, "\(measured): more than one unit explains it",
          demand: "state it with \(guess.options(Wording.of(command: "--lengths", app: "the unit")))"))
    } else if facts.hasEyePlaces, facts.hasFacePlace, !reading.eyesAreInWorld, eye > 0.15, eye < 3,
      abs(eye - distance) < 0.12
    {
      findings.append(
        ImportFinding(
          .eyesInWorld, count: survey.frames,
          """
          the eyes are \(NumberText.general(eye, 3)) m from the face's origin (median), as far as the face is from the \
          camera: they are poses in the world, not in the face
          """, remedy: "takes the eyes' poses as the world's"))
      reading.eyesAreInWorld = true
    } else if distance > 3 {
      findings.append(
        ImportFinding(
          .other, count: survey.frames,
          "the face is \(NumberText.general(distance, 3)) m from the camera (median): no unit explains it"))
    }
  }

  /// Decides how the points of a table of gaze are read. A reading that would put targets off the screen, or mirror
  /// them, is never assumed: the user must state the missing fact.
  private mutating func judgePoints(_ survey: ImportSurvey, _ options: ImportOptions) {
    guard let (low, high) = survey.facts.targets else { return }
    let screen = options.screen.points
    let axes = ScreenAxes(low: low, high: high, origin: options.origin, growsUpwards: options.growsUpwards)
    // A screen has at least 100 points, so coordinates that never exceed 1 are shares.
    let areShares = max(abs(low.x), abs(low.y), abs(high.x), abs(high.y)) <= 1
    reading.points = TablePoints(axes: axes, size: options.screenUnits ?? (areShares ? SIMD2(1, 1) : nil))
    func demand(_ sentence: String, _ demand: String) {
      findings.append(ImportFinding(.pointUnit, count: survey.frames, sentence, demand: demand))
    }
    func pair(_ point: SIMD2<Double>, _ between: String = ", ") -> String {
      NumberText.shortest(point.x, 3) + between + NumberText.shortest(point.y, 3)
    }
    let named = "\(options.device)'s \(pair(screen, " x ")) points"
    if axes.isDirectionOpen {
      return demand(
        "targets go from \(pair(low)) to \(pair(high)): coordinates begin in the screen's middle, and nothing states "
          + "whether y grows up or down",
        Wording.of(command: "state it with --y up or --y down", app: "state the direction of y"))
    }
    let size = reading.points.size ?? screen
    if areShares, low != high, let stated = options.screenUnits, stated.min() >= 100 {
      return demand(
        "targets go from \(pair(low)) to \(pair(high)), as shares of a screen do, and not on one of "
          + "\(pair(stated, " x ")) units",
        Wording.of(command: "state --screen-px 1x1", app: "state a size of 1 x 1"))
    }
    if let stated = options.screenUnits, stated != SIMD2(1, 1) {
      let ratio = (stated.x / stated.y) / (screen.x / screen.y)
      if max(ratio, 1 / ratio) > ScreenAxes.mostStretch {
        return demand(
          "a screen of \(pair(stated, " x ")) has another shape than the \(named)",
          Wording.of(command: "name the table's device with --device or --profile", app: "name the table's device"))
      }
    }
    guard !axes.contains(low, size: size) || !axes.contains(high, size: size) else { return }
    let device = Wording.of(command: "name the table's device with --device or --profile", app: "state the device")
    let option = Wording.of(command: " with --screen-px WIDTHxHEIGHT")
    demand(
      "targets go from \(pair(low)) to \(pair(high)), off the \(named)",
      device + ", or state the screen's size in the table's unit" + option)
  }

  private mutating func judgeOrder(_ survey: ImportSurvey) {
    if survey.lastTake > 0 {
      hasTakes = true
      findings.append(
        ImportFinding(
          .takes, count: survey.lastTake + 1, line: survey.takeLines.first,
          "the first line occurs again: \(survey.lastTake + 1) takes in one file",
          remedy: "makes each take a participant"))
    }
    if survey.same.count > 0 {
      findings.append(
        ImportFinding(
          .duplicates, count: survey.same.count, line: survey.same.line,
          "\(survey.same.count) frames repeat the time and the poses of the frame before"))
    }
    // If two takes with the same clock are interleaved, many frames have the same time and different poses.
    let interleaved = survey.clashes.count * 10 > survey.frames
    let takes =
      survey.back.count > 0 || interleaved ? survey.tracks.keys.reduce(0) { $0 + survey.takes($1).count } : 0
    if survey.clashes.count > 0, takes == 0 {
      findings.append(
        ImportFinding(
          .sameTime, count: survey.clashes.count, line: survey.clashes.line,
          """
          \(survey.clashes.count) frames have the time of the frame before but other poses: the clock is too \
          coarse, or it stopped
          """))
    }
    let (back, clashes) = (survey.back, survey.clashes)
    let runsBack = "time runs back \(NumberText.times(back.count)), first by \(Self.duration(back.seconds))"
    if takes > 0 {
      hasTakes = true
      let order = back.count < 2 * takes ? "follow each other" : "are mixed"
      findings.append(
        ImportFinding(
          .takes, count: back.count, line: back.count > 0 ? back.line : clashes.line,
          back.count == 0
            ? "\(clashes.count) frames have the time of the frame before but other poses: \(takes) takes are mixed"
            : "\(runsBack): \(takes) takes with clocks of their own \(order)",
          remedy: "makes each take a participant"))
    } else if back.count > 0 {
      isDisordered = true
      findings.append(
        ImportFinding(
          .disorder, count: back.count, line: back.line, "\(runsBack): frames are out of order",
          remedy: "sorts the frames by time"))
    }
  }

  /// Text of a duration, which is in milliseconds if below one second, else in seconds.
  static func duration(_ seconds: Double) -> String {
    seconds < 1 ? "\(NumberText.thousandths(seconds)) ms" : "\(NumberText.general(seconds, 3)) s"
  }
}
