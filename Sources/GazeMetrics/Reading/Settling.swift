import GazePipeline

/// The two loops of `LineAssignment.settled`: lines from an offset, and the offset from these lines.
struct Settling: Sendable {
  let fixations: [SIMD2<Double>]
  let times: [Double]
  let text: TextPlaces
  let model: OffsetModel

  /// Offsets with which warping begins, in distances of lines: up to three lines up and down, and as far to the sides.
  /// An offset of 85 points is two lines of an ordinary text (derived), and the loop itself moves by one or two.
  static let beginnings = (-3...3).flatMap { line in [-3, -1.5, 0, 1.5, 3].map { SIMD2($0, Double(line)) } }
  /// Largest number of rounds of each loop. Recorded trials need two to six.
  private static let most = 8
  /// Standard deviation of a fixation about the middle of the words that warping pairs it with, and about the middle of
  /// its line, in distances of lines. Chosen by hand on recorded readers (passages 1 to 3 of Carr et al. 2022); from
  /// 0.5 to 0.85 and from 0.25 to 0.4 the shares of right lines differ by less than 0.002.
  private static let along = 0.7, across = 0.35

  /// Lines and offsets that belong together.
  struct State: Sendable, Equatable {
    /// Cost of the offsets, by `OffsetSmoother.estimate`: it grows with the size and the speed of the offsets, and with
    /// the distances of the fixations from their words.
    var cost: Double
    var lines: [Int]
    var offsets: [SIMD2<Double>]
  }

  /// Alternates warping and smoothing, beginning with an offset; nil if there is nothing to warp, and if a number is
  /// not finite.
  func warped(from offset: SIMD2<Double>) -> State? {
    let words = text.words.map(\.place)
    var offsets = [SIMD2<Double>](repeating: offset, count: fixations.count)
    var before: [ClosedRange<Int>] = []
    var state: State?
    for _ in 0..<Self.most {
      let places = zip(fixations, offsets).map { $0 - $1 }
      guard let warping = TimeWarping(places, to: words), warping.cost.isFinite else { return nil }
      if warping.matches == before { break }
      before = warping.matches
      let lines = warping.matches.map { text.commonLine($0) }
      let x = zip(fixations, warping.matches).map { fixation, range in
        fixation.x - range.reduce(0) { $0 + words[$1].x } / Double(range.count)
      }
      let y = zip(fixations, lines).map { $0.y - text.lines[$1].middle }
      let (right, down) = (smoother(Self.along).estimate(x, at: times), smoother(Self.across).estimate(y, at: times))
      offsets = zip(right.offsets, down.offsets).map { SIMD2($0, $1) }
      state = State(cost: right.cost + down.cost, lines: lines, offsets: offsets)
    }
    return state
  }

  /// Alternates the path over lines and smoothing of the vertical offset.
  func followed(_ start: State) -> State {
    var state = start
    let path = ReadingPath(text: text)
    for _ in 0..<Self.most {
      let lines = path.lines(zip(fixations, state.offsets).map { $0 - $1 })
      let y = zip(fixations, lines).map { $0.y - text.lines[$1].middle }
      let down = smoother(Self.across).estimate(y, at: times).offsets
      for index in down.indices { state.offsets[index].y = down[index] }
      if lines == state.lines { break }
      state.lines = lines
    }
    return state
  }

  private func smoother(_ noise: Double) -> OffsetSmoother {
    OffsetSmoother(model: model, noise: noise * text.pitch)
  }
}
