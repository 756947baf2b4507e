public import GazePipeline

extension PerspectiveView {
  /// The view that a drag recording's header describes: `constants.width` and `constants.height` in points (by default
  /// the header's `points`) and `constants.fieldOfViewDegrees`, the vertical field of view.
  ///
  /// - Throws: `SampleError`, with the name of the constant that is missing or out of range.
  public init(_ header: RecordingHeader) throws(SampleError) {
    let constants = header.constants
    func constant(_ name: String, _ other: Double?, _ range: String, _ isFine: (Double) -> Bool) throws(SampleError)
      -> Double
    {
      guard let value = constants[name] ?? other else {
        throw SampleError("constants.\(name)", "is missing; expected \(range)")
      }
      guard isFine(value) else {
        throw SampleError("constants.\(name)", "is \(value); expected \(range), as the app's view has it")
      }
      return value
    }
    let width = try constant("width", header.points?.x, "1 to 100000 points") { $0 >= 1 && $0 <= 1e5 }
    let height = try constant("height", header.points?.y, "1 to 100000 points") { $0 >= 1 && $0 <= 1e5 }
    let degrees = try constant(
      "fieldOfViewDegrees", nil, "the vertical field of view, more than 0.1 and less than 179.9 degrees"
    ) { $0 > 0.1 && $0 < 179.9 }
    do throws(PerspectiveViewError) {
      try self.init(points: SIMD2(width, height), fieldOfView: degrees.radians)
    } catch {
      throw SampleError("constants.fieldOfViewDegrees", error.description)
    }
  }
}
