package import Foundation
import GazeRecording

/// Differences between two JSON objects, value by value, in the order of their paths.
package struct JSONDifferences {
  /// Descriptions such as `gates.0.value: 61.2, now 60.9`; only the first hundred are kept.
  private var said: [String] = []
  /// Number of values that differ.
  package private(set) var count = 0

  /// Compares two objects, or lists of objects, without one of their keys.
  ///
  /// - Throws: if one is no JSON.
  package init(_ before: Data, _ after: Data, without key: String) throws {
    let values = try [before, after].map { Self.without(key, try JSONSerialization.jsonObject(with: $0)) }
    compare(values[0], values[1], "")
  }

  private static func without(_ key: String, _ value: Any) -> Any {
    if let list = value as? [[String: Any]] { return list.map { $0.filter { $0.key != key } } }
    if let object = value as? [String: Any] { return object.filter { $0.key != key } }
    return value
  }

  /// The first difference in words; nil if every value is the same.
  package var first: String? { said.first }

  private mutating func compare(_ old: Any?, _ new: Any?, _ path: String) {
    func inner(_ key: String) -> String { path.isEmpty ? key : "\(path).\(key)" }
    if let a = old as? [String: Any], let b = new as? [String: Any] {
      for key in Set(a.keys).union(b.keys).sorted() { compare(a[key], b[key], inner(key)) }
    } else if let a = old as? [Any], let b = new as? [Any] {
      for index in 0..<max(a.count, b.count) {
        compare(index < a.count ? a[index] : nil, index < b.count ? b[index] : nil, inner("\(index)"))
      }
    } else if Self.text(old) != Self.text(new) {
      count += 1
      if said.count < 100 { said.append("\(path): \(Self.text(old)), now \(Self.text(new))") }
    }
  }

  /// A value in one line; an object or list that replaced another kind of value is only named.
  private static func text(_ value: Any?) -> String {
    switch value {
    case nil: "missing"
    case is NSNull: "null"
    case let text as String: "\"\(TerminalText.line(String(text.prefix(80))))\""
    case let number as NSNumber: "\(number)"
    case is [Any]: "a list"
    default: "an object"
    }
  }
}
