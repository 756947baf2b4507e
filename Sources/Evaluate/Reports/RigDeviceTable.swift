/// Differences between devices, a row per device.
package struct RigDeviceTable: Sendable, Equatable, Encodable {
  /// Subject and people of the table, in a sentence.
  package var title: String
  /// Names of the columns; the first column names the device.
  package var columns: [String]
  /// Rows with as many cells as there are columns.
  package var rows: [[String]]

  /// A table from its parts.
  package init(title: String, columns: [String], rows: [[String]]) {
    self.title = title
    self.columns = columns
    self.rows = rows
  }
}
