/// Detector of a saccade of the pointer within the last 0.12 to 0.16 s: the distance between the pointer and any of its
/// four places in that time exceeds a limit. The lengths are shares of the window's height.
struct PointerJump: Sendable, Equatable {
  private static let spacing = 0.04
  private var x = SIMD4<Double>.zero
  private var y = SIMD4<Double>.zero
  private var age: Double?

  /// Processes a pointer and returns true if it has just moved by more than `limit`; a pointer that is not finite is
  /// ignored.
  mutating func step(_ pointer: SIMD2<Double>, limit: Double, elapsed: Double) -> Bool {
    guard pointer.isFinite else { return false }
    guard let before = age else {
      (x, y, age) = (SIMD4(repeating: pointer.x), SIMD4(repeating: pointer.y), 0)
      return false
    }
    let (dx, dy) = (x - pointer.x, y - pointer.y)
    if before + elapsed >= Self.spacing {
      (x, y, age) = (SIMD4(pointer.x, x.x, x.y, x.z), SIMD4(pointer.y, y.x, y.y, y.z), 0)
    } else {
      age = before + elapsed
    }
    return any(dx * dx + dy * dy .> limit * limit)
  }
}
