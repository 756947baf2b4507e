private import PortableFoundation

internal import GazePipeline

/// Quantiles of any number of non-negative values in bounded memory: a histogram with bins of equal ratio.
///
///     bin(x) = ⌈log_γ x⌉, γ = (1 + a)/(1 − a), estimate = 2 γ^bin / (γ + 1), |estimate − x| ≤ a x
///
/// with a = 0.001 (DDSketch: Masson, Rim & Lee, PVLDB 12, 2019, doi 10.14778/3352063.3352135). Values below 1e-9 count
/// as 0, values above 1e9 count as 1e9, so there are never more than 20,724 bins; only the observed range is stored.
/// Sketches can be merged in any order without loss and with the same result.
public struct QuantileSketch: Sendable, Equatable, Codable {
  /// Largest relative error of a quantile.
  public static let relativeAccuracy = 0.001
  /// Range of the bins: larger values count as its upper end, smaller ones as 0.
  public static let range = 1e-9...1e9

  private static let gamma = (1 + relativeAccuracy) / (1 - relativeAccuracy)
  private static let logGamma = log(gamma)

  /// Number of values added; saturates at `Int.max`.
  public private(set) var count = 0
  /// The smallest value; nil without a value.
  public var minimum: Double? { count > 0 ? least : nil }
  /// The largest value; nil without a value.
  public var maximum: Double? { count > 0 ? most : nil }
  private var least = Double.infinity
  private var most = -Double.infinity
  private var zeros = 0
  /// Counts of the bins from `firstBin` on, saturating at 2³² − 1. The first and the last count are not 0, so that
  /// sketches with equal contents compare equal.
  private var bins: [UInt32] = []
  private var firstBin = 0

  /// An empty sketch.
  public init() {}

  /// A value that several sketches take in, with its bin, which costs more to find than to count.
  struct Sample {
    /// The value, at most `range.upperBound`.
    let value: Double
    /// The value's bin; it has no meaning for a value that counts as 0.
    fileprivate let bin: Int

    /// A sample; nil for a negative, infinite or NaN value.
    init?(_ value: Double) {
      // Infinity has the largest pattern among the numbers from 0 on; NaN and negative numbers lie above it.
      guard value.bitPattern < Double.infinity.bitPattern || value == 0 else { return nil }
      let value = min(value, QuantileSketch.range.upperBound)
      self.value = value
      bin = value < QuantileSketch.range.lowerBound ? 0 : QuantileSketch.bin(value)
    }
  }

  /// ln 2/ln γ: bins in a doubling. ln γ = 2 artanh a.
  private static let binsPerDoubling =
    0.693147180559945 / (2 * relativeAccuracy * (1 + relativeAccuracy * relativeAccuracy / 3))
  /// Number below all bins of `range`; the bins counted from it must fit the 16 bits that `bin` takes.
  /// `QuantileSketchTests` compares `bin` with the formula.
  private static let lowest = -10_400

  /// Straight pieces c + d · m of log_γ m − `lowest`, m from 1 to 2, less what the bias of a Double's exponent adds.
  private static let pieces = (0..<256).map { index in
    func bins(_ m: Double) -> Double { log(m) / logGamma }
    let (m, next) = (1 + Double(index) / 256, 1 + Double(index + 1) / 256)
    let slope = (bins(next) - bins(m)) * 256
    return SIMD2(bins(m) - slope * m - 1023 * binsPerDoubling - Double(lowest), slope)
  }

  /// The bin of a value in `range`, ⌈ln x/ln γ⌉. A measured frame needs six bins, and the platform's logarithm with
  /// division and rounding takes twice as long.
  @inline(__always)
  static func bin(_ value: Double) -> Int {
    // x = 2ᵏ m: the number of its bin is k doublings and a piece of log_γ m.
    let bits = value.bitPattern
    let piece = pieces[Int(truncatingIfNeeded: bits &>> 44) & 0xFF]
    let m = Double(bitPattern: bits & 0xF_FFFF_FFFF_FFFF | 1.0.bitPattern)
    let place = Double(Int(truncatingIfNeeded: bits &>> 52)) * binsPerDoubling + (piece.x + piece.y * m)
    // In a sum with 2³⁶, the last sixteen binary digits of a Double are those after the point.
    let fixed = (place + 0x1p36).bitPattern
    // A piece lies up to 63 · 2⁻¹⁶ of a bin below the curve. So near to a bin's edge the formula decides.
    guard UInt16(truncatingIfNeeded: fixed) &- 80 < 0xFFFF - 160 else { return binByFormula(value) }
    return Int(truncatingIfNeeded: (fixed &>> 16) & 0xFFFF) &+ (lowest + 1)
  }

  /// The bin of a value in `range` by the formula itself.
  @inline(never)
  static func binByFormula(_ value: Double) -> Int {
    // |log_γ x| < 10,363 over the range, so the conversion cannot trap.
    Int((log(value) / logGamma).rounded(.up))
  }

  /// Adds a value; returns false for a negative, infinite or NaN value, which changes nothing.
  @discardableResult
  public mutating func add(_ value: Double) -> Bool {
    guard let sample = Sample(value) else { return false }
    add(sample)
    return true
  }

  /// Adds a sample.
  @inline(__always)
  mutating func add(_ sample: Sample) {
    count.addSaturating(1)
    if sample.value < least { least = sample.value }
    if sample.value >= most { most = sample.value }
    guard sample.value >= Self.range.lowerBound else {
      zeros.addSaturating(1)
      return
    }
    if !bins.indices.contains(sample.bin &- firstBin) { cover(sample.bin...sample.bin) }
    increase(&bins[sample.bin &- firstBin])
  }

  @inline(__always)
  private func increase(_ n: inout UInt32) { if n < .max { n &+= 1 } }

