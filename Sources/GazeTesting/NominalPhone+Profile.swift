public import GazePipeline
public import GazeRecording
public import GazeSimulation
private import Profiles

extension NominalPhone {
  /// The phone that a profile describes, with its sigmas.
  public init(_ profile: DeviceProfile) {
    self.init(
      id: profile.id, geometry: profile.geometry,
      sizeSigma: SIMD2(profile.screen.width.sigma, profile.screen.height.sigma),
      cameraSigma: SIMD2(profile.camera.x.sigma, profile.camera.y.sigma))
  }

  /// A built-in device: its identifier, such as `iphone12mini`, or Apple's model identifier, such as `iPhone13,1`.
  ///
  /// - Throws: `UnknownNameError` with the most similar names.
  public init(device: String) throws(UnknownNameError) { self.init(try DeviceProfile.builtIn(device)) }
}

extension DeviceProfile {
  /// The geometry with a screen of this size in points: Display Zoom changes it.
  package func geometry(points: Vector2) -> ScreenGeometry {
    var geometry = geometry
    geometry.points = points
    return geometry
  }

  /// The screen of a recording in its interface's orientation: the profile's, or a calibration's.
  package func geometry(_ header: RecordingHeader, _ calibration: CalibrationFile? = nil) -> ScreenGeometry {
    let points = header.points ?? geometry.turned(to: header.orientation).points
    // A calibration describes the upright phone, but the header's points are those of the interface, which may be
    // turned.
    let isSideways = header.orientation.quarterTurns % 2 == 1
    let upright = isSideways ? SIMD2(points.y, points.x) : points
    return (calibration?.gaze?.screen(points: upright) ?? geometry(points: upright)).turned(to: header.orientation)
  }
}

extension StandardPipeline {
  /// The pipeline `standard` of a built-in device, with which an app's own pipeline can be compared: geometry,
  /// smoothing and trigger of its profile.
  ///
  /// - Parameters:
  ///   - device: an identifier, such as `iphone12mini`, or Apple's model identifier, such as `iPhone13,1`.
  ///   - person: a person's calibration; by default none.
  ///   - orientation: the interface's orientation.
  /// - Throws: `UnknownNameError` with the most similar names.
  public init(
    device: String, person: PersonCalibration = .none, orientation: ScreenOrientation = .portrait
  ) throws(UnknownNameError) {
    let profile = try DeviceProfile.builtIn(device)
    self.init(profile, screen: profile.geometry.turned(to: orientation), person: person)
  }

  /// The pipeline `standard` with a profile's smoothing and trigger on this screen, such as that of a recording.
  public init(_ profile: DeviceProfile, screen: ScreenGeometry, person: PersonCalibration = .none) {
    self.init(
      geometry: screen, person: person, smoothing: profile.smoothingValue, trigger: profile.trigger.settings)
  }
}
