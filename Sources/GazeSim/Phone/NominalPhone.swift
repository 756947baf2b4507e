public import GazePipeline
private import GazeRecording
private import PortableFoundation

/// A device as on its data sheet; simulated phones are drawn around it.
public struct NominalPhone: Sendable, Equatable {
  /// The profile's identifier.
  public var id: String
  /// The data sheet's geometry.
  public var geometry: ScreenGeometry
  /// Standard deviation of width and height, metres.
  public var sizeSigma: SIMD2<Double>
  /// Standard deviation of the camera's position, metres.
  public var cameraSigma: SIMD2<Double>

  /// A device from its numbers.
  public init(id: String, geometry: ScreenGeometry, sizeSigma: SIMD2<Double>, cameraSigma: SIMD2<Double>) {
    self.id = id
    self.geometry = geometry
    self.sizeSigma = sizeSigma
    self.cameraSigma = cameraSigma
  }

  /// Geometry of phone `number`. Phone 0 is the nominal one; the true geometry of any other is drawn with the data
  /// sheet's sigmas, so that a fit has a deviation to find.
  public func phone(_ number: UInt64) -> ScreenGeometry {
    guard number > 0 else { return geometry }
    // Draw 0 is the size, draw 1 the camera's place.
    let stream = RandomStream(seed: number, .phoneGeometry)
    var true_ = geometry
    // The size is limited, because a profile may state a very large sigma for an unknown size, and a screen's size must
    // be positive.
    true_.metres = (true_.metres + sizeSigma * stream.normals(0)).clamped(
      lowerBound: geometry.metres / 4, upperBound: geometry.metres * 4)
    true_.camera += cameraSigma * stream.normals(1)
    return true_
  }
}
