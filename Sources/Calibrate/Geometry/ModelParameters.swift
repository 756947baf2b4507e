import GazePipeline

/// Parameters that the angles of one person's fixations in one session depend on, in the fit's units (cm, degrees, 1).
typealias ModelParameters = SIMD32<Double>

extension ModelParameters {
  /// Value of a parameter.
  subscript(parameter: GeometryParameter) -> Double {
    get { self[parameter.index] }
    set { self[parameter.index] = newValue }
  }

  /// Position of a face straight in front of the screen's middle at `distance`, camera frame, metres.
  func middle(from distance: Double) -> SIMD3<Double> {
    SIMD3(
      self[.screenWidth] / 200 - self[.cameraX] / 100, self[.cameraY] / 100 - self[.screenHeight] / 200, -distance)
  }
}

extension GeometryFit {
  /// Parameters of a device and a person, without any session's drift.
  static func modelParameters(_ geometry: ScreenGeometry, _ person: PersonCalibration) -> ModelParameters {
    let (h, v) = (person.quadratic.yaw, person.quadratic.pitch)
    var p = ModelParameters.zero
    (p[.screenWidth], p[.screenHeight]) = (geometry.metres.x * 100, geometry.metres.y * 100)
    (p[.cameraX], p[.cameraY]) = (geometry.camera.x * 100, geometry.camera.y * 100)
    (p[.tiltX], p[.tiltY], p[.depth]) = (geometry.tilt.x.degrees, geometry.tilt.y.degrees, geometry.depth * 100)
    (p[.gazeOffsetH], p[.gazeOffsetV]) = (person.gazeOffset.towardsX.degrees, person.gazeOffset.up.degrees)
    (p[.gainH], p[.gainV]) = (person.gain.x, person.gain.y)
    (p[.quadraticHXX], p[.quadraticHXY], p[.quadraticHYY]) = (h.x.degrees, h.y.degrees, h.z.degrees)
    (p[.quadraticVXX], p[.quadraticVXY], p[.quadraticVYY]) = (v.x.degrees, v.y.degrees, v.z.degrees)
    return p
  }
}