  /// Adds all values of another sketch.
  public mutating func merge(_ other: QuantileSketch) {
    guard other.count > 0 else { return }
    count.addSaturating(other.count)
    zeros.addSaturating(other.zeros)
    least = min(least, other.least)
    most = max(most, other.most)
    guard !other.bins.isEmpty else { return }
    cover(other.firstBin...(other.firstBin + other.bins.count - 1))
    for (index, n) in other.bins.enumerated() {
      bins[other.firstBin + index - firstBin].addSaturating(n)
    }
  }

  /// The value of rank ⌊p (count − 1)⌋ (0-based, ascending), with a relative error of at most 0.1 %; the smallest and
  /// the largest value are exact.
  ///
  /// nil if the sketch is empty or `p` is not in 0…1.
  public func quantile(_ p: Double) -> Double? {
    Self.rank(p, of: count).flatMap(value(rank:))
  }

  /// ⌊p (count − 1)⌋; nil without a value, or if `p` is not in 0…1.
  fileprivate static func rank(_ p: Double, of count: Int) -> Int? {
    guard count > 0, p >= 0, p <= 1 else { return nil }
    // A count near 2⁶³ rounds up as a Double and would not fit an Int.
    return min(Int(exactly: (p * Double(count - 1)).rounded(.down)) ?? count - 1, count - 1)
  }

  /// The value of a rank (0-based, ascending); nil outside 0 ..< count.
  package func value(rank: Int) -> Double? {
    guard let minimum, let maximum, rank >= 0, rank < count else { return nil }
    if rank == 0 { return minimum }
    if rank == count - 1 { return maximum }
    var left = rank - zeros
    if left < 0 { return minimum }
    for (index, n) in bins.enumerated() {
      if left < Int(n) {
        let estimate = 2 * exp(Double(firstBin + index) * Self.logGamma) / (Self.gamma + 1)
        return min(max(estimate, minimum), maximum)
      }
      left -= Int(n)
    }
    return maximum
  }

  /// True if the bins of all values that are not 0 are gone.
  var isCondensed: Bool { bins.isEmpty && zeros < count }

  /// Forgets all values but their number, the smallest and the largest.
  mutating func removeBins() { (bins, firstBin) = ([], 0) }

  private mutating func cover(_ wanted: ClosedRange<Int>) {
    guard !bins.isEmpty else {
      firstBin = wanted.lowerBound
      bins = Array(repeating: 0, count: wanted.count)
      return
    }
    if wanted.lowerBound < firstBin {
      bins.insert(contentsOf: repeatElement(0, count: firstBin - wanted.lowerBound), at: 0)
      firstBin = wanted.lowerBound
    }
    let missing = wanted.upperBound - (firstBin + bins.count - 1)
    if missing > 0 { bins.append(contentsOf: repeatElement(0, count: missing)) }
  }
}

extension FixedWidthInteger {
  /// Adds to a count, which saturates: merging a sketch into itself 63 times must not trap.
  @inline(__always)
  mutating func addSaturating(_ other: Self) { self = saturating(self, other) }
}

/// The sum of two counts, saturating at the largest number.
@inline(__always)
func saturating<Count: FixedWidthInteger>(_ a: Count, _ b: Count) -> Count {
  let (sum, overflow) = a.addingReportingOverflow(b)
  return overflow ? .max : sum
}

extension QuantileSketch: CheckedContent {
  package static var judgesItsValues: Bool { true }

  /// The fault of a sketch from a file, whose bins would otherwise be indices and sizes of lists.
  package var contentFault: ContentFault? {
    let places = Self.lowest...(-Self.lowest)
    guard count >= 0 else { return ContentFault("count", "is \(count); expected 0 or more") }
    guard (0...count).contains(zeros) else { return ContentFault("zeros", "is \(zeros); expected 0 to \(count)") }
    guard places.contains(firstBin) else {
      return ContentFault("firstBin", "is \(firstBin); expected \(places.lowerBound) to \(places.upperBound)")
    }
    guard bins.count <= places.upperBound - firstBin else {
      return ContentFault("bins", "has \(bins.count) elements; expected at most \(places.upperBound - firstBin)")
    }
    guard bins.reduce(zeros, { saturating($0, Int($1)) }) <= count else {
      return ContentFault("bins", "holds more values than count, \(count)")
    }
    guard count == 0 || (least >= 0 && least <= most && most <= Self.range.upperBound) else {
      return ContentFault("least", "is not between 0 and the largest value; expected 0 to \(Self.range.upperBound)")
    }
    return nil
  }
}

/// Quantiles of values of either sign, such as latencies, in bounded memory: one sketch for each side of 0.
public struct SignedQuantileSketch: Sendable, Equatable, Codable {
  private var below = QuantileSketch()
  private var above = QuantileSketch()

  /// An empty sketch.
  public init() {}

  /// Number of values added; saturates at `Int.max`.
  public var count: Int { saturating(below.count, above.count) }

  /// Adds a value; returns false for an infinite or NaN value, which changes nothing.
  @discardableResult
  public mutating func add(_ value: Double) -> Bool { value < 0 ? below.add(-value) : above.add(value) }

  /// Adds all values of another sketch.
  public mutating func merge(_ other: SignedQuantileSketch) {
    below.merge(other.below)
    above.merge(other.above)
  }

  /// The value of rank ⌊p (count − 1)⌋ (0-based, ascending), with a relative error of at most 0.1 %.
  ///
  /// nil if the sketch is empty or `p` is not in 0…1.
  public func quantile(_ p: Double) -> Double? {
    guard let rank = QuantileSketch.rank(p, of: count) else { return nil }
    guard rank < below.count else { return above.value(rank: rank - below.count) }
    return below.value(rank: below.count - 1 - rank).map { -$0 }
  }
}
