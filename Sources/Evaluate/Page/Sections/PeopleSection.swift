import Documents
import GazeMetrics
import GazePipeline
import GazeSimulation
import GazeRecording
import GazeTesting

/// The differences between people: each person's median error, tiers, and groups.
enum PeopleSection {
  /// Largest number of people for whom dots are drawn.
  private static let mostDots = 600

  static func html(_ e: Report<GazeRig>) -> String {
    let people = e.people.filter { degrees(e, $0) != nil }
    return HTML.section(
      "people", "The people",
      people.isEmpty
        ? "<p class=\"missing\">No person has a pointer error of their own in this run.</p>"
        : e.worstPeople.map { "<p>\(HTML.prose($0))</p>" }.joined()
          + dots(e, people)
          + groups("By special trait of a person", e.pointer.byFlag)
          + groups("By tracker preset", e.pointer.byPreset))
  }

  /// A person's median error relative to the report's reference, degrees.
  private static func degrees(_ e: Report<GazeRig>, _ person: GazeFindings.Person) -> Double? {
    e.against == .truth ? person.errorDegreesMedian : person.targetErrorDegreesMedian
  }

  private static func dots(_ e: Report<GazeRig>, _ people: [GazeFindings.Person]) -> String {
    let heading = "Each person’s median error"
    let shown = people.prefix(mostDots)
    let errors = shown.compactMap { degrees(e, $0) }
    let axis = Axis("Median error (°)", holding: errors + [0])
    // Dots of one bin are stacked; people for whom tracking fails are in a separate row below.
    let bins = 36
    var heights: [Int: Int] = [:]
    var placed: [(person: GazeFindings.Person, bin: Int, level: Int)] = []
    for person in shown where !person.failing {
      let bin = min(Int(axis.share(degrees(e, person) ?? 0) * Double(bins)), bins - 1)
      placed.append((person, bin, heights[bin, default: 0]))
      heights[bin, default: 0] += 1
    }
    let tallest = max(heights.values.max() ?? 1, 4)
    var plot = Plot(x: axis, y: Axis("People", holding: [], from: 0, to: Double(tallest)), height: 170)
    let fine = people.filter { !$0.failing }.compactMap { degrees(e, $0) }
    let median = Quantiles.median(fine.filter(\.isFinite))
    plot.upright(median, "median")
    for place in placed {
      let middle = axis.lower + (Double(place.bin) + 0.5) / Double(bins) * (axis.upper - axis.lower)
      plot.point(
        middle, Double(place.level) + 0.5,
        title: "participant \(place.person.participant): \(NumberText.typeset(degrees(e, place.person), 2, "°"))")
    }
    let failing = shown.filter(\.failing)
    for person in failing {
      plot.point(
        degrees(e, person), Double(tallest) * 0.96, series: 5,
        title: "participant \(person.participant), tracking fails: \(NumberText.typeset(degrees(e, person), 2, "°"))")
    }
    let ordered = fine.sorted()
    let sentence =
      """
      \(fine.count) people from \(NumberText.typeset(ordered.first, 2, "°")) to \
      \(NumberText.typeset(ordered.last, 2, "°")), half of them below \(NumberText.typeset(median, 2, "°")).
      """
      + (e.failing.participants > 0
        ? " Drawn apart at the top, and in no other figure: \(e.failing.participants) whom tracking fails, "
          + "\(NumberText.typeset(e.failing.errorDegreesMedian, 2, "°")) on average."
        : e.against == .truth
          ? " Tracking fails nobody here." : " It is not known whom tracking fails, so nobody is left out.")
      + (people.count > shown.count ? " The first \(shown.count) are drawn." : "")
    let keys = [Marks.key(0, "person")] + (failing.isEmpty ? [] : [Marks.key(5, "tracking fails")])
    return plot.card(heading, sentence, keys: keys)
  }

  private static func groups(_ heading: String, _ groups: [PointerTables.Group]) -> String {
    guard groups.count > 1 else { return "" }
    let values = groups.flatMap { [$0.errorDegreesMedian, $0.ci95?.lower, $0.ci95?.upper].compactMap { $0 } }
    let strip = Strip(Axis("", holding: values + [0]))
    let rows = groups.map { group in
      let words =
        "\(FigureText.measured(group.errorDegreesMedian, "deg")), "
        + FigureText.interval95(group.ci95) + ", "
        + NumberText.count(group.people, "person", "people")
      return "<li><span class=\"name\">\(HTML.text(group.name))</span><span>"
        + strip.drawing(group.errorDegreesMedian, group.ci95, description: "\(HTML.text(group.name)): \(words)")
        + "</span><span class=\"value\">\(words)</span></li>"
    }
    return """
      <h3>\(heading)</h3><ul class="rows">\(rows.joined())<li class="axis"><span class="pad"></span>\
      <span>\(strip.scale())</span><span class="value">median error (°)</span></li></ul>
      """
  }
}
