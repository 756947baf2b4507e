/// A digest that is the same on every machine: Fowler, Noll and Vo's FNV-1a, 64 bits (offset basis 14695981039346656037,
/// prime 1099511628211; www.isthe.com/chongo/tech/comp/fnv). `Hasher` draws its seed again in every process.
///
/// It finds what changed by accident. It is no signature: who wants to forge one can.
struct ScenarioDigest {
  private var state: UInt64 = 0xcbf2_9ce4_8422_2325

  private mutating func add(byte: UInt8) { state = (state ^ UInt64(byte)) &* 0x100_0000_01b3 }

  mutating func add(_ text: String) {
    for byte in text.utf8 { add(byte: byte) }
    // So that "ab", "c" is not "a", "bc".
    add(byte: 0)
  }

  mutating func add(_ number: Int64) {
    let bits = UInt64(bitPattern: number)
    for place in 0..<8 { add(byte: UInt8(truncatingIfNeeded: bits >> (8 * UInt64(place)))) }
  }

  /// To a hundred-thousandth: two platforms' mathematics differ in the last bits, and those must not count.
  mutating func add(rounded number: Double) {
    let scaled = (number * 1e5).rounded()
    add(abs(scaled) < 9e18 ? Int64(scaled) : .min)
  }

  /// Sixteen hexadecimal digits.
  var text: String {
    let digits = String(state, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
