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
