import GazeMetrics
import GazePipeline

/// Checks and sentences derived from a pipeline's pointers on the two faces.
struct CorrectnessJudgement {
  private let stage: CorrectnessStage
  private let claims: PointerClaims
  private let physical: PointerTrace, arkit: PointerTrace
  private let onPhysical: PointerTrace.Measure?, onARKit: PointerTrace.Measure?

  init(_ stage: CorrectnessStage, _ claims: PointerClaims, physical: PointerTrace, arkit: PointerTrace) {
    self.stage = stage
    self.claims = claims
    (self.physical, self.arkit) = (physical, arkit)
    (onPhysical, onARKit) = (physical.measure, arkit.measure)
  }

  var correctness: Correctness {
    let checks = self.checks
    let verdict = checks.contains { $0.verdict == .fail } ? GateVerdict.fail : .pass
    return Correctness(
      verdict: verdict, checks: checks, findings: verdict == .pass ? [] : findings(Set(failed(checks))),
      declared: claims, seed: stage.seed, orientations: [stage.screen.orientation])
  }

  // MARK: Checks

  private func failed(_ checks: [Correctness.Check]) -> [String] {
    checks.filter { $0.verdict == .fail }.map(\.metric)
  }

  /// `Correctness` holds the names that `findings` and its summary ask for, too; `CorrectnessTests` names each.
  private var checks: [Correctness.Check] {
    func check(
      _ metric: String, _ lowest: Double?, _ highest: Double, _ figure: (PointerTrace.Measure) -> Double
    ) -> Correctness.Check {
      let values = (onPhysical.map(figure), onARKit.map(figure))
      func isWrong(_ value: Double?) -> Bool {
        guard let value else { return true }
        return value > highest || value < lowest ?? -.infinity
      }
      return Correctness.Check(
        metric: metric, lowest: lowest, highest: highest, physical: values.0, arkit: values.1,
        verdict: isWrong(values.0) && isWrong(values.1) ? .fail : .pass)
    }
    func around(
      _ metric: String, _ right: Double, _ tolerance: Double, _ figure: (PointerTrace.Measure) -> Double
    ) -> Correctness.Check {
      check(metric, right - tolerance, right + tolerance, figure)
    }
    let (gain, offset) = (claims.gain, claims.offsetPoints)
    let share = PointerClaims.gainTolerance
    let crosstalk = PointerClaims.crosstalkTolerance * gain.max()
    return [
      around(Correctness.gainX, gain.x, share * gain.x) { $0.fit.gain.x },
      around(Correctness.gainY, gain.y, share * gain.y) { $0.fit.gain.y },
      around("pointer.crosstalk.x", 0, crosstalk) { $0.fit.crosstalk.x },
      around("pointer.crosstalk.y", 0, crosstalk) { $0.fit.crosstalk.y },
      around(Correctness.offsetX, offset.x, PointerClaims.offsetTolerance) { $0.fit.offset.x },
      around(Correctness.offsetY, offset.y, PointerClaims.offsetTolerance) { $0.fit.offset.y },
      check(Correctness.residual, nil, PointerClaims.residualTolerance * gain.max()) { $0.fit.residual },
      check(Correctness.lag, nil, claims.lag * 1000) { $0.lag * 1000 },
    ] + (eyes.map { [$0] } ?? [])
  }

