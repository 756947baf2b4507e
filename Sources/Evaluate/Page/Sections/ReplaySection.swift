import Documents
import GazePipeline
import GazeRecording

/// The replay: its controls, its canvases, and a note on the parts left out. `replay.js` finds the elements by their
/// `replay-` identifiers, and draws with the marks and colours of the legend.
enum ReplaySection {
  static func html(_ traces: ReplayTraces?) -> String {
    guard let traces, !traces.people.isEmpty, traces.people.contains(where: { !$0.takes.isEmpty }) else {
      return HTML.section("replay", "Replay", "<p class=\"missing\">No tracks were kept for a replay.</p>")
    }
    let isContest = traces.pipelines.count > 1
    let pipelines =
      isContest ? [] : traces.pipelines.map { Marks.key(1, "pointer of \(HTML.text($0))") }
    let raw = !isContest ? [Marks.key(6, "before smoothing", line: false)] : []
    let legend = Marks.legend(
      [
        Marks.entry("<circle class=\"open s0\" cx=\"13\" cy=\"8\" r=\"6\"/>", "true gaze")
      ] + pipelines + raw.map { $0.replacing("class=\"s6\"", with: "class=\"s3\"") }
        + [
          Marks.entry(
            "<path class=\"open\" d=\"M6 8h14M13 1v14M8 8a5 5 0 0 0 10 0 5 5 0 0 0-10 0\"/>", "target shown"),
          "<li>arrow at the left: the person’s intent; at the right: the scroll</li>",
        ])
    // Poses are in the portrait view's frame, so the side view is the user's only in portrait.
    let isUpright = traces.screen.orientation == ScreenOrientation.portrait.rawValue
    let side =
      isUpright
      ? """
      <div><h3>From the side</h3><canvas id="replay-side" role="img" \
      aria-label="Face, eyes and rays from the side"></canvas>\
      <p class="muted">Face and eyes as the tracker reported them, the phone as it leans. Solid: the left eye’s \
      ray, dashed: the right one’s, to the phone’s plane, before any calibration of the person; ring: the true \
      gaze; dot on the phone: the camera.</p></div>
      """
      : "<p class=\"missing\">The side view and the line of sight are drawn for an upright interface only.</p>"
    let sight =
      isUpright
      ? """
      <h3>Line of sight</h3><canvas id="replay-eyes" role="img" aria-label="Directions of both eyes"></canvas>\
      <p id="replay-sight"></p><p class="muted">As the phone’s user sees it; the rim is at ±40°. The line \
      points where the eye looks, the ring where the angles of the 2018 article’s formula point. Both are in the \
      phone’s axes; the formula ignores that a head can lean to a side.</p>
      """
      : ""
    return HTML.section(
      "replay", "Replay",
      """
      <p>\(kept(traces))</p>
      <noscript><p>The replay needs JavaScript; nothing else on this page does.</p></noscript>
      <div id="replay-root" hidden>
      <div class="controls">
      <label>Person <select id="replay-person"></select></label>
      <label>Scenario <select id="replay-scenario"></select></label>
      <button type="button" id="replay-play" aria-pressed="false">Play</button>
      <label><input type="checkbox" id="replay-loop">Loop</label>
      <label>Speed <select id="replay-speed"><option value="0.5">0.5×</option><option value="1" selected>1×</option>\
      <option value="2">2×</option><option value="4">4×</option><option value="8">8×</option></select></label>
      <label class="time"><span>Time</span><input type="range" id="replay-time" min="0" max="0" step="0.01" \
      value="0"></label>
      <output id="replay-clock" for="replay-time"></output>
      </div>
      \(isContest ? choice(traces.pipelines) : "")
      <p id="replay-state" role="status" aria-live="polite"></p>
      <p class="muted">Keys as in <code>gazesim replay</code>, once the phone below or a control is chosen: \
      space pauses, <code>.</code> and <code>,</code> or the arrows go a frame on and back, \
      <code>l</code> loops, <code>+</code> and <code>-</code> change the speed.</p>
      <div class="replay"><div><h3>The phone</h3><canvas id="replay-front" role="img" tabindex="0" \
      aria-label="Phone with page, true gaze and pointer"></canvas>\(sight)</div>\(side)</div>
      \(legend)
      </div>
      """)
  }

  /// Checkboxes for the pointers. If there are many pointers, only those without a constant or a calibration, and the
  /// last one, are shown at first.
  private static func choice(_ names: [String]) -> String {
    let boxes = names.enumerated().map { index, name in
      let isShown = names.count <= 7 || index == names.count - 1 || !name.contains("+")
      let series = (index + 1) % Plot.series
      return """
        <label><input type="checkbox" value="\(index)"\(isShown ? " checked" : "")>\
        <svg width="20" height="16" aria-hidden="true"><use href="#m\(series)" x="10" y="8" \
        class="s\(series)"/></svg>\(letter(index)) \(HTML.text(name))</label>
        """
    }
    return
      "<fieldset id=\"replay-shown\" class=\"controls\"><legend>Pointers shown</legend>\(boxes.joined())</fieldset>"
  }

  /// Letters A, B … Z, AA, AB … that identify the pointers, since marks repeat after eight.
  private static func letter(_ index: Int) -> String {
    let last = String(Unicode.Scalar(UInt8(65 + index % 26)))
    return index < 26 ? last : letter(index / 26 - 1) + last
  }

  /// A sentence about the data kept for the replay.
  static func kept(_ traces: ReplayTraces) -> String {
    let rate = NumberText.typeset(traces.rate, traces.rate < 10 ? 1 : 0)
    var words =
      traces.keepsEvery <= 1
      ? "Every frame is kept, \(rate) a second; positions are rounded to a point."
      : """
      Every \(ordinal(traces.keepsEvery)) frame is kept, \(rate) a second: blinks and short saccades may be missed. \
      Positions are rounded to a point.
      """
    if traces.people.count < traces.peopleInAll {
      words += " The first \(traces.people.count) of \(traces.peopleInAll) people."
    }
    let longest = traces.people.flatMap(\.takes).map(\.seconds).max() ?? 0
    if longest > traces.secondsKept + 1 {
      words += " Only the first \(NumberText.typeset(traces.secondsKept, 0, "s")) of each take."
    }
    return words + " The figures above rest on all frames of all people."
  }

  private static func ordinal(_ number: Int) -> String {
    let suffix = (11...13).contains(number % 100) ? "th" : [1: "st", 2: "nd", 3: "rd"][number % 10] ?? "th"
    return "\(number)\(suffix)"
  }
}
