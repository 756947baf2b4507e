import GazePipeline
import GazeRecording

/// The apps' constants in metres, as lines of text.
package enum BridgeText {
  package static func lines(_ bridge: ConstantsBridge) -> [String] {
    var table = Table([
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
