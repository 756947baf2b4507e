/// A result that is read from a file, and whose parts have to fit together: a list of so many elements, a count that is
/// no larger than another one.
///
/// Synthesised decoding checks types alone. A file may be damaged, or a stranger's, so whoever decodes a result asks it
/// for its fault before a figure is formed from it.
package protocol CheckedContent {
  /// The fault of the content; nil if all of it fits together.
  var contentFault: ContentFault? { get }
  /// True if `contentFault` judges everything that the value holds, false if the values inside it are to be asked, too.
  static var judgesItsValues: Bool { get }
}

extension CheckedContent {
  package static var judgesItsValues: Bool { false }
}

/// A fault of a result that was read from a file.
package struct ContentFault: Equatable {
  /// `field`: path of the field; `message`: the fault, and what was expected.
  package var field, message: String

  /// A fault from its parts.
  package init(_ field: String, _ message: String) { (self.field, self.message) = (field, message) }

  /// The fault of a list that has another number of elements than expected; nil if it has as many.
  package init?(_ field: String, count: Int, expected: Int) {
    guard count != expected else { return nil }
    self.init(field, "has \(count) elements; expected \(expected)")
  }

  /// The fault of bins of equal width; nil if a list of at most `most` such bins can be made.
  init?(binsFrom start: Double, width: Double, size: Int, most: Int) {
    // Written so that a number that is not a number is a fault.
    if !(start.magnitude < 1e9 && width > 0 && width < 1e9) {
      self.init("width", "is no width of a bin from \(start) on; expected a number above 0 and below 1e9")
    } else if !(1...most).contains(size) {
      self.init("size", "is \(size); expected 1 to \(most)")
    } else {
      return nil
    }
  }
}
