package import GazePipeline
private import GazeRecording

/// The content of a replay's picture: a value, so that the picture is a function of it alone.
package struct ReplayView: Sendable, Equatable {
  /// The recording's name and subject.
  package var title: String
  /// Size of the interface in points.
  package var screen: SIMD2<Double>
  /// The shown frame; nil before the first.
  package var moment: ReplayMoment?
  /// Number of frames; nil until they are counted.
  package var units: Int?
  /// Duration in seconds; nil while unknown.
  package var seconds: Double?
  package var controls: ReplayControls
  /// Frame (world or camera) in whose axes the eyes' angles are shown.
  package var axes: LineOfSight.Axes
  /// Number of people in the recording.
  package var people = 1
  /// Number of times that the recording was played to its end.
  package var laps = 0
  /// True if this is the last frame.
  package var isAtEnd = false

  package init(title: String, screen: SIMD2<Double>, axes: LineOfSight.Axes, controls: ReplayControls) {
    (self.title, self.screen, self.axes, self.controls) = (title, screen, axes, controls)
  }
}

extension ReplayView {
  /// The picture for a terminal of this size; if there is little room, the most important parts remain.
  package func picture(columns: Int, rows: Int) -> TextCanvas {
    var canvas = TextCanvas(columns: min(max(columns, 0), 200), rows: min(max(rows, 0), 60))
    drawHead(&canvas)
    // Rows are left for the eyes' angles, the pipelines and the keys, which are below the eyes.
    let half = min((canvas.rows - 12 - (moment?.pipelines.count ?? 0)) / 2, 4)
    if canvas.columns >= 66, half >= 1 {
      canvas.put("degrees right and up, in the \(axes.rawValue)'s axes", 0, 3, .faint)
      drawEyes(&canvas, half: half)
      drawPipelines(&canvas, row: 2 * half + 11, width: 43)
      drawPhone(&canvas, left: 47, top: 4, right: canvas.columns - 1, bottom: canvas.rows - 3)
      drawKeys(&canvas)
    } else {
      drawNarrow(&canvas)
    }
    return canvas
  }

  // MARK: Words

  private func drawHead(_ canvas: inout TextCanvas) {
    let state = isAtEnd ? "end" : controls.isPaused ? "paused" : "playing"
    let speed = "x" + NumberText.quick(controls.speed, controls.speed < 0.1 ? 3 : controls.speed < 1 ? 2 : 0)
    let lap = controls.isLooping ? ", loop" : ""
    let right = "\(state) \(speed)\(lap)" + (laps > 0 ? ", lap \(laps + 1)" : "")
    canvas.put(title, 0, 0, .strong)
    canvas.put("  " + right, endingAt: canvas.columns, 0, .plain)
    let count = "unit \(moment?.unit ?? 0) of " + (units.map { "\($0)" } ?? "?")
    let time = Self.clock(moment?.seconds ?? 0) + " of " + (seconds.map(Self.clock) ?? "?")
    let person = people > 1 ? moment.map { "   participant \($0.observation.participant)" } : nil
    canvas.put(count + "   " + time + (person ?? ""), 0, 1)
    guard let seconds, seconds > 0, canvas.columns > 10 else { return }
    let width = canvas.columns - 2
    let full = Int((min(max((moment?.seconds ?? 0) / seconds, 0), 1) * Double(width)).rounded())
    canvas.put("[", 0, 2, .faint)
    canvas.put(String(repeating: "#", count: full), 1, 2)
    canvas.put(String(repeating: ".", count: width - full) + "]", 1 + full, 2, .faint)
  }

  private func drawKeys(_ canvas: inout TextCanvas) {
    let long = "space pause   . , step   l loop   + - speed   q quit"
    canvas.put(canvas.columns >= long.count ? long : "space . , l + - q", 0, canvas.rows - 1, .faint)
  }

