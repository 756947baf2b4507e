import Foundation
import GazeMetrics
import GazePipeline
package import GazeRecording
import GazeTesting

/// Format that a report is written in. JSON is the truth; all others show a part of it.
package enum ReportFormat: String, Sendable, CaseIterable {
  case json, md, xml, csv, html

  /// By a file's ending.
  ///
  /// - Throws: for another ending.
  package init(path: String) throws(FileError) { try self.init(ending: path) }
}
