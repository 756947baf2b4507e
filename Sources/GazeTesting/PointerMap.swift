import GazePipeline

/// How a pointer goes with the gaze, as a straight line an axis: pointer = gain · gaze + offset, by least squares.
///
/// Where a pipeline is wrong in its signs, axes or units it shows here, and not in an error's size.
public struct PointerMap: Sendable, Equatable {
  /// Samples.
  public private(set) var count = 0
  private var gaze = SIMD2<Double>.zero
  private var pointer = SIMD2<Double>.zero
  private var gazeSquares = SIMD2<Double>.zero
  private var pointerSquares = SIMD2<Double>.zero
  /// Σ of pointer x with gaze x, and y with y.
  private var along = SIMD2<Double>.zero
  /// Σ of pointer x with gaze y, and y with x.
  private var across = SIMD2<Double>.zero

  /// No sample yet.
  public init() {}

  /// Takes a pointer and the true gaze in, points.
  public mutating func add(_ pointer: SIMD2<Double>, gaze: SIMD2<Double>) {
    // A stranger's points may be any number; sums must stay finite.
    guard pointer.isFinite, gaze.isFinite, abs(pointer.x) < 1e9, abs(pointer.y) < 1e9 else { return }
    count += 1
    let n = Double(count)
    let (g, p) = (gaze - self.gaze, pointer - self.pointer)
    self.gaze += g / n
    self.pointer += p / n
    let after = gaze - self.gaze
    gazeSquares += g * after
    pointerSquares += p * (pointer - self.pointer)
    along += p * after
    across += p * SIMD2(after.y, after.x)
  }

  /// Takes another's samples in.
  public mutating func merge(_ other: PointerMap) {
    guard other.count > 0 else { return }
    guard count > 0 else {
      self = other
      return
    }
    let (n, m) = (Double(count), Double(other.count))
    let (g, p) = (other.gaze - gaze, other.pointer - pointer)
    let weight = n * m / (n + m)
    gazeSquares += other.gazeSquares + g * g * weight
    pointerSquares += other.pointerSquares + p * p * weight
    along += other.along + p * g * weight
    across += other.across + p * SIMD2(g.y, g.x) * weight
    gaze += g * (m / (n + m))
    pointer += p * (m / (n + m))
    count += other.count
  }

  /// Points that the pointer moves where the gaze moves by one, (x, y): 1 is right; nil where the gaze hardly moved.
  public var gain: SIMD2<Double>? {
    guard count > 10, gazeSquares.min() > Double(count) else { return nil }
    return along / gazeSquares
  }

  /// By how much the pointer lies right of and below the gaze on average, points; nil without samples.
  public var offset: SIMD2<Double>? { count > 0 ? pointer - gaze : nil }

  /// Correlation of the pointer with the gaze, axis by axis, and crosswise (pointer x with gaze y, pointer y with gaze x).
  var correlation: (along: SIMD2<Double>, across: SIMD2<Double>)? {
    guard gain != nil else { return nil }
    // A pointer that does not move goes with nothing.
    func share(_ sum: SIMD2<Double>, _ gaze: SIMD2<Double>) -> SIMD2<Double> {
      let product = gaze * pointerSquares
      return SIMD2(
        product.x > 0 ? sum.x / product.x.squareRoot() : 0, product.y > 0 ? sum.y / product.y.squareRoot() : 0)
    }
    return (share(along, gazeSquares), share(across, SIMD2(gazeSquares.y, gazeSquares.x)))
  }

  /// What is off and by how much, a sentence each; empty where the line is right within a tenth and `tolerance` points.
  public func findings(tolerance: Double = 20) -> [String] {
    guard let gain, let offset, let correlation else {
      return count > 0 ? [] : ["there is no pointer while the gaze is on the screen"]
    }
    func text(_ value: Double, _ digits: Double = 100) -> String { "\((value * digits).rounded() / digits)" }
    var findings: [String] = []
    if abs(correlation.across.x) > 0.7, abs(correlation.across.y) > 0.7, abs(correlation.along.x) < 0.5 {
      return ["x and y are swapped: the pointer's x follows the gaze's y"]
    }
    for (k, axis) in ["x", "y"].enumerated() {
      if correlation.along[k] < -0.5 {
        let sense =
          axis == "y" ? "screen points grow downwards, the camera's y grows upwards" : "left and right are mirrored"
        findings.append(
          "\(axis) runs the wrong way: the pointer moves by \(text(gain[k])) points where the gaze moves by 1; \(sense)"
        )
        continue
      }
      if abs(correlation.along[k]) < 0.3 {
        findings.append("\(axis) does not follow the gaze (correlation \(text(correlation.along[k])))")
        continue
      }
      if abs(gain[k] - 1) > 0.1 {
        findings.append("along \(axis) the pointer moves \(text(gain[k])) times as far as the gaze")
      }
      if abs(offset[k]) > tolerance {
        let side = axis == "x" ? (offset.x > 0 ? "right of" : "left of") : (offset.y > 0 ? "below" : "above")
        findings.append("the pointer lies \(text(abs(offset[k]), 1)) points \(side) the gaze on average")
      }
    }
    return findings
  }
}
