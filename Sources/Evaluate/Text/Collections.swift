extension Sequence where Element: Equatable {
  /// Each element once, where it comes first.
  package var unique: [Element] { reduce(into: []) { if !$0.contains($1) { $0.append($1) } } }
}

extension Collection {
  /// Nil in place of a collection without elements.
  package var nonEmpty: Self? { isEmpty ? nil : self }
}
