/// What differs from device to device, a row each.
public struct RigDeviceTable: Sendable, Equatable, Encodable {
  /// What it shows, and of whom, in a sentence.
  public var title: String
  /// The first column names the device.
  public var columns: [String]
  /// As many as there are columns.
  public var rows: [[String]]

  /// A table from its parts.
  public init(title: String, columns: [String], rows: [[String]]) {
    self.title = title
    self.columns = columns
    self.rows = rows
  }
}
