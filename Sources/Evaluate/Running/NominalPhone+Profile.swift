public import GazeRecording
public import GazeSimulation

extension NominalPhone {
  /// The phone that a profile describes, with its sigmas.
  public init(_ profile: Profile) {
    self.init(
      id: profile.id, geometry: profile.geometry,
      sizeSigma: SIMD2(profile.screen.width.sigma, profile.screen.height.sigma),
      cameraSigma: SIMD2(profile.camera.x.sigma, profile.camera.y.sigma))
  }
}
