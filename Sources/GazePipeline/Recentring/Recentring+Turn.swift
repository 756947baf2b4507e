extension Recentring {
  /// Growth of the offset's uncertainty by a turn of the interface, standard deviation per axis, points. Assumed: 1° at
  /// 35 cm, as for the slow drift; turns were not measured. The error of the eyes' angles stays with the person, who
  /// turns the phone and not the head, and what the screen and the camera add to it turns with the phone.
  static let turnSpread = 42.0

  /// Begins with what another recentring has learned on the same screen in another orientation or with points of
  /// another size.
  ///
  /// The offset is taken over as an angle: it has the same direction for the person and the same length in metres. A
  /// turn makes it less certain (`turnSpread`).
  ///
  /// Call this before the first frame: the knowledge of the present session is replaced.
  ///
  /// - Parameters:
  ///   - before: the recentring before the turn.
  ///   - scale: points of the present interface for a point of the former one, along x and y.
  package mutating func begin(after before: Recentring, scale: SIMD2<Double>) {
    guard before.hasLearned[0] || before.hasLearned[1], scale.isFinite, scale.min() > 0 else { return }
    var before = before
    before.settle()
    let growth = Self.turnSpread * Self.turnSpread
    let most = settings.model.spread * settings.model.spread
    (x, y) = (before.x, before.y)
    x.scale(by: scale.x, adding: growth, most: most)
    y.scale(by: scale.y, adding: growth, most: most)
    byDots = before.byDots.scaled(by: scale, adding: growth, most: most)
    hasLearned = before.hasLearned
    (used, refused) = (before.used, before.refused)
    reading?.observe(
      OffsetObservation(
        mean: SIMD2(x.mean, y.mean), variance: SIMD2(x.variance, y.variance),
        unknown: DriftingOffset(settings.model).variance))
  }
}
