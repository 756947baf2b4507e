import Foundation

/// Tables of gaze and targets, each with the columns and units of one source: the exports of Tobii Pro Lab, Pupil
/// Player (gaze on a surface), EyeLink Data Viewer (sample report), a log of WebGazer's listener, a table of one's own,
/// and a log in milliseconds. No exporter knows a validation's targets, so their columns are those that a user adds.
///
/// A person looks at twelve targets for 1.5 s each. The gaze is `offset` beside the target, with noise, 0.25 s after
/// each step, and lost for 5 rows of each target.
package enum TrackerTable: String, CaseIterable, Sendable {
  case tobii, pupil, webgazer, eyelink, own, log

  /// Offset of the gaze from the target as shares of the screen, x right and y down.
  package static let offset = SIMD2(0.03, 0.02)
  /// Numbers of targets, and of rows without a gaze.
  package static let (targets, lost) = (12, 12 * 5)

  /// The screen's size in the table's unit: pixels of a monitor, shares, or points of an iPhone 12 mini.
  package var screen: SIMD2<Double> {
    switch self {
    case .tobii, .eyelink: SIMD2(1920, 1080)
    case .pupil: SIMD2(1, 1)
    case .webgazer, .own, .log: SIMD2(375, 812)
    }
  }

  /// Rows a second. EyeLink's stamps are whole milliseconds.
  package var rate: Double { self == .eyelink ? 250 : 60 }
  /// Number of rows of a target, of which the first `moving` show the gaze on its way.
  package var rowsOfTarget: Int { Int(1.5 * rate) }
  /// Number of rows of a target before the gaze comes to it.
  package var moving: Int { Int(0.25 * rate) }
  /// Number of rows.
  package var rows: Int { Self.targets * rowsOfTarget }

  /// True for a table of a monitor, not a phone.
  package var isOfMonitor: Bool { screen.x == 1920 }
  /// True if y grows upwards, from the bottom edge.
  package var growsUpwards: Bool { self == .pupil }

  /// The exporter's columns, with those of the targets.
  private var names: [String] {
    switch self {
    case .tobii:
      [
        "Recording timestamp [μs]", "Participant name", "Gaze point X [DACS px]", "Gaze point Y [DACS px]",
        "Validity left", "Target X", "Target Y",
      ]
    case .pupil:
      [
        "world_timestamp", "world_index", "gaze_timestamp", "x_norm", "y_norm", "on_surf", "confidence", "target_x",
        "target_y",
      ]
    case .webgazer: ["elapsedTime", "x", "y", "target_x", "target_y"]
    case .eyelink:
      [
        "RECORDING_SESSION_LABEL", "TRIAL_INDEX", "TIMESTAMP", "LEFT_GAZE_X", "LEFT_GAZE_Y", "RIGHT_GAZE_X",
        "RIGHT_GAZE_Y", "TARGET_X_TARG1", "TARGET_Y_TARG1",
      ]
    case .own: ["time_s", "pointer_x", "pointer_y", "target_x", "target_y"]
    case .log: ["timestamp_ms", "gaze_x", "gaze_y", "target_x", "target_y", "target_id"]
    }
  }

  /// The separator and the ending of the exporter's files.
  private var separator: String { self == .tobii || self == .eyelink ? "\t" : self == .own ? ";" : "," }
  /// Name of the table's file.
  package var file: String { rawValue + (separator == "\t" ? ".tsv" : ".csv") }

  /// The table.
  package var text: String {
    var generator = SeededGenerator(seed: 44)
    var lines = [names.joined(separator: separator)]
    var gaze = SIMD2(0.5, 0.5)
    for row in 0..<rows {
      let (look, step) = (row / rowsOfTarget, row % rowsOfTarget)
      let target = SIMD2([0.15, 0.5, 0.85][look % 3], [0.1, 0.4, 0.6, 0.9][look / 3])
      let noise = SIMD2(generator.normal(), generator.normal()) * 0.005
      if step >= moving { gaze = target + Self.offset + noise }
      lines.append(
        fields(row, look, Double(row) / rate, (moving + 35..<moving + 40).contains(step) ? nil : gaze, target).joined(
          separator: separator))
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private func fields(
    _ row: Int, _ look: Int, _ time: Double, _ gaze: SIMD2<Double>?, _ target: SIMD2<Double>
  ) -> [String] {
    func text(_ point: SIMD2<Double>?, missing: String) -> [String] {
      guard var point else { return [missing, missing] }
      if growsUpwards { point.y = 1 - point.y }
      let decimals = screen.x == 1 ? 5 : 2
      return [point.x * screen.x, point.y * screen.y].map { String(format: "%.\(decimals)f", $0) }
    }
    let (seen, asked) = (text(gaze, missing: self == .eyelink ? "." : ""), text(target, missing: ""))
    switch self {
    case .tobii:
      return [String(Int((time * 1e6).rounded())), "P01"] + seen + [gaze == nil ? "Invalid" : "Valid"] + asked
    case .pupil:
      let clock = String(format: "%.6f", 2345.678 + time)
      return [clock, "\(row / 2)", clock] + seen + [gaze == nil ? "False" : "True", gaze == nil ? "0.0" : "0.98"]
        + asked
    case .webgazer: return [String(format: "%.3f", 812.3 + time * 1000)] + seen + asked
    case .eyelink: return ["s01", "1", String(Int((4_120_331 + time * 1000).rounded()))] + seen + seen + asked
    case .own: return [String(format: "%.5f", time)] + seen + asked
    case .log: return [String(format: "%.2f", time * 1000)] + seen + asked + ["\(look)"]
    }
  }

  /// A profile of the monitor on which Tobii's and EyeLink's tables were made: 24 inches, 528 x 297 mm.
  package static let monitor = """
    {"schema":"gazesim.profile","version":1,"id":"monitor","name":"24 inch monitor","modelIdentifiers":[],
     "points":{"width":1920,"height":1080,"scale":1},"panel":{"width":1920,"height":1080,"ppi":92.36},
     "screen":{"width":{"value":0.528,"sigma":0.001,"unit":"m","provenance":"published","source":"data sheet"},
               "height":{"value":0.297,"sigma":0.001,"unit":"m","provenance":"published","source":"data sheet"}},
     "camera":{"x":{"value":0.264,"sigma":0.001,"unit":"m","provenance":"estimated","source":"top centre"},
               "y":{"value":-0.01,"sigma":0.005,"unit":"m","provenance":"estimated","source":"top centre"}},
     "smoothing":{"filter":"oneEuro","settings":{"minCutoff":2.0,"beta":0.02,"derivativeCutoff":1.0},
                  "provenance":"assumed","source":"not used"},
     "trigger":{"settings":{"edgeZone":0.07,"edgeDwell":0.9,"offScreenZone":0.25,"offScreenDwell":0.9,"hysteresis":0.05,
                "release":0.2,"cooldown":1.5,"speed":400,"holdLimit":0.6,"blinkThreshold":0.5},
                "provenance":"assumed","source":"not used"}}
    """
}
