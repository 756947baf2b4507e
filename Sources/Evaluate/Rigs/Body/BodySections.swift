import Documents
import GazeMetrics
import GazePipeline
import GazeRecording
import GazeTesting

/// The body's part of the page: the skeleton on the phone, and the error joint by joint.
enum BodySections {
  static func html(_ people: Cohort<BodyRig>, _ subject: ReportSubject) -> [String] {
    [
      HTML.section(
        "skeleton", "The skeleton on the phone",
        "<div class=\"cards\">\(skeleton(people.summary.drawn, subject))\(joints(people))</div>")
    ]
  }

  // MARK: Skeleton

  private static func skeleton(_ drawn: BodyPerson?, _ subject: ReportSubject) -> String {
    guard let person = drawn, let snapshot = person.snapshot, snapshot.viewport.x > 0, snapshot.viewport.y > 0 else {
      return HTML.missing("Overlay", "No sample has a joint on the screen, so there is nothing to draw.")
    }
    let scale = min(300 / snapshot.viewport.x, 440 / snapshot.viewport.y)
    let (w, h) = (snapshot.viewport.x * scale, snapshot.viewport.y * scale)
    var parts = [
      "<rect class=\"phone\" x=\"-7\" y=\"-7\" width=\"\(svg(w + 14))\" height=\"\(svg(h + 14))\" rx=\"22\"/>",
      "<rect class=\"lane\" x=\"0\" y=\"0\" width=\"\(svg(w))\" height=\"\(svg(h))\"/>",
    ]
    let isJudged = subject.pipeline != "naive"
    parts.append(bones(snapshot.truth, scale, snapshot.viewport, series: 0))
    parts.append(bones(snapshot.naive, scale, snapshot.viewport, series: 1, dashed: true))
    parts.append(bones(isJudged ? snapshot.drawn : snapshot.display, scale, snapshot.viewport, series: 2))
    func mean(_ points: BodyPoints) -> Double? {
      var errors = ErrorSummary()
      for joint in BodyJoint.allCases {
        if let a = points[joint], let b = snapshot.truth[joint] { errors.add((a - b).length) }
      }
      return errors.mean
    }
    let sentence =
      """
      Participant \(person.participant) at \(NumberText.typeset(snapshot.time, 1, "s")): the naive multiply is \
      \(NumberText.typeset(mean(snapshot.naive), 0, "pt")) off on average, the display transform \
      \(NumberText.typeset(mean(snapshot.display), 1, "pt")), \(HTML.text(subject.pipeline)) \
      \(NumberText.typeset(mean(snapshot.drawn), 1, "pt")).
      """
    let margin = 40.0
    let drawing =
      """
      <svg class="phonemap" role="img" width="\(svg(w + 2 * margin))" height="\(svg(h + 44))" \
      viewBox="\(svg(-margin)) -22 \(svg(w + 2 * margin)) \(svg(h + 44))">\
      <title>The skeleton over the phone’s screen</title>\
      <desc>\(sentence) The numbers by joint are in the table beside it.</desc>\(parts.joined())</svg>
      """
    let legend = Marks.legend([
      Marks.key(0, person.isAgainstTruth ? "where the joints are" : "where the joints were marked", line: true),
      Marks.key(1, "naive multiply", line: true, dashed: true),
      Marks.key(2, isJudged ? HTML.text(subject.pipeline) : "display transform", line: true),
    ])
    return HTML.chart("Overlay", drawing + legend, sentence)
  }

  /// Draws bones and joints, except those far outside the screen.
  private static func bones(
    _ points: BodyPoints, _ scale: Double, _ viewport: Vector2, series: Int, dashed: Bool = false
  ) -> String {
    let border = 30 / scale
    func place(_ joint: BodyJoint) -> Vector2? {
      guard let p = points[joint], p.x >= -border, p.y >= -border / 2, p.x <= viewport.x + border,
        p.y <= viewport.y + border / 2
      else { return nil }
      return p * scale
    }
    var lines = "", marks = ""
    for joint in BodyJoint.allCases {
      guard let at = place(joint) else { continue }
      marks +=
        """
        <use href="#m\(series)" x="\(svg(at.x))" y="\(svg(at.y))" class="s\(series)">\
        <title>\(joint.name)</title></use>
        """
      guard let from = joint.parent.flatMap(place) else { continue }
      lines +=
        """
        <line class="path s\(series)\(dashed ? " dashed" : "")" x1="\(svg(from.x))" y1="\(svg(from.y))" \
        x2="\(svg(at.x))" y2="\(svg(at.y))"/>
        """
    }
    return lines + marks
  }

  // MARK: Joints

  private static func joints(_ people: Cohort<BodyRig>) -> String {
    var rows: [(name: String, estimate: PeopleEstimate, p95: Double?)] = []
    for (joint, metric) in zip(BodyJoint.allCases, BodyPerson.byJoint) {
      guard let estimate = people.estimate(metric) else { continue }
      rows.append((joint.name, estimate, people.summary.errorByJoint[joint.rawValue].p95))
    }
    guard !rows.isEmpty else { return HTML.missing("Error by joint", "No circle was drawn over a joint that is seen.") }
    let axis = Axis(
      "pt", holding: rows.map(\.estimate.value) + rows.compactMap { $0.estimate.interval.interval?.upper }, from: 0)
    let strips = Strip(axis)
    let list = rows.map { row in
      let value = NumberText.typeset(row.estimate.value, 1, "pt")
      let interval = row.estimate.interval.interval
      return "<li><span class=\"name\"><span>\(row.name.replacing("_", with: "_<wbr>"))</span></span>"
        + strips.drawing(row.estimate.value, interval, series: 0, description: "\(row.name): \(value)")
        + "<span class=\"value\">\(value)\(interval.map { ", \(HTML.interval($0, 1))" } ?? "")</span></li>"
    }
    let table = HTML.table(
      "Overlay error by joint, points", ["joint", "mean", "95 %", "95 % of the samples below"],
      rows.map { row in
        [
          row.name, NumberText.typeset(row.estimate.value, 1), HTML.interval(row.estimate.interval.interval, 1),
          NumberText.typeset(row.p95, 1),
        ]
      })
    return HTML.chart(
      "Error by joint",
      """
      <ul class="rows">\(list.joined())<li><span class="pad"></span>\(strips.scale())\
      <span class="pad"></span></li></ul>
      """,
      "Mean over people of each circle’s distance from its joint, with 95 % intervals; joints that the camera sees.",
      table: table)
  }
}

extension StandardBodyPipeline.Settings {
  /// Settings of the pipeline from the rig's, for a view of this size.
  init(_ setup: Setup, viewport: Vector2) {
    let middle = viewport / 2
    let (a, c, b, d) = (setup["scaleX"], setup["shearX"], setup["shearY"], setup["scaleY"])
    let linear = AffineMap(a: a, b: b, c: c, d: d, tx: 0, ty: 0)
    let moved = middle - linear.apply(middle) + SIMD2(setup["offsetX"], setup["offsetY"])
    let correction = AffineMap(a: a, b: b, c: c, d: d, tx: moved.x, ty: moved.y)
    let cutoff = setup["smoothingCutoffHertz"]
    self.init(
      correction: correction.isFinite ? correction : .identity,
      smoothing: cutoff > 0 ? .init(minCutoff: cutoff, beta: max(setup["smoothingBeta"], 0)) : nil,
      hold: max(setup["holdMilliseconds"], 0) / 1000, bridge: max(setup["bridgeMilliseconds"], 0) / 1000)
  }
}
