import Documents
import GazeMetrics
import GazePipeline
import GazeRecording

/// The head's parts of the page: the head and its picture at a few moments, and the yaw's error over time.
enum HeadSection {
  static func html(_ sums: HeadSummary, _ subject: ReportSubject) -> [String] {
    guard sums.drawn > 0 else {
      return [
        HTML.section(
          "head", "The head",
          "<p class=\"missing\">Nobody’s samples hold both an attitude and its reference: there is nothing to draw.</p>"
        )
      ]
    }
    return [
      HTML.section(
        "head", "The head",
        legend(subject) + "<div class=\"cards\">" + moments(sums.moments.participant, sums.moments.all)
          + yaw(sums.yawCourses, subject) + "</div>" + byAxis(sums.byAxis))
    ]
  }

  private static func legend(_ subject: ReportSubject) -> String {
    Marks.legend([
      Marks.key(0, "true head", line: true), Marks.key(1, HTML.text(subject.pipeline), line: true, dashed: true),
    ])
  }

  /// Draws the moments of the person for whom most moments were kept.
  private static func moments(_ participant: Int, _ moments: [HeadPerson.Moment]) -> String {
    let heading = "The head from above, and the picture"
    guard !moments.isEmpty else {
      return HTML.missing(heading, "Nobody turned the head by 12° or more.")
    }
    let width = 150.0
    var parts: [String] = []
    for (i, moment) in moments.enumerated() {
      let x = Double(i) * width + width / 2
      let off = moment.shown.angle(to: moment.truth).degrees
      parts.append(
        """
        <text class="strong" x="\(svg(x))" y="14" text-anchor="middle">\
        \(NumberText.typeset(moment.time, 0, "s"))</text>
        """
      )
      parts.append(above(moment.truth, SIMD2(x, 75), "path s0") + above(moment.shown, SIMD2(x, 75), "path s1 dashed"))
      parts.append(
        square(moment.truth, SIMD2(x, 195), "path s0") + square(moment.shown, SIMD2(x, 195), "path s1 dashed"))
      parts.append(
        "<text x=\"\(svg(x))\" y=\"272\" text-anchor=\"middle\">\(NumberText.typeset(off, 1, "°")) apart</text>")
    }
    let all = width * Double(moments.count)
    let drawing =
      """
      <svg role="img" viewBox="0 0 \(svg(all)) 280" width="100%" style="max-width:\(svg(all))px">\
      <title>\(heading)</title><desc>True and shown head of participant \(participant)</desc>
      """
      + parts.joined() + "</svg>"
    let rows = moments.map { moment -> [String] in
      let (a, b) = (HeadAngles(moment.truth), HeadAngles(moment.shown))
      func three(_ x: HeadAngles) -> String {
        [x.yaw, x.pitch, x.roll].map { NumberText.typeset($0.degrees, 1, "°") }.joined(separator: ", ")
      }
      return [NumberText.typeset(moment.time, 1, "s"), three(a), three(b)]
    }
    return HTML.chart(
      heading, drawing,
      """
      Participant \(participant). Above: yaw, nose up is straight ahead, a turn to the left goes left. Below: \
      the square of 250 points as one rigid turn would show it.
      """,
      table: HTML.table("Yaw, pitch, roll", ["time", "true", "shown"], rows))
  }

  /// A head from above: straight ahead is up, and left is left.
  private static func above(_ q: UnitQuaternion, _ at: Vector2, _ name: String) -> String {
    let forward = q.apply(SIMD3(0, 1, 0))
    let right = q.apply(SIMD3(1, 0, 0))
    func place(_ v: Vector3, _ length: Double) -> String {
      "\(svg(at.x + v.x * length)) \(svg(at.y - v.y * length))"
    }
    return """
      <circle class="\(name)" cx="\(svg(at.x))" cy="\(svg(at.y))" r="30"/>\
      <path class="\(name)" d="M\(place(forward, 30)) L\(place(forward, 46))"/>\
      <path class="\(name)" d="M\(place(right, 30)) L\(place(right, 36)) M\(place(-right, 30)) \
      L\(place(-right, 36))"/>
      """
  }

  private static func square(_ q: UnitQuaternion, _ at: Vector2, _ name: String) -> String {
    let picture = HeadPicture()
    guard let c = picture.corners(picture.map(q)) else { return "" }
    let corners = [c.topLeft, c.topRight, c.bottomRight, c.bottomLeft].map { corner -> String in
      let p = at + (corner - SIMD2(repeating: HeadPicture.side / 2)) * 0.4
      return "\(svg(p.x)) \(svg(p.y))"
    }
    return "<path class=\"\(name)\" d=\"M\(corners.joined(separator: " L"))Z\"/>"
  }

  /// Mean absolute yaw error over people against time, of the pipeline and of the article's pipeline.
  private static func yaw(_ courses: [Double: HeadSummary.YawCourses], _ subject: ReportSubject) -> String {
    let heading = "Yaw error over time"
    // The longest takes have the longest stretches.
    guard let (length, course) = courses.max(by: { $0.key < $1.key }), course.stretches.count > 1 else {
      return HTML.missing(heading, "Needs more than a few seconds.")
    }
    let points = course.stretches.enumerated().map { index, stretch -> (x: Double, own: Double?, article: Double?) in
      let n = Double(stretch.people)
      return (
        (Double(index) + 0.5) * length / 60, n > 0 ? stretch.own / n : nil, n > 0 ? stretch.article / n : nil
      )
    }
    var plot = Plot(
      x: Axis("Time (min)", holding: points.map(\.x), from: 0),
      y: Axis("Yaw error (deg)", holding: points.flatMap { [$0.own ?? 0, $0.article ?? 0] }, from: 0), height: 190)
    plot.path(points.map { ($0.x, $0.article) }, series: 3)
    if subject.pipeline != "article2024" { plot.path(points.map { ($0.x, $0.own) }, series: 1, dashed: true) }
    let keys =
      [Marks.key(3, "article2024", line: true)]
      + (subject.pipeline == "article2024" ? [] : [Marks.key(1, HTML.text(subject.pipeline), line: true, dashed: true)])
    let drawing = plot.drawing(heading, "Mean over \(course.people) people of the size of the yaw error")
    return HTML.chart(
      heading, drawing + Marks.legend(keys),
      "Mean over \(course.people) people, in stretches of \(NumberText.typeset(length, 0, "s")). "
        + (course.returns > 0
          ? "A reference returned up to \(course.returns) times."
          : course.showsDrift
            ? "A reference was there nearly all the time." : "No reference returned: yaw drift is unobservable."))
  }

  private static func byAxis(_ means: [HeadSummary.AxisMeans]) -> String {
    let rows = zip(HeadSummary.axes, means).map { axis, mean in
      [axis]
        + [mean.all, mean.p95, mean.afterOneMinute, mean.afterTenMinutes].map { NumberText.typeset($0.value, 2, "°") }
    }
    return HTML.table(
      "Error of the attitude, mean over people", ["", "mean", "95 %", "second minute", "eleventh minute"], rows)
  }
}
