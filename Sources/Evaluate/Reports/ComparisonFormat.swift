package import GazeRecording

/// What a comparison is written as. JSON is the truth; all others are rendered from what it holds.
package enum ComparisonFormat: String, Sendable, CaseIterable {
  case json, md, csv, html

  /// By a file's ending.
  ///
  /// - Throws: for another ending.
  package init(path: String) throws(FileError) { try self.init(ending: path) }
}

/// A comparison that can be written in every format.
package protocol WrittenComparison: Encodable {
  /// As Markdown.
  var markdown: String { get }
  /// As CSV.
  var csv: String { get }
  /// As one HTML page that needs nothing else.
  var html: String { get }
}

extension ComparisonReport: WrittenComparison {}
extension RigComparison: WrittenComparison {}
