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
  /// A built-in device, such as `iphone12mini`.
  ///
  /// - Throws: `UnknownNameError` with the nearest ones.
  public init(device id: String) throws(UnknownNameError) {
    guard let profile = BuiltInProfiles.all.first(where: { $0.id == id }) else {
      throw UnknownNameError(kind: "device", name: id, among: BuiltInProfiles.all.map(\.id))
    }
    self.init(profile)
  }
}
