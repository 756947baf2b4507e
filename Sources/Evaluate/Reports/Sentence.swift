/// Turns a rig's remark into a full sentence, like a report's other remarks: a capital at the start, a full stop at the
/// end.
enum Sentence {
  /// The sentence. A name at the start (`article2024`, `slip.points`) stays unchanged.
  static func text(_ remark: String) -> String {
    let first = remark.prefix { $0 != " " }
    let isWord = !first.isEmpty && first.dropLast(first.last == "," ? 1 : 0).allSatisfy { ("a"..."z").contains($0) }
    let begun = isWord ? remark.prefix(1).uppercased() + remark.dropFirst() : remark
    guard let last = begun.last, !".!?".contains(last) else { return begun }
    return begun + "."
  }
}