  /// Excess weight of the left eye over the right one, −1…1; nil if the pointer does not follow the gaze, so that the
  /// eyes cannot be distinguished.
  ///
  /// Physical eyes both point at the target of the gaze. ARKit's eyes point outward: the ray of each eye lands some 43
  /// mm to its own side. From one face to the other the pointer therefore moves sideways by that distance times the
  /// share.
  private var eyes: Correctness.Check? {
    guard let onPhysical, let onARKit, onPhysical.fit.unexplained < Self.explained else { return nil }
    var (left, right, both) = (Vector2.zero, Vector2.zero, Vector2.zero)
    var count = 0.0
    for (frame, gaze) in zip(stage.arkit.frames, stage.arkit.trace.references) {
      guard let l = PointerRoute.leftEye.point(frame, stage.screen), let gaze,
        let r = PointerRoute.rightEye.point(frame, stage.screen), let b = PointerRoute.right.point(frame, stage.screen)
      else { continue }
      left += l
      right += r
      both += b - gaze
      count += 1
    }
    guard count > 0 else { return nil }
    let step = onPhysical.fit.apply((left - right) / (2 * count))
    let square = (step * step).sum()
    // The move of a right pipeline from the one face to the other comes from ARKit's gain and not from an eye.
    let way = onARKit.fit.offset - onPhysical.fit.offset - onPhysical.fit.apply(both / count)
    guard square > 1 else { return nil }
    let share = (way * step).sum() / square
    let off = onARKit.fit.offset - claims.offsetPoints
    let isOff = max(abs(off.x), abs(off.y)) > PointerClaims.offsetTolerance
    return Correctness.Check(
      metric: Correctness.eyeShare, lowest: -PointerClaims.eyeTolerance, highest: PointerClaims.eyeTolerance,
      physical: nil, arkit: share, verdict: isOff && abs(share) > PointerClaims.eyeTolerance ? .fail : .pass)
  }

  // MARK: Sentences

  // The thresholds of the sentences are assumed. `PointerFault` of Tests/Validation plants each known mistake and names
  // a part of the sentence that must come.

  /// A map explains a pointer if it leaves less than this share of the pointer's variance unexplained.
  private static let explained = 0.1

  private func findings(_ failed: Set<String>) -> [String] {
    let given = physical.pointers.count { $0 != nil }
    guard given > 0 else { return ["the pipeline gives no pointer, or none that is a finite number"] }
    guard let right = onPhysical else {
      return ["the pipeline gives a pointer in \(given) of \(physical.pointers.count) frames: too few to say more"]
    }
    guard right.fit.spread > 1e-3 else { return ["the pointer does not move, wherever the gaze goes"] }
    let jitter = self.jitter(right)
    var sentences: [String] = []
    var measure = right
    if right.fit.unexplained > Self.explained || failed.contains(Correctness.residual) {
      let others = PointerRoute.mistakes.compactMap { route -> (route: PointerRoute, measure: PointerTrace.Measure)? in
        along(route).map { (route, $0) }
      }
      let best = others.min { $0.measure.fit.unexplained < $1.measure.fit.unexplained }
      if let best, best.measure.fit.unexplained < min(Self.explained, right.fit.unexplained / 3) {
        sentences.append(best.route.sentence)
        measure = best.measure
      } else if right.fit.unexplained > 0.5, jitter.isEmpty {
        return ["the pointer does not follow the gaze: no known mistake of axes, frames or delay explains it"]
      }
    }
    let isRight = sentences.isEmpty
    let axes = self.axes(measure.fit)
    let scale = self.scale(measure.fit)
    sentences += axes + scale
    if isRight, axes.isEmpty, scale.isEmpty { sentences += offsets(measure.fit, failed) }
    if isRight { sentences += jitter.isEmpty ? bend(right.fit) : jitter }
    if measure.lag > claims.lag, failed.contains(Correctness.lag) || !isRight {
      sentences.append(
        "the pointer follows the gaze \(NumberText.whole(measure.lag * 1000, within: 1e9)) ms late, and "
          + "\(NumberText.whole(claims.lag * 1000, within: 1e9)) ms are allowed: "
          + "smooth less, or declare the lag")
    }
    if failed.contains(Correctness.eyeShare) { sentences += eye() }
    return sentences.isEmpty ? ["out of range on both faces: \(failed.sorted().joined(separator: ", "))"] : sentences
  }

  // MARK: A pointer off the map

  /// A pointer jitters if it moves from frame to frame, while the gaze rests, by more than this share of its distance
  /// from the map. Assumed: white noise moves by 1.4 of it, at 60 frames a second noise behind an EMA of 50 ms by 0.7
  /// and of 200 ms by 0.4, and an error that follows the head, which sways once a second at most, by 0.1.
  private static let jitters = 0.3

