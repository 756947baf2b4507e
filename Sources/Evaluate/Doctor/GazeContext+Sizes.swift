import GazePipeline

extension GazeContext {
  /// Explanations in which a size of the screen is wrong, in points or in millimetres.
  var scales: [GazeHypothesis] {
    var all: [GazeHypothesis] = []
    let turned = screen.turned(to: orientation)
    let size = turned.points
    let isSideways = orientation == .landscapeLeft || orientation == .landscapeRight
    func add(_ fault: DoctorFault, _ way: String, _ factor: SIMD2<Double>, about pivot: SIMD2<Double>, prior: Double) {
      let undo: @Sendable (SIMD2<Double>) -> SIMD2<Double> = { pivot + ($0 - pivot) / factor }
      var hypothesis = plain(fault, way, prior: Self.fault + prior + layout.order(size, undo), target: undo)
      hypothesis.factor = factor
      hypothesis.isSize = fault != .doubledGain
      all.append(hypothesis)
    }
    let middle = layout.middle(size)
    for zoom in zooms.flatMap({ [$0, 1 / $0] }) {
      let way = zoom < 1 ? "targets were in zoomed points" : "targets were in standard points, the screen's in zoomed"
      add(.displayZoom, way, SIMD2(zoom, zoom), about: .zero, prior: -1)
      add(.displayZoom, way + ", about the screen's middle", SIMD2(zoom, zoom), about: size / 2, prior: -2)
    }
    for factor in [2.0, 0.5] {
      add(
        .doubledGain, "targets lay \(factor == 2 ? "twice" : "half") as far from the top-left corner as they do",
        SIMD2(factor, factor), about: .zero, prior: 0)
    }
    var bodies: [SIMD2<Double>] = []
    if let body {
      let factor = screen.metres / body
      bodies.append(isSideways ? SIMD2(factor.y, factor.x) : factor)
    }
    for factor in bodies {
      for (factor, way) in [
        (factor, "metres were divided by the body's size to give points"),
        (1 / factor, "the screen were as large as the body"),
      ] {
        for pivot in [.zero, size / 2, turned.camera * turned.pointsPerMetre] {
          add(.bodySize, way, factor, about: pivot, prior: -1)
        }
      }
    }
    let turn = turned.metres.x / turned.metres.y
    add(.screenSize, "the screen's width and height were exchanged", SIMD2(turn, 1 / turn), about: .zero, prior: -1)
    // Explanations whose factor is computed from the middle of the targets' layout, if the middle matches no factor of
    // the tables. Such a factor always centres the layout, so a centred layout is no evidence for it.
    let tautology = -2 * TargetLayout.middleWorth
    guard abs(middle.x - 1) > TargetLayout.offMiddle, abs(middle.y - 1) > TargetLayout.offMiddle else { return all }
    // Two facts are evidence: that targets lie beside the middle sideways, too (assumed: one layout in 50), and that
    // both axes are off by one factor (within 0.6 % of a range of 30 %: one in 25).
    if abs(middle.x / middle.y - 1) < 0.006, (0.7...0.97).contains(min(middle.x, 1 / middle.x)) {
      let times = NumberText.rounded(1 / middle.x, 2)
      add(.screenSize, "the screen were \(times) times as large as it is", middle, about: .zero, prior: tautology + 7)
    }
    let portrait = isSideways ? SIMD2(middle.y, middle.x) : middle
    let panel = screen.metres * 1000
    let body = portrait.x < 1 ? panel / portrait : panel * portrait
    if (portrait.x < 1) == (portrait.y < 1), BodySize.isBody(body, around: panel) {
      add(
        .bodySize, "the screen were taken for \(NumberText.rounded(body.x, 1)) x \(NumberText.rounded(body.y, 1)) mm",
        middle, about: .zero,
        prior: tautology + 4)
    }
    return all
  }
}
