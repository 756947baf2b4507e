package import GazePipeline

/// Assignment of a whole recording's fixations to the lines of the text that the person read, afterwards.
///
/// In a live session, `Recentring` finds the line from what came before; this type also uses what comes after.
package struct LineAssignment: Sendable, Equatable {
  /// Index of the line of each fixation.
  package var lines: [Int]
  /// Offset of the pointer at each fixation, pointer minus gaze; zero for the methods that assume none.
  package var offsets: [SIMD2<Double>]

  private init(_ lines: [Int], _ offsets: [SIMD2<Double>]? = nil) {
    self.lines = lines
    self.offsets = offsets ?? [SIMD2<Double>](repeating: .zero, count: lines.count)
  }

  /// The nearest line (`attach` in the comparison by Carr, Pescuma, Furlan, Ktori & Crepaldi 2022, doi
  /// 10.3758/s13428-021-01554-0).
  package static func nearest(_ fixations: [SIMD2<Double>], to text: TextPlaces) -> LineAssignment {
    LineAssignment(fixations.map { text.nearest(to: $0.y) })
  }

  /// The line of the words with which time warping pairs the fixation (`warp`, the best algorithm of the same
  /// comparison). If the words are on several lines, the one with the most words counts, and the upper of two equal
  /// ones.
  ///
  /// Beyond 2²⁶ pairs of a fixation and a word the nearest line is taken instead.
  package static func warp(_ fixations: [SIMD2<Double>], to text: TextPlaces) -> LineAssignment {
    guard let warping = TimeWarping(fixations, to: text.words.map(\.place)) else { return nearest(fixations, to: text) }
    return LineAssignment(warping.matches.map { text.commonLine($0) })
  }

  /// Time warping and an estimate of the pointer's offset: warping and the smoothing of the offset (`OffsetSmoother`)
  /// alternate until the pairs no longer change, beginning with each of several offsets (`Settling.beginnings`); of the
  /// results the most probable one is taken. Then the path over lines (`ReadingPath`) and the smoothing alternate, so
  /// that lines may be read again. The nearest line is taken where warping is impossible.
  ///
  /// - Parameters:
  ///   - fixations: places of the raw pointer.
  ///   - times: time of each fixation, seconds, ascending; as many as fixations.
  ///   - text: the page's lines and words.
  ///   - model: assumed size and speed of the offset, in the unit of the places.
  package static func settled(
    _ fixations: [SIMD2<Double>], at times: [Double], to text: TextPlaces, model: OffsetModel = OffsetModel()
  ) -> LineAssignment {
    guard fixations.count == times.count else { return nearest(fixations, to: text) }
    let settling = Settling(fixations: fixations, times: times, text: text, model: model)
    var best: Settling.State?
    for beginning in Settling.beginnings {
      guard let state = settling.warped(from: beginning * text.pitch) else { continue }
      if best.map({ state.cost < $0.cost }) ?? true { best = state }
    }
    guard let best else { return nearest(fixations, to: text) }
    let end = settling.followed(best)
    return LineAssignment(end.lines, end.offsets)
  }
}

extension TextPlaces {
  /// Line of most of these words; the upper one of two equal ones.
  func commonLine(_ range: ClosedRange<Int>) -> Int {
    var (best, most) = (words[range.lowerBound].line, 0)
    var (line, count) = (best, 0)
    for index in range {
      if words[index].line != line { (line, count) = (words[index].line, 0) }
      count += 1
      if count > most { (best, most) = (line, count) }
    }
    return best
  }
}
