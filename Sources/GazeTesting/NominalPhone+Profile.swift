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
}

extension NominalPhone {
  /// A built-in device: its identifier, such as `iphone12mini`, or Apple's model identifier, such as `iPhone13,1`.
  ///
  /// - Throws: `UnknownNameError` with the most similar names.
  public init(device: String) throws(UnknownNameError) { self.init(try DeviceProfile.builtIn(device)) }
}
