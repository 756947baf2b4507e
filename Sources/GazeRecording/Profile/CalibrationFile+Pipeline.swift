public import GazePipeline

extension DeviceProfile {
  /// The default smoothing in the form that a pipeline takes.
  public var smoothingValue: Smoothing { .oneEuro(smoothing.settings) }
}

extension CalibrationFile.Gaze {
  /// The device part as a screen of this size in points.
  public func screen(points: SIMD2<Double>) -> ScreenGeometry {
    var screen = ScreenGeometry(
      points: points, metres: SIMD2(geometry.screenWidth, geometry.screenHeight),
      camera: SIMD2(geometry.cameraX, geometry.cameraY))
    if let tilt = geometry.tilt, tilt.count == 2 { screen.tilt = SIMD2(tilt[0], tilt[1]) * (.pi / 180) }
    screen.depth = geometry.depth ?? 0
    return screen
  }

  /// A person's part in the form that a pipeline takes in a later session; nil if the file has none. If the fit
  /// estimated the variation between sessions, this variation determines how far the pipeline trusts the person's gaze
  /// offset.
  public func person(_ participant: Int) -> PersonCalibration? {
    guard let person = people.first(where: { $0.participant == participant }), person.gazeOffset.count == 2,
      person.gain.count == 2
    else { return nil }
    var calibration = PersonCalibration(
      gazeOffset: Kappa(towardsX: person.gazeOffset[0] * .pi / 180, up: person.gazeOffset[1] * .pi / 180),
      gain: SIMD2(person.gain[0], person.gain[1]), quadratic: person.quadraticTerms)
    calibration.trust = trust(person)
    return calibration
  }

  private func trust(_ person: CalibrationFile.Person) -> PersonTrust {
    guard let spread = sessionSpread, spread.source == .estimated else { return .assumed }
    return PersonTrust(sessionSpread: spread.sd * .pi / 180, sessions: person.sessions ?? 1)
  }
}

extension CalibrationFile.Person {
  fileprivate var quadraticTerms: PersonCalibration.Quadratic {
    guard let quadratic, quadratic.count == 6 else { return .zero }
    let terms = quadratic.map { $0 * .pi / 180 }
    return .init(yaw: SIMD3(terms[0], terms[1], terms[2]), pitch: SIMD3(terms[3], terms[4], terms[5]))
  }
}
