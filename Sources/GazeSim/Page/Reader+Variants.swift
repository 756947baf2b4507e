import GazePipeline

/// Ways of reading that are off by default: only a column of each line is read, lines are skimmed, paragraphs are left
/// out or read twice, and the take begins in the middle of the page. The draws of `variant` are listed at `Reader`.
extension Reader {
  /// Characters of a line between which the reader reads: the column `task.column` of the line's width.
  func span(of line: PageLayout.Line) -> ClosedRange<Double> {
    let characters = Double(line.characters)
    return task.columnFrom * characters...min(task.columnFrom + task.column, 1) * characters
  }

  /// The line with which the take begins: with `task.startAt`, the first line after a random place in the upper two
  /// thirds of the screen.
  var firstLine: Int {
    guard task.startAt > 0 else { return 0 }
    let offset = layout.offset(atShare: task.startAt, height: height)
    let from = offset + variant.uniform(3_000_000_000) * 2 / 3 * height
    return layout.lines.firstIndex { $0.y >= from } ?? layout.lines.count - 1
  }

  /// Number of fixations, 1 to 3, of a line that is skimmed; nil for a line that is read.
  func skimmingFixations(of line: Int) -> Int? {
    guard task.skimming > 0, line < layout.lines.count, task.skimmingUntil == 0 || view.time < task.skimmingUntil else {
      return nil
    }
    let u = variant.uniforms(UInt64(line))
    return u.x < task.skimming ? 1 + min(Int(3 * u.y), 2) : nil
  }

  /// Character of the first fixation of a skimmed line; nil for a line that is read.
  func firstCharacter(of line: Int) -> Double? {
    skimmingFixations(of: line).map { skimmedCharacter(0, of: $0, line) }
  }

  /// A random place in the n-th of equal parts of a skimmed line.
  private func skimmedCharacter(_ n: Int, of fixations: Int, _ line: Int) -> Double {
    let span = span(of: layout.lines[line])
    let u = variant.uniform(1_000_000_000 + UInt64(4 * line + n))
    return span.lowerBound + (Double(n) + u) / Double(fixations) * (span.upperBound - span.lowerBound)
  }

  /// Moves on to the next fixation of the skimmed line; false if the line has had all of its fixations.
  mutating func goOnSkimming(_ fixations: Int) -> Bool {
    if skim.line != line { skim = (line, 0) }
    skim.fixations += 1
    guard skim.fixations < fixations else {
      // The line can be read again.
      skim = (-1, 0)
      return false
    }
    character = skimmedCharacter(skim.fixations, of: fixations, line)
    return true
  }

  /// The line that is read after the present one. At a paragraph's end that is, by chance, the beginning of the same
  /// paragraph (once, and at most as far back as the screen shows), or the paragraph after the next; the lines that are
  /// left out are not counted as read.
  mutating func lineAfter() -> Int {
    guard task.reread > 0 || task.skipParagraph > 0, layout.lines[line].endsParagraph else { return line + 1 }
    let u = variant.uniforms(2_000_000_000 + UInt64(line))
    if u.x < task.reread, rereadEnd != line {
      rereadEnd = line
      var first = line
      while first > 0, !layout.lines[first - 1].endsParagraph,
        layout.lines[first - 1].y - view.offset > 0.02 * height
      { first -= 1 }
      return first
    }
    guard u.y < task.skipParagraph else { return line + 1 }
    let end = layout.lines[(line + 1)...].firstIndex { $0.endsParagraph } ?? line
    return end + 1
  }

  /// Makes the reader return to the page from something else on the phone; the eyes come from another place.
  mutating func resume() {
    comeBack()
    isFreshLook = true
  }
}
