import Documents
import GazeMetrics
import GazePipeline
import GazeRecording

/// The drag's part of the page: the sphere with the courses of the view's centre, and slip over the stroke.
enum DragSections {
  static func html(_ sums: DragSummary) -> [String] {
    [
      HTML.section(
        "drag", "Sphere and slip",
        "<div class=\"cards\">\(spheres(sums.paths))</div><div class=\"cards\">"
          + chart(
            sums.slipByWay, "Slip over the stroke", "Finger from where it came down (pt)",
            """
            Slip of the content that was under the finger when it came down, against the finger’s distance from \
            there.
            """)
          + chart(
            sums.slipByPlace, "Slip over the screen", "Finger from the screen’s centre (pt)",
            "The same slip against the finger’s distance from the screen’s centre.") + "</div>")
    ]
  }

  // MARK: Slip

  private static func chart(
    _ all: BinnedErrors, _ heading: String, _ label: String, _ what: String
  ) -> String {
    let bins = (0..<all.size).compactMap { bin -> (middle: Double, slip: Double, count: Int)? in
      guard let slip = all[bin].errorPoints else { return nil }
      let range = all.range(bin)
      return ((range.from + range.to) / 2, slip, all[bin].count)
    }
    guard let first = bins.first, let last = bins.last else {
      return HTML.missing(heading, "No stroke moved, so nothing could slip.")
    }
    var plot = Plot(
      x: Axis(label, holding: [0] + bins.map(\.middle)), y: Axis("Mean slip (pt)", holding: [0] + bins.map(\.slip)),
      height: 200)
    plot.path(bins.map { ($0.middle, $0.slip) })
    for bin in bins { plot.point(bin.middle, bin.slip, title: NumberText.typeset(bin.slip, 2, "pt")) }
    let sentence =
      """
      \(what) From \(NumberText.typeset(first.slip, 2, "pt")) at \(NumberText.typeset(first.middle, 0, "pt")) to \
      \(NumberText.typeset(last.slip, 2, "pt")) at \(NumberText.typeset(last.middle, 0, "pt")); \
      all people’s touches.
      """
    return HTML.chart(
      heading, plot.drawing(heading, sentence), sentence,
      table: HTML.table(
        heading, [label, "mean slip", "touches"],
        bins.map { [NumberText.typeset($0.middle, 0, "pt"), NumberText.typeset($0.slip, 2, "pt"), "\($0.count)"] }))
  }

  // MARK: Sphere

  private static func spheres(_ paths: [SpherePath]) -> String {
    var scenarios: [String] = []
    for path in paths where !scenarios.contains(path.scenario) { scenarios.append(path.scenario) }
    let drawn = scenarios.prefix(8).compactMap { scenario -> String? in
      let own = paths.filter { $0.scenario == scenario && $0.places.count > 1 }
      return own.isEmpty ? nil : sphere(scenario, own)
    }
    return drawn.isEmpty
      ? HTML.missing("Sphere", "Participant 0 is not among those who were judged.") : drawn.joined()
  }

  private static let radius = 130.0

  private static func sphere(_ scenario: String, _ paths: [SpherePath]) -> String {
    let heading = "The view’s centre on the sphere: \(HTML.text(scenario))"
    var parts = ["<circle class=\"phone\" r=\"\(svg(radius))\"/>"]
    for latitude in stride(from: -60.0, through: 60, by: 30) {
      parts.append(line(stride(from: -180.0, through: 180, by: 6).map { direction($0, latitude) }, "grid"))
    }
    for longitude in stride(from: -180.0, to: 180, by: 30) {
      parts.append(line(stride(from: -90.0, through: 90, by: 6).map { direction(longitude, $0) }, "grid"))
    }
    for (series, path) in paths.enumerated() {
      let name = "path s\(series % Plot.series)"
      parts.append(line(path.places.map { Vector3($0) }, name, back: true))
    }
    let size = radius + 14
    let sentence =
      """
      Participant 0, seen from in front and a little above; behind the sphere the lines are dashed. The course starts \
      at the middle of the front; the poles are above and below.
      """
    let drawing =
      """
      <svg role="img" width="\(svg(2 * size))" height="\(svg(2 * size))" viewBox="\(svg(-size)) \(svg(-size)) \
      \(svg(2 * size)) \(svg(2 * size))"><title>\(heading)</title><desc>\(sentence)</desc>\(parts.joined())</svg>
      """
    let legend = Marks.legend(
      paths.enumerated().map { series, path in
        Marks.key(
          series, path.name == "finger" ? "view that keeps content under the finger" : HTML.text(path.name), line: true)
      })
    return HTML.chart(heading, drawing + legend, sentence)
  }

  /// Direction at a longitude and a latitude in degrees; longitude 0 is the camera's initial direction, and positive
  /// longitudes are to the right of it.
  private static func direction(_ longitude: Double, _ latitude: Double) -> Vector3 {
    CameraPose(heading: .pi - longitude.radians, pitch: latitude.radians).forward
  }

  /// Polylines, split where they pass the sphere's edge; parts behind the sphere are dashed, or left out.
  private static func line(_ directions: [Vector3], _ name: String, back: Bool = false) -> String {
    // The sphere is drawn as seen from world +z, 20° above the horizon, and mirrored, since the camera sees it from
    // inside.
    let tilt = RotationMatrix.aboutX(20.0.radians)
    var runs: [(isFront: Bool, points: [Vector2])] = []
    for direction in directions {
      let seen = tilt.apply(direction)
      let place = SIMD2(-seen.x, -seen.y) * radius
      let isFront = seen.z >= 0
      if runs.last?.isFront == isFront {
        runs[runs.count - 1].points.append(place)
      } else {
        // Consecutive runs of a line share a point, so that the line has no gap.
        let joint = runs.last?.points.last.map { [$0] } ?? []
        runs.append((isFront, joint + [place]))
      }
    }
    return runs.filter { ($0.isFront || back) && $0.points.count > 1 }.map { run in
      let way = run.points.enumerated().map { "\($0 == 0 ? "M" : "L")\(svg($1.x)) \(svg($1.y))" }.joined()
      return "<path class=\"\(name)\(run.isFront ? "" : " dashed")\" fill=\"none\" d=\"\(way)\"/>"
    }.joined()
  }
}
