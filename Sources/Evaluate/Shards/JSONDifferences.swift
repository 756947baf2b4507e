import Documents
import GazeMetrics
import GazePipeline
import GazeRecording
import GazeSimulation
import GazeTesting
import PortableFoundation

/// Differences between two JSON objects, value by value, in the order of their paths.
package struct JSONDifferences {
  /// Descriptions such as `gates.0.value: 61.2, now 60.9`; only the first hundred are kept.
  private var said: [String] = []
  /// Number of values that differ.
  package private(set) var count = 0

  /// Compares two objects, or lists of objects, without one of their keys.
  init(_ before: JSONValue, _ after: JSONValue, without key: String) {
    compare(Self.without(key, before), Self.without(key, after), "")
  }

  private static func without(_ key: String, _ value: JSONValue) -> JSONValue {
    switch value {
    case .list(let elements): .list(elements.map { $0.fields == nil ? $0 : without(key, $0) })
    case .object(let fields): .object(fields.filter { $0.key != key })
    default: value
    }
  }

  /// The first difference in words; nil if every value is the same.
  package var first: String? { said.first }

  private mutating func compare(_ old: JSONValue?, _ new: JSONValue?, _ path: String) {
    func inner(_ key: String) -> String { path.isEmpty ? key : "\(path).\(key)" }
    if let a = old?.fields, let b = new?.fields {
      for key in Set(a.keys).union(b.keys).sorted() { compare(a[key], b[key], inner(key)) }
    } else if let a = old?.elements, let b = new?.elements {
      for index in 0..<max(a.count, b.count) {
        compare(index < a.count ? a[index] : nil, index < b.count ? b[index] : nil, inner("\(index)"))
      }
    } else if Self.text(old) != Self.text(new) {
      count += 1
      if said.count < 100 { said.append("\(path): \(Self.text(old)), now \(Self.text(new))") }
    }
  }

  /// A value in one line; an object or list that replaced another kind of value is only named.
  private static func text(_ value: JSONValue?) -> String {
    switch value {
    case nil: "missing"
    case .null: "null"
    case .flag(let flag): "\(flag)"
    case .number(let number): number
    case .text(let text): "\"\(TerminalText.line(String(text.prefix(80))))\""
    case .list: "a list"
    case .object: "an object"
    }
  }
}
