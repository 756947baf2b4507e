import GazeMetrics
import GazePipeline
package import GazeRecording
import GazeTesting
import PortableFoundation

/// Format of a report. JSON is complete; the others show a part of it.
package enum ReportFormat: String, Sendable, CaseIterable {
  case json, md, xml, csv, html, svg

  /// Creates the format from a file's ending.
  ///
  /// - Throws: if the ending is unknown.
  package init(path: String) throws(FileError) { try self.init(ending: path) }

  /// True if a CSV gets a row per person: the last word of its name is `people`.
  package static func namesPeople(_ path: String) -> Bool { FileStem.lastWord(of: path) == "people" }
}
