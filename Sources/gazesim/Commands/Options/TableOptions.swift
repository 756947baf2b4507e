import ArgumentParser
import GazeImport
import GazePipeline
import GazeRecording

/// Options that state the coordinates of a table of gaze.
struct TableOptions: ParsableArguments {
  @Option(
    help: """
      Position of a gaze table's (0, 0): center, topleft or bottomleft. Default: a corner if no target is negative, \
      else center.
      """)
  var origin: String?

  @Option(help: "Direction in which a gaze table's y grows: up or down. Default: down from a corner.")
  var y: String?

  @Option(
    help: "The screen's size in a gaze table's unit: WIDTHxHEIGHT in pixels, or 1x1 for fractions of the screen.")
  var screenPx: String?

  /// The origin; nil if it is to be detected.
  func statedOrigin() throws -> ScreenAxes.Origin? {
    try Self.choice(origin, "--origin")
  }

  /// The value that an option names; nil without the option.
  static func choice<T: RawRepresentable & CaseIterable>(
    _ text: String?, _ option: String, among known: [T] = Array(T.allCases)
  ) throws -> T? where T.RawValue == String {
    guard let text else { return nil }
    if let value = known.first(where: { $0.rawValue == text }) { return value }
    let names = known.map(\.rawValue)
    throw OptionError(
      option, is: text, expected: names.dropLast().joined(separator: ", ") + " or " + (names.last ?? ""))
  }

  /// True if y is stated to grow upwards, nil if its direction is not stated.
  func statedDirection() throws -> Bool? {
    guard let y else { return nil }
    guard let isUp = ["up": true, "down": false][y] else { throw OptionError("--y", is: y, expected: "up or down") }
    return isUp
  }

  /// The screen's size in the table's unit; nil if it is not stated.
  func statedUnits() throws -> Vector2? {
    try screenPx.map { try Self.size($0, "--screen-px", 1...1e6) }
  }

  /// The two numbers of `WIDTHxHEIGHT`.
  static func size(_ text: String, _ option: String, _ range: ClosedRange<Double>) throws -> Vector2 {
    let parts = text.lowercased().replacing("×", with: "x").split(separator: "x", omittingEmptySubsequences: false)
    guard parts.count == 2, let width = Double(parts[0]), let height = Double(parts[1]), range.contains(width),
      range.contains(height)
    else {
      throw OptionError(
        option, is: text, expected: "WIDTHxHEIGHT, each \(Int(range.lowerBound)) to \(Int(range.upperBound))")
    }
    return SIMD2(width, height)
  }
}
