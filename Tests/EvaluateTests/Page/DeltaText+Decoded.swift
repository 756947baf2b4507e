@testable import Evaluate

extension DeltaText {
  /// The numbers of a delta text, as the page's script reads them; nil if the text is not a delta text.
  static func decoded(_ text: String) -> [Int32]? {
    var values: [Int32] = []
    var (last, isCount) = (0, false)
    var (number, shift) = (0, 0)
    for byte in text.utf8 {
      guard let digit = digits.firstIndex(of: byte) else { return nil }
      number |= (digit & 31) << shift
      shift += 5
      if digit & 32 != 0 { continue }
      if isCount {
        values += [Int32](repeating: Int32(last), count: number)
        isCount = false
      } else {
        last += number & 1 == 1 ? -(number >> 1) : number >> 1
        values.append(Int32(last))
        isCount = number == 0
      }
      (number, shift) = (0, 0)
    }
    return shift == 0 && !isCount ? values : nil
  }
}
