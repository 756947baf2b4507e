/// A rig's remark as a sentence of its own, as a report's other remarks are: a capital in front, a full stop behind.
enum Sentence {
  /// The sentence. A name in front (`article2024`, `slip.points`) stays as it is written.
  static func text(_ remark: String) -> String {
    let first = remark.prefix { $0 != " " }
    let isWord = !first.isEmpty && first.dropLast(first.last == "," ? 1 : 0).allSatisfy { ("a"..."z").contains($0) }
    let begun = isWord ? remark.prefix(1).uppercased() + remark.dropFirst() : remark
    guard let last = begun.last, !".!?".contains(last) else { return begun }
    return begun + "."
  }
}