  /// For a window that is too small for pictures: lines, the most important first.
  private func drawNarrow(_ canvas: inout TextCanvas) {
    var row = canvas.rows > 5 ? 4 : 2
    for (name, eye) in [("left", moment?.lineOfSight?.left), ("right", moment?.lineOfSight?.right)] {
      let words =
        eye.map {
          Self.pair($0.correct) + (canvas.columns < 46 ? "  pub " : "  published ") + Self.pair($0.published)
        } ?? (moment?.observation.frame.isTracked == false ? "no face" : "-")
      canvas.put(name.padded(to: 6) + words, 0, row)
      row += 1
    }
    let pipelines = moment?.pipelines.count ?? 0
    let hasPhone = canvas.rows - row - pipelines - 1 >= 9 && canvas.columns >= 12
    drawPipelines(&canvas, row: row, width: canvas.columns, hasPhone: hasPhone)
    row += pipelines + 1
    if hasPhone {
      drawPhone(&canvas, left: 0, top: row, right: canvas.columns - 1, bottom: canvas.rows - 3)
    }
    if !hasPhone, let target = moment?.observation.target, canvas.rows > row {
      canvas.put("*", 0, row - 1, .target)
      canvas.put("target  " + Self.place(target), 2, row - 1)
    }
    if canvas.rows > row { drawKeys(&canvas) }
  }

  /// Draws the pipelines' names beside a phone that shows the pointers; without a phone, also the pointers' points.
  private func drawPipelines(_ canvas: inout TextCanvas, row: Int, width: Int, hasPhone: Bool = true) {
    for (index, pipeline) in (moment?.pipelines ?? []).enumerated() {
      let scroll = pipeline.output.scroll
      let words =
        scroll.direction == .none
        ? "" : "scrolls \(scroll.direction.rawValue) \(NumberText.quick(scroll.distance, 1)) pt"
      canvas.put(Self.letter(index), 0, row + index, .pointer)
      if hasPhone {
        // A name that does not fit beside the scroll ends in an ellipsis.
        let place = max(width - 22, 2)
        let most = words.isEmpty ? Int.max : max(place - 3, 1)
        let name = pipeline.name.count > most ? pipeline.name.prefix(most - 1) + "…" : pipeline.name[...]
        canvas.put(String(name), 2, row + index)
        canvas.put(words, place, row + index, .strong)
      } else {
        // The parts of a line, the most important first, since the end of a line may be cut off.
        let pointer = pipeline.output.pointer.map(Self.place) ?? "-"
        canvas.put("\(pipeline.name)  \(pointer)  \(words)", 2, row + index)
      }
    }
  }

  // MARK: Eyes

  /// Draws two eyes with their angles below: ±40° horizontally, and ±60° vertically in `half` rows each, since in the
  /// world's axes a person who holds a phone looks down at it.
  private func drawEyes(_ canvas: inout TextCanvas, half: Int) {
    let top = 4
    for (left, name, eye) in [
      (0, "left eye", moment?.lineOfSight?.left), (23, "right eye", moment?.lineOfSight?.right),
    ] {
      canvas.put(name, left + 1, top, .strong)
      drawEye(&canvas, left: left, top: top + 1, half: half, eye)
      let row = top + 2 * half + 4
      canvas.put("published", left, row, .published)
      canvas.put("correct", left, row + 1, .correct)
      guard let eye else {
        canvas.put(moment?.observation.frame.isTracked == false ? "no face" : "-", left + 10, row + 1)
        continue
      }
      canvas.put(Self.pair(eye.published), left + 10, row)
      canvas.put(Self.pair(eye.correct), left + 10, row + 1)
      canvas.put("\(NumberText.quick(eye.error.degrees, 1)) deg apart", left + 10, row + 2, .faint)
    }
  }

  private func drawEye(_ canvas: inout TextCanvas, left: Int, top: Int, half: Int, _ eye: LineOfSight.Eye?) {
    let (columns, rows) = (17, 2 * half + 1)
    canvas.put("." + String(repeating: "-", count: columns) + ".", left, top, .faint)
    for row in 0..<rows {
      canvas.put("|", left, top + 1 + row, .faint)
      canvas.put("|", left + columns + 1, top + 1 + row, .faint)
    }
    canvas.put("'" + String(repeating: "-", count: columns) + "'", left, top + rows + 1, .faint)
    canvas.put("+", left + 9, top + 1 + half, .faint)
    guard let eye else { return }
    func place(_ angles: GazeAngles) -> (column: Int, row: Int) {
      func cell(_ angle: Double, _ range: Double, _ most: Int) -> Int {
        Int((min(max(angle.degrees / range, -1), 1) * Double(most)).rounded())
      }
      return (left + 9 + cell(angles.yaw, 40, 8), top + 1 + half - cell(angles.pitch, 60, half))
    }
    let (published, correct) = (place(eye.published), place(eye.correct))
    canvas.put("x", published.column, published.row, .published)
    canvas.put("O", correct.column, correct.row, .correct)
  }

