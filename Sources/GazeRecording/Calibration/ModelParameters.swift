package import GazePipeline

/// Parameters that the angles of one person's fixations in one session depend on, in the fit's units (cm, degrees, 1).
package typealias ModelParameters = SIMD32<Double>

extension ModelParameters {
  /// Value of a parameter.
  package subscript(parameter: GeometryParameter) -> Double {
    get { self[parameter.index] }
    set { self[parameter.index] = newValue }
  }

  /// Position of a face straight in front of the screen's middle at `distance`, camera frame, metres.
  package func middle(from distance: Double) -> SIMD3<Double> {
    SIMD3(
      self[.screenWidth] / 200 - self[.cameraX] / 100, self[.cameraY] / 100 - self[.screenHeight] / 200, -distance)
  }

  /// Parameters of a device and a person, without any session's drift.
  package init(_ geometry: ScreenGeometry, _ person: PersonCalibration) {
    let (h, v) = (person.quadratic.yaw, person.quadratic.pitch)
    self = .zero
    (self[.screenWidth], self[.screenHeight]) = (geometry.metres.x * 100, geometry.metres.y * 100)
    (self[.cameraX], self[.cameraY]) = (geometry.camera.x * 100, geometry.camera.y * 100)
    (self[.tiltX], self[.tiltY]) = (geometry.tilt.x.degrees, geometry.tilt.y.degrees)
    self[.depth] = geometry.depth * 100
    (self[.gazeOffsetH], self[.gazeOffsetV]) = (person.gazeOffset.towardsX.degrees, person.gazeOffset.up.degrees)
    (self[.gainH], self[.gainV]) = (person.gain.x, person.gain.y)
    (self[.quadraticHXX], self[.quadraticHXY], self[.quadraticHYY]) = (h.x.degrees, h.y.degrees, h.z.degrees)
    (self[.quadraticVXX], self[.quadraticVXY], self[.quadraticVYY]) = (v.x.degrees, v.y.degrees, v.z.degrees)
  }
}

extension PersonCalibration {
  /// Person's part of the model's parameters.
  ///
  /// - Throws: `GazeFitError.implausible` for a gain that is not positive.
  package init(_ p: ModelParameters, participant: Int) throws(GazeFitError) {
    guard p[.gainH] > 0, p[.gainV] > 0 else {
      throw .implausible("a gain of (\(p[.gainH]), \(p[.gainV])) for participant \(participant)")
    }
    let degree = 1.0.radians
    self.init(
      gazeOffset: Kappa(towardsX: p[.gazeOffsetH].radians, up: p[.gazeOffsetV].radians),
      gain: SIMD2(p[.gainH], p[.gainV]),
      quadratic: .init(
        yaw: SIMD3(p[.quadraticHXX], p[.quadraticHXY], p[.quadraticHYY]) * degree,
        pitch: SIMD3(p[.quadraticVXX], p[.quadraticVXY], p[.quadraticVYY]) * degree
      ))
  }
}