  private func jitter(_ measure: PointerTrace.Measure) -> [String] {
    let size = self.size(measure.fit)
    let follows = min(size.x, size.y) > 0.5 && max(size.x, size.y) < 2
    guard follows || measure.fit.unexplained <= 0.5, isOffMap(measure.fit),
      let unrest = physical.unrest(lag: measure.lag), unrest > Self.jitters * measure.fit.residual
    else { return [] }
    return [
      "the pointer jitters: while the gaze rests it moves by \(NumberText.whole(unrest, within: 1e9)) points from "
        + "frame to frame (root mean square), although these faces have no noise; look for what makes or enlarges "
        + "noise (eyes taken in turn, a division by a small number, a random number), then smooth: "
        + "\(NumberText.whole(claims.lag * 1000, within: 1e9)) ms of lag are allowed"
    ]
  }

  private func bend(_ fit: PointerMap.Fit) -> [String] {
    guard isOffMap(fit) else { return [] }
    let allowed = PointerClaims.residualTolerance * claims.gain.max()
    return [
      "the pointer lies \(NumberText.whole(fit.residual, within: 1e9)) points (root mean square) off the best linear "
        + "map of the gaze, and \(NumberText.whole(allowed, within: 1e9)) are allowed: the mapping bends, is clamped, "
        + "or changes with the pose of head or phone; intersect the line of sight with the screen's plane "
        + "(screen.hit(of:))"
    ]
  }

  /// True if the map's residual is too large for the size of the map, so that it does not come from a wrong scale.
  private func isOffMap(_ fit: PointerMap.Fit) -> Bool {
    fit.residual > PointerClaims.residualTolerance * (claims.gain * size(fit)).max()
  }

  /// Size of the map along each axis, relative to the claimed gain: the length of the axis's whole row, so that swapped
  /// axes also have a size.
  private func size(_ fit: PointerMap.Fit) -> Vector2 {
    SIMD2(fit.x.length, fit.y.length) / claims.gain
  }

  /// The pointer compared with the points of a mistaken route; nil if that route has no points.
  private func along(_ route: PointerRoute) -> PointerTrace.Measure? {
    var trace = physical
    trace.references = stage.physical.frames.map { route.point($0, stage.screen) }
    return trace.measure
  }

  /// The sentence on axes that are turned by a quarter, or in a turned interface also by a half.
  private var turned: String {
    let sensor = "take pointOfView, or viewMatrix(for: .portrait), and not camera.transform"
    // An upright interface has the axes of the portrait view, so only the poses can be turned.
    guard stage.screen.orientation != .portrait else {
      return "the axes are turned by a quarter: they are the sensor's, not the portrait view's; \(sensor)"
    }
    return "the axes do not turn with the interface: either the hit is not turned from the portrait view's axes to the "
      + "interface's (take screen.hit(of:) and screen.point(ofHit:), with the screen in this orientation), or the "
      + "poses are the sensor's (\(sensor)); a pipeline for one orientation claims it ([\"portrait\"] in orientations)"
  }

  private func axes(_ fit: PointerMap.Fit) -> [String] {
    let (gain, crosstalk) = (fit.gain / claims.gain, fit.crosstalk / claims.gain)
    // Each axis follows the other one much more than itself.
    if abs(crosstalk.x) > 3 * abs(gain.x), abs(crosstalk.y) > 3 * abs(gain.y) {
      switch (crosstalk.x > 0, crosstalk.y > 0) {
      case (true, true): return ["x and y are swapped: the pointer's x follows the gaze's y, and its y the gaze's x"]
      case (false, false):
        return ["x and y are swapped and mirrored: the pointer's x follows minus the gaze's y, and its y minus its x"]
      default: return [turned]
      }
    }
    if gain.x < 0, gain.y < 0, stage.screen.orientation != .portrait { return [turned] }
    func wrong(_ axis: String, _ gain: Double, _ sense: String) -> String {
      "\(axis) runs the wrong way: the pointer moves by \(NumberText.rounded(gain, 1)) points "
        + "where the gaze moves by 1; \(sense)"
    }
    var sentences: [String] = []
    if gain.x < 0, fit.gain.x != 0 { sentences.append(wrong("x", fit.gain.x, "left and right are mirrored")) }
    if gain.y < 0, fit.gain.y != 0 {
      sentences.append(
        wrong("y", fit.gain.y, "screen points grow downwards, the camera's y grows upwards"))
    }
    for (axis, other, own, cross) in [("x", "y", gain.x, crosstalk.x), ("y", "x", gain.y, crosstalk.y)]
    where abs(cross) > PointerClaims.crosstalkTolerance {
      if abs(own) > 0.01 {
        sentences.append(
          "\(axis) follows the gaze's \(other), too: by \(NumberText.rounded(cross, 2)) points where that moves by 1; "
            + "the axes are turned or skewed")
      }
    }
    return sentences
  }

