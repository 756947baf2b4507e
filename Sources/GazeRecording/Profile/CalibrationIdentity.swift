import Foundation

/// What tells one calibration from another, looked at before all else is asked for.
struct CalibrationIdentity: Decodable {
  private var schema: String?
  private var version: Int?
  private var rig: String?

  /// Refuses what is no calibration, of a newer version, or of another rig than `rig`.
  static func check(_ json: Data, path: String, rig: String) throws {
    func found(_ text: String?) -> String { "is \"\(TerminalText.line((text ?? "not there").prefix(40)))\"" }
    let own = try JSONDecoder().decode(CalibrationIdentity.self, from: json)
    guard own.schema == "gazesim.calibration" else {
      throw FileError(
        path: path, field: "schema", message: "\(found(own.schema)); expected \"gazesim.calibration\"")
    }
    guard own.version == 1 else {
      throw FileError(path: path, field: "version", message: "is \(own.version ?? 0); this gazesim reads version 1")
    }
    guard own.rig == rig else {
      throw FileError(path: path, field: "rig", message: "\(found(own.rig)); expected \"\(rig)\"")
    }
  }
}
