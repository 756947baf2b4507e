import GazePipeline

/// The two loops of `LineAssignment.settled`: lines from an offset, and the offset from these lines.
struct Settling: Sendable {
  let fixations: [SIMD2<Double>]
  let times: [Double]
  let text: TextPlaces
  let model: OffsetModel

  /// Largest vertical offset at the beginning, lines. Derived: two standard deviations of an offset of 85 points and a
  /// pitch of 40 are four lines, and the loop itself moves by one or two.
  static let mostLines = 3
  /// Largest number of rounds of each loop. Recorded trials need two to six.
  private static let most = 8
  /// Standard deviation of a fixation about the middle of the words that warping pairs it with, and about the middle of
  /// its line, in distances of lines. Chosen by hand on recorded readers (passages 1 to 3 of Carr et al. 2022).
  private static let along = 1.1, across = 0.3

  /// Lines and offsets that belong together.
  struct State: Sendable, Equatable {
    /// Cost of the last warping.
    var cost: Double
    var lines: [Int]
    var offsets: [SIMD2<Double>]
  }

  /// Alternates warping and smoothing, beginning with a vertical offset; nil if there is nothing to warp, and if a
  /// number is not finite.
  func warped(from height: Double) -> State? {
    let words = text.words.map(\.place)
    var offsets = [SIMD2(0, height)]
    if fixations.count > 1 { offsets += [SIMD2<Double>](repeating: SIMD2(0, height), count: fixations.count - 1) }
    var before: [ClosedRange<Int>] = []
    var state: State?
    for _ in 0..<Self.most {
      guard let warping = TimeWarping(zip(fixations, offsets).map { $0 - $1 }, to: words), warping.cost.isFinite else {
        return nil
      }
      let lines = warping.matches.map { text.commonLine($0) }
      let found = State(cost: warping.cost, lines: lines, offsets: offsets)
      state = found
      if warping.matches == before { return found }
      before = warping.matches
      let middles = warping.matches.map { range in
        range.reduce(0) { $0 + words[$1].x } / Double(range.count)
      }
      offsets = smoothed(along: middles, heights(lines))
    }
    return state
  }

  /// Alternates the path over lines and smoothing of the vertical offset.
  func followed(_ start: State) -> State {
    var state = start
    let path = ReadingPath(text: text)
    let smoother = OffsetSmoother(model: model, noise: Self.across * text.pitch)
    for _ in 0..<Self.most {
      let lines = path.lines(zip(fixations, state.offsets).map { $0 - $1 })
      let deviations = zip(fixations, heights(lines)).map { $0.y - $1 }
      let offsets = smoother.offsets(deviations, at: times)
      for index in offsets.indices { state.offsets[index].y = offsets[index] }
      if lines == state.lines { break }
      state.lines = lines
    }
    return state
  }

  private func heights(_ lines: [Int]) -> [Double] { lines.map { text.lines[$0].middle } }

  private func smoothed(along middles: [Double], _ heights: [Double]) -> [SIMD2<Double>] {
    let x = OffsetSmoother(model: model, noise: Self.along * text.pitch)
      .offsets(zip(fixations, middles).map { $0.x - $1 }, at: times)
    let y = OffsetSmoother(model: model, noise: Self.across * text.pitch)
      .offsets(zip(fixations, heights).map { $0.y - $1 }, at: times)
    return zip(x, y).map { SIMD2($0, $1) }
  }
}