  /// Sentences on the scale; if the factor is that of a known mistake, such as millimetres instead of points, the
  /// sentence names the mistake.
  private func scale(_ fit: PointerMap.Fit) -> [String] {
    let size = self.size(fit)
    guard max(abs(size.x - 1), abs(size.y - 1)) > PointerClaims.gainTolerance else { return [] }
    let allowed = [1 - PointerClaims.gainTolerance, 1 + PointerClaims.gainTolerance].map { NumberText.rounded($0, 1) }
      .joined(separator: " to ")
    guard abs(size.x / size.y - 1) < 0.05 else {
      return [("x", size.x), ("y", size.y)].compactMap { axis, factor in
        if factor < 0.02 { return "\(axis) does not follow the gaze" }
        guard abs(factor - 1) > PointerClaims.gainTolerance else { return nil }
        return
          "along \(axis) the pointer moves \(NumberText.factor(factor)) times as far as the gaze (allowed "
          + "\(allowed)): check the screen's points and metres along \(axis), or declare the gain"
      }
    }
    let factor = (size.x + size.y) / 2
    let perMetre = stage.screen.pointsPerMetre.x
    func isAbout(_ value: Double) -> Bool { abs(factor / value - 1) < 0.05 }
    if isAbout(1000 / perMetre) {
      return [
        "the pointer is in millimetres and not in points: multiply by the screen's points a millimetre, here "
          + NumberText.rounded(perMetre / 1000, 2)
      ]
    }
    if isAbout(1 / perMetre) {
      return [
        "the pointer is in metres and not in points: multiply by the screen's points a metre, here "
          + "\(NumberText.whole(perMetre, within: 1e9))"
      ]
    }
    let moves = "the pointer moves \(NumberText.factor(factor)) times as far as the gaze (allowed \(allowed))"
    if isAbout(2) || isAbout(3) {
      return [
        moves + " along both axes: take out the factor, which is the screen's scale if these are pixels and not "
          + "points, or declare the gain"
      ]
    }
    if (0.75...1.34).contains(factor) {
      return [
        moves + ": it assumes a screen \(NumberText.factor(1 / factor)) times the true size, or a part of it does not "
          + "come from the eyes; check the screen's points and metres, or declare the gain"
      ]
    }
    return [moves + " along both axes: take out the factor, check the screen's points and metres, or declare the gain"]
  }

  private func offsets(_ fit: PointerMap.Fit, _ failed: Set<String>) -> [String] {
    let offset = fit.offset - claims.offsetPoints
    var places: [String] = []
    if failed.contains(Correctness.offsetX) {
      places.append("\(NumberText.whole(abs(offset.x), within: 1e9)) points \(offset.x > 0 ? "right" : "left") of")
    }
    if failed.contains(Correctness.offsetY) {
      places.append("\(NumberText.whole(abs(offset.y), within: 1e9)) points \(offset.y > 0 ? "below" : "above")")
    }
    guard !places.isEmpty else { return [] }
    return [
      "the pointer lies \(places.joined(separator: " and ")) the gaze: check the camera's place, the screen's size "
        + "(another device's?) and that points count from the top left corner"
    ]
  }

  private func eye() -> [String] {
    guard let share = eyes?.arkit else { return [] }
    let (eye, other) = share > 0 ? ("left", "right") : ("right", "left")
    let what =
      abs(share) > 0.75 ? "the \(eye) eye alone makes the pointer" : "the \(eye) eye outweighs the \(other) one"
    return [
      "\(what): ARKit's eyes point outward by some 4° together, "
        + "so that each lands far to its own side; take the mean of both"
    ]
  }
}
