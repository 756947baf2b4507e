import GazeRecording

/// A digest of texts and numbers in sequence, `FNV1a` in 64 bits; it is the same on every machine.
package struct ScenarioDigest {
  private var state = FNV1a.empty

  /// A digest of nothing.
  package init() {}

  package mutating func add(_ text: String) {
    state = FNV1a.hash(text.utf8, after: state)
    // A zero byte separates texts, so that "ab", "c" differs from "a", "bc".
    state = FNV1a.hash(CollectionOfOne(0), after: state)
  }

  package mutating func add(_ number: Int64) {
    withUnsafeBytes(of: number.littleEndian) { state = FNV1a.hash($0, after: state) }
  }

  /// Adds a number rounded to a hundred-thousandth, since the last bits of computed numbers differ between platforms
  /// and must not change the digest.
  package mutating func add(rounded number: Double) {
    let scaled = (number * 1e5).rounded()
    add(abs(scaled) < 9e18 ? Int64(scaled) : .min)
  }

  /// Sixteen hexadecimal digits.
  package var text: String {
    let digits = String(state, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
