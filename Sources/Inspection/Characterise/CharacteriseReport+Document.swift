import Calibrate
package import Documents
import GazeMetrics
import GazePipeline
import GazeRecording

extension CharacteriseReport {
  /// How the recordings compare with real takes, and all characteristics.
  package func document(_ command: Invocation = .current, written: String? = nil) -> Document {
    let rows = references.compactMap { reference -> (reference: Reference, isOutside: Bool)? in
      let values = recordings.compactMap { $0[reference.name]?.value }
      return values.isEmpty ? nil : (reference, !values.allSatisfy(reference.range.contains))
    }
    var document = Document([.init(conclusion(rows.count, outside: rows.count { $0.isOutside }), .strong)])
    // A line of 80 columns has room for three recordings.
    let shown = recordings.prefix(3)
    for recording in shown { document.addNote(about(recording), rank: 5) }
    if let written { document.addNote("wrote \(written)", rank: 4) }
    document.addGap()
    var table = Table(
      [.init(""), .init("figure"), .init("real takes", right: true)] + shown.map { .init(name($0), right: true) })
    for (reference, isOutside) in rows.sorted(by: { $0.isOutside && !$1.isOutside }) {
      let unit = recordings.lazy.compactMap { $0[reference.name]?.unit }.first ?? ""
      let range = "\(number(reference.range.lower, reference)) to \(number(reference.range.upper, reference))"
      let words = Self.figures.first { $0.name == reference.name }?.words ?? reference.name
      table.add(
        [isOutside ? .init("!", .unsure) : .init("ok", .good), .init(words), .init(range)]
          + shown.map { .init(text($0[reference.name]?.value, reference, unit)) })
    }
    document.add(table)
    if recordings.count > shown.count {
      document.addNote("\(recordings.count - shown.count) more recordings: --details", rank: 2)
    }
    document.addGap()
    if let only = recordings.first, recordings.count == 1 {
      document.add("Assumed", assumed(only), rank: 2)
      document.add("Preset", constants(only), rank: 3)
    }
    if let overTime { document.add("Drift", Self.sentence(overTime), rank: 2) }
    let preset =
      command.has("-o") || command.has("--output") || recordings.count > 1 ? [] : [command.adding("-o", "preset.json")]
    document.addNext(preset + [command.repeatable.adding("--details")])
    addDetails(to: &document)
    return document
  }

  /// Every characteristic of every recording, and those over time.
  private func addDetails(to document: inout Document) {
    document.addDetail(
      "real takes: the stillest windows of seven takes in which nobody was asked to fixate; "
        + "blinks: Doughty 2001, reading")
    if recordings.count > 1 { document.addDetail("all takes: \(recorded.summary)") }
    for recording in recordings {
      document.addDetail(heading: "\(about(recording)), \(recording.scenario)")
      for assumption in recording.assumptions { document.addDetail("assumed: \(assumption)") }
      Self.add(recording.characteristics, to: &document)
    }
    guard let overTime else { return }
    let people = [RecordedPeople.Person].summary(people: overTime.people, sessions: overTime.sessions)
    document.addDetail(
      heading: "over time, all takes: \(people), \(NumberText.count(overTime.visits, "visit")) with dots")
    Self.add(overTime.characteristics, to: &document)
  }

  private static func add(_ characteristics: [Characteristic], to document: inout Document) {
    var table = Table(["characteristic", "value", "95 %", "unit", "from", "constant"])
    var remarks: [String] = []
    var names: [String: [String]] = [:]
    for row in characteristics {
      table.add([
        row.name, (row.isUpperBound && row.value != nil ? "<= " : "") + NumberText.threeDigits(row.value),
        interval(row) ?? "-", row.unit == "1" ? "" : row.unit, row.value == nil ? "not measured" : row.basis,
        row.key ?? "",
      ])
      for remark in [row.windows, row.note].compactMap(\.self) {
        if names[remark] == nil { remarks.append(remark) }
        names[remark, default: []].append(row.name)
      }
    }
    document.addDetail(table)
    for remark in remarks { document.addDetail("\(names[remark]?.joined(separator: ", ") ?? ""): \(remark)") }
  }

  private static func interval(_ row: Characteristic) -> String? {
    row.ci95.map { "[\(NumberText.threeDigits($0.lower)), \(NumberText.threeDigits($0.upper))]" }
  }

  /// The known and the unknown part of the error between sessions and within them, in words. The names are those in
  /// `SessionFit` of Calibrate; one that is missing there is left out of the sentence without an error.
  private static func sentence(_ overTime: OverTime) -> String {
    let words = ["sessionSD": "a session's offset", "driftSD": "drift within it", "driftTime": "its time constant"]
    let parts = overTime.characteristics.compactMap { row -> String? in
      guard let word = words[row.name] else { return nil }
      guard let value = row.value else { return "\(word) not determined" }
      return "\(word) \(NumberText.threeDigits(value))\(interval(row).map { " " + $0 } ?? "") \(row.unit)"
    }
    return parts.joined(separator: ", ") + "."
  }

  private func conclusion(_ count: Int, outside: Int) -> String {
    let whose = recordings.count == 1 ? "" : " in \(recordings.count) recordings"
    if count == 0 { return "too little data to compare the tracker with real takes" }
    return outside == 0
      ? "like real takes\(whose): \(count) of \(count) figures are in their range"
      : "\(outside) of \(NumberText.count(count, "figure")) \(outside == 1 ? "is" : "are") outside the range of real "
        + "takes\(whose)"
  }

  private func about(_ recording: Recording) -> String {
    let preset = recording.preset.map { ", preset \($0)" } ?? ""
    return "\(recording.path): \(recording.device), \(recording.source.rawValue)\(preset), "
      + "\(NumberText.count(recording.people, "person", "people")), \(NumberText.count(recording.frames, "frame"))"
  }

  /// Number of constants of a preset that the recording determines.
  private func constants(_ recording: Recording) -> String {
    let rows = recording.characteristics.filter { $0.key != nil }
    let known = rows.count { $0.value != nil }
    return "the recording determines \(known) of \(rows.count) constants of the simulated tracker."
  }

  /// The first assumption of an import up to its details, and the number of the others.
  private func assumed(_ recording: Recording) -> String {
    guard let first = recording.assumptions.first?.split(separator: ":").first else { return "" }
    let others = recording.assumptions.count - 1
    return "\(first)\(others == 0 ? "" : "; \(others) more"): --details."
  }

  private func name(_ recording: Recording) -> String {
    let file = recording.path == "-" ? "stdin" : recording.path.split(separator: "/").last ?? ""
    return file.split(separator: ".").first.map(String.init) ?? recording.path
  }

  private func number(_ value: Double, _ reference: Reference) -> String {
    NumberText.significantDigits(reference.name == "duplicated" ? value * 100 : value)
  }

  private func text(_ value: Double?, _ reference: Reference, _ unit: String) -> String {
    if reference.name == "duplicated" { return FigureText.share(value) }
    return FigureText.measured(value, unit == "rad" ? "" : unit)
  }
}