  // MARK: Phone

  /// Draws the screen with target and pointers; a point off the screen is drawn on its border.
  private func drawPhone(_ canvas: inout TextCanvas, left: Int, top: Int, right: Int, bottom: Int) {
    guard screen.x > 0, screen.y > 0, right - left >= 6, bottom - top >= 4 else { return }
    // A character is about twice as high as it is wide.
    let aspect = screen.x / screen.y * 2
    var (columns, rows) = (right - left - 1, bottom - top - 1)
    columns = min(columns, max(Int((Double(rows) * aspect).rounded()), 3))
    rows = min(rows, max(Int((Double(columns) / aspect).rounded()), 2))
    let frame = "+" + String(repeating: "-", count: columns) + "+"
    canvas.put(frame, left, top)
    for row in 1...rows {
      canvas.put("|", left, top + row)
      canvas.put("|", left + columns + 1, top + row)
    }
    canvas.put(frame, left, top + rows + 1)
    func put(_ point: SIMD2<Double>?, _ mark: String, _ ink: TextCanvas.Ink) {
      guard let point, point.isFinite else { return }
      func cell(_ share: Double, _ count: Int) -> Int {
        if share < 0 { return 0 }
        if share > 1 { return count + 1 }
        return 1 + min(Int(share * Double(count)), count - 1)
      }
      canvas.put(mark, left + cell(point.x / screen.x, columns), top + cell(point.y / screen.y, rows), ink)
    }
    put(moment?.observation.target, "*", .target)
    for (index, pipeline) in (moment?.pipelines ?? []).enumerated() {
      put(pipeline.output.pointer, Self.letter(index), .pointer)
    }
    let legend = "* target"
    let place = left + columns + 4
    if moment?.observation.target != nil { canvas.put(legend, place, top + 1, .target) }
    if let moment, moment.observation.frame.isTracked, moment.observation.frame.blink.min() > 0.5 {
      canvas.put("blinks", place, top + 2)
    }
  }

  // MARK: Text of numbers

  /// `188 406`: points from the top-left corner.
  private static func place(_ point: SIMD2<Double>) -> String {
    "\(NumberText.quick(point.x, 0)) \(NumberText.quick(point.y, 0))"
  }

  private static func letter(_ index: Int) -> String { String(Unicode.Scalar(UInt8(65 + index % 26))) }

  /// `+10.2  -3.4`: degrees to the right and up.
  private static func pair(_ angles: GazeAngles) -> String {
    signed(angles.yaw.degrees) + signed(angles.pitch.degrees)
  }

  private static func signed(_ value: Double) -> String {
    let text = NumberText.quick(abs(value), 1)
    return ((value < 0 && text != "0.0" ? "-" : "+") + text).leftPadded(to: 6)
  }

  /// `1:02.50`, with hours if needed.
  static func clock(_ seconds: Double) -> String {
    // Times are limited to 30 years, beyond which hours have no meaning. The addend 1e-6 corrects rounding errors: 2.05
    // s is 204.999… hundredths in binary and must give 205.
    let hundredths = Int(min(max(seconds, 0), 1e9) * 100 + 1e-6)
    let (minutes, rest) = (hundredths / 6000, hundredths % 6000)
    let tail = "\(rest / 100)".leftPadded(to: 2, "0") + "." + "\(rest % 100)".leftPadded(to: 2, "0")
    return minutes < 60
      ? "\(minutes):\(tail)" : "\(minutes / 60):" + "\(minutes % 60)".leftPadded(to: 2, "0") + ":\(tail)"
  }
}

extension String {
  fileprivate func padded(to width: Int) -> String { self + String(repeating: " ", count: max(width - count, 0)) }

  fileprivate func leftPadded(to width: Int, _ filler: Character = " ") -> String {
    String(repeating: filler, count: max(width - count, 0)) + self
  }
}
