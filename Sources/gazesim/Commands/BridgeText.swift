import Evaluate
import GazePipeline
import GazeRecording

/// The bridge from the apps' constants to metres, as it is printed.
enum BridgeText {
  static func lines(_ bridge: ConstantsBridge) -> [String] {
    var table = TextTable([
      "pipeline", "gain x, y", "camera lands at pt", "off by mm", "screen it takes mm", "camera it takes mm",
      "right at pt",
    ])
    for r in bridge.rules {
      table.add([
        r.pipeline + (r.maps == "lookAt" ? " (lookAtPoint)" : ""), pair(r.gain, 2), pair(r.cameraLandsAt, 0),
        NumberText.fixed(r.offByMillimetres, 1), pair(r.screenMillimetres, 1), pair(r.cameraMillimetres, 1),
        r.exactAt.map { $0.map { NumberText.fixed($0, 0) } ?? "-" }.joined(separator: ", "),
      ])
    }
    return ["constants of published apps, in metres on this device"]
      + bridge.sentences.flatMap { Wrapping.lines($0, indent: 2) } + [""] + table.lines
  }

  private static func pair(_ values: [Double], _ decimals: Int) -> String {
    values.map { NumberText.fixed($0, decimals) }.joined(separator: ", ")
  }
}

/// Long sentences in a terminal.
enum Wrapping {
  /// At spaces, at most `width` wide, later lines `hanging` further in.
  static func lines(_ text: String, indent: Int, hanging: Int = 2, width: Int = 132) -> [String] {
    var lines: [String] = []
    var line = String(repeating: " ", count: indent)
    var isEmpty = true
    for word in text.split(separator: " ", omittingEmptySubsequences: false) {
      if !isEmpty, line.count + 1 + word.count > width {
        lines.append(line)
        line = String(repeating: " ", count: indent + hanging)
        isEmpty = true
      }
      line += (isEmpty ? "" : " ") + word
      isEmpty = false
    }
    return lines + [line]
  }
}
