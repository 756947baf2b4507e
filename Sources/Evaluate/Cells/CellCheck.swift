import GazeMetrics

/// Checks the content of a part's cell. A part may be damaged, or a stranger's.
///
/// Reflection finds every count, and every value that knows what fits together in it (`CheckedContent`), so a field
/// that is new is checked, too. Numbers with a fraction are checked by the values that know them.
enum CellCheck {
  /// Largest count: the frames of two years. A thousand million such counts can be added.
  static let most = 1 << 32

  /// The first fault of a cell's result; nil if it is sound.
  static func fault(_ value: Any) -> ContentFault? { fault(value, at: "result") }

  private static func fault(_ value: Any, at path: String) -> ContentFault? {
    if value is Double || value is [Double] || value is Bool || value is String || value is any SIMD
      || value is [SIMD2<Double>]
    {
      return nil
    }
    if let count = value as? Int {
      return (0...most).contains(count) ? nil : ContentFault(path, "is \(count); expected 0 to \(most)")
    }
    if let content = value as? any CheckedContent {
      if let fault = content.contentFault { return ContentFault("\(path).\(fault.field)", fault.message) }
      if type(of: content).judgesItsValues { return nil }
    }
    let mirror = Swift.Mirror(reflecting: value)
    for (index, child) in mirror.children.enumerated() {
      // An optional's value and a dictionary's pairs have no name of their own.
      let name = child.label.map { $0.hasPrefix("_") ? String($0.dropFirst()) : $0 } ?? "\(index)"
      let inner = mirror.displayStyle == .optional ? path : "\(path).\(name)"
      if let fault = fault(child.value, at: inner) { return fault }
    }
    return nil
  }
}
