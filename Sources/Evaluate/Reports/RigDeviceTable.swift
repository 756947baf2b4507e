/// What differs from device to device, a row each.
package struct RigDeviceTable: Sendable, Equatable, Encodable {
  /// What it shows, and of whom, in a sentence.
  package var title: String
  /// The first column names the device.
  package var columns: [String]
  /// As many as there are columns.
  package var rows: [[String]]

  /// A table from its parts.
  package init(title: String, columns: [String], rows: [[String]]) {
    self.title = title
    self.columns = columns
    self.rows = rows
  }
}
