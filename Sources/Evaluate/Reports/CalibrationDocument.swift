package import Documents
import GazePipeline
package import GazeRecording
import PortableFoundation

/// A calibration in words: one line a parameter, what is expected of a later session, and whether it matters that a
/// parameter was not learned.
package enum CalibrationDocument {
  /// - Parameters:
  ///   - path: the file that was written; nil leaves the line out.
  ///   - name: the device's name.
  package static func document(
    _ file: CalibrationFile, path: String?, device name: String, _ command: Invocation = .current
  ) -> Document {
    let contradicts = file.gaze?.panelSize?.verdict == .contradicts
    var document = Document([.init(conclusion(file), contradicts ? .bad : .strong)], subject: name)
    let origin = file.provenance == .simulated ? " They say nothing of a real phone." : ""
    document.addNote((path.map { "wrote \($0), fitted" } ?? "Fitted") + " to \(file.fittedTo).\(origin)", rank: 1)
    document.addGap()
    document.add(table(file), rank: 2, isInDetails: false)
    if let gaze = file.gaze {
      document.addNote(
        "smoothing \(gaze.smoothing.value.summary); trigger "
          + (gaze.triggerChoice.map { $0.before.cost == $0.after.cost } ?? true ? "as in the profile" : "tuned"),
        rank: 6)
    }
    document.addGap()
    document.add("Expect", expected(file), rank: 1)
    document.add("Matters", matters(file), rank: 2)
    document.add("Needs", needs(file), rank: 2)
    document.addNext(next(file, path, command))
    CalibrationDetails.add(file, to: &document)
    return document
  }

  /// State of a parameter after a fit.
  enum State: String, Sendable, CaseIterable {
    case learned
    case partly = "partly learned"
    case kept = "kept from the data sheet"
    case open = "not determined"

    init(_ parameter: CalibrationFile.Parameter) {
      switch parameter.source {
      case .data: self = .learned
      case .partly: self = .partly
      case .dataSheet: self = .kept
      case .prior: self = .open
      case nil: self = parameter.identified ? .learned : .open
      }
    }

    var style: Document.Style {
      switch self {
      case .learned: .good
      case .partly: .plain
      case .kept: .dim
      case .open: .unsure
      }
    }
  }

  /// `5 people learned; device: 2 partly learned, 2 kept from the data sheet`.
  private static func conclusion(_ file: CalibrationFile) -> String {
    if file.gaze?.panelSize?.verdict == .contradicts {
      return "check the profile: the panel's size contradicts the data sheet"
    }
    let parameters = file.fit.parameters
    let learners = Set(parameters.compactMap(\.participant)).count
    func counts(_ parameters: [CalibrationFile.Parameter]) -> String {
      State.allCases.compactMap { state in
        let count = parameters.count { State($0) == state }
        return count > 0 ? "\(count) \(state.rawValue)" : nil
      }.joined(separator: ", ")
    }
    let device = parameters.filter { $0.participant == nil }
    let people = learners > 0 ? [NumberText.count(learners, "person", "people") + " learned"] : []
    guard !device.isEmpty else { return people.first ?? "nothing was fitted" }
    return (people + ["device: \(counts(device))"]).joined(separator: "; ")
  }

  /// One line a parameter; the values of several people are a range.
  private static func table(_ file: CalibrationFile) -> Table {
    var table = Table([
      .init("parameter"), .init("value", right: true), .init("95 %", right: true), .init("", needed: false), .init(""),
    ])
    var names: [(name: String, isOwn: Bool)] = []
    for p in file.fit.parameters
    where !names.contains(where: { $0.name == p.name && $0.isOwn == (p.participant != nil) }) {
      names.append((p.name, p.participant != nil))
    }
    for (name, isOwn) in names {
      let those = file.fit.parameters.filter { $0.name == name && ($0.participant != nil) == isOwn }
      guard let first = those.first else { continue }
      let values = those.map(\.value).sorted()
      let interval = those.count == 1 ? first.ci95.map(range) ?? "-" : ""
      let value =
        those.count == 1
        ? FigureText.measured(first.value, first.unit)
        : range([values.first ?? 0, values.last ?? 0]) + FigureText.unit(first.unit)
      let states = State.allCases.filter { state in those.contains { State($0) == state } }
      let worst = states.last ?? .open
      let count = those.count { State($0) == worst }
      let says = states.count == 1 ? worst.rawValue : "\(count) of \(those.count) \(worst.rawValue)"
      table.add([
        .init(words(name)), .init(value), .init(interval),
        .init(isOwn ? NumberText.count(those.count, "person", "people") : ""), .init(says, worst.style),
      ])
    }
    return table
  }

  private static func range(_ ends: [Double]) -> String {
    ends.count == 2
      ? "\(NumberText.significantDigits(ends[0]))\u{A0}to\u{A0}\(NumberText.significantDigits(ends[1]))" : "-"
  }

  /// The expected error of a later session, the purpose of a calibration.
  private static func expected(_ file: CalibrationFile) -> String {
    let errors = (file.gaze?.people ?? []).compactMap(\.laterError).sorted { $0.median < $1.median }
    if let middle = Quantiles.upperMiddle(sorted: errors) {
      let whose = errors.count > 1 ? "the median person " : ""
      return "in a later session \(whose)\(FigureText.measured(middle.median, "deg")) off "
        + "(95\u{A0}% of sessions \(range(middle.ci95))°)."
    }
    let unit = file.fit.residualUnit ?? (file.gaze == nil ? "" : "deg")
    let held = file.fit.heldOut.map { ", on data left out \(FigureText.measured($0, unit))" } ?? ""
    return "\(FigureText.measured(file.fit.residualRMS, unit)) RMS on the fitted data\(held)."
  }

  /// One sentence on what the parameters that were not learned cost.
  private static func matters(_ file: CalibrationFile) -> String {
    guard let gaze = file.gaze else { return "" }
    if let kept = gaze.kept {
      guard let free = kept.laterErrorFree, let held = kept.laterErrorKept else {
        return "No: these data would teach less than a tenth of each value that was kept."
      }
      return "No: besides its own offset, a later session is \(FigureText.measured(held, "deg")) off (RMS) with the "
        + "kept values, and \(FigureText.measured(free, "deg")) with all fitted."
    }
    return file.fit.unidentified.isEmpty
      ? "" : "Not known: the pointer's error with other values of what is not determined was not computed."
  }

  /// Data that would determine more: `to learn more of camera, screen: record more people, or free fewer`.
  private static func needs(_ file: CalibrationFile) -> String {
    var remedies: [(remedy: String, names: [String])] = []
    for open in file.fit.unidentified {
      let remedy = open.reason.split(separator: "; ").last.map(String.init) ?? open.reason
      let names = open.parameters.map(words)
      if let place = remedies.firstIndex(where: { $0.remedy == remedy }) {
        remedies[place].names += names.filter { !remedies[place].names.contains($0) }
      } else {
        remedies.append((remedy, names))
      }
    }
    return remedies.map { remedy, names in
      let groups = names.map(group).unique
      return "to learn more of \((names.count > 3 ? groups : names).joined(separator: ", ")): \(remedy)."
    }.joined(separator: " ")
  }

  private static func next(_ file: CalibrationFile, _ path: String?, _ command: Invocation) -> [Invocation] {
    var next: [Invocation] = []
    if let path, file.provenance == .simulated {
      let rig = file.gaze == nil ? ["--rig", file.rig] : []
      next.append(Invocation(["evaluate", "--device", file.device] + rig + ["--calibration", path]))
    }
    return next + [(command.has("--force") ? command : command.adding("--force")).adding("--details")]
  }

  /// The words without the direction: `camera` for `camera below the top`.
  private static func group(_ words: String) -> String {
    ["screen", "camera", "gaze offset", "gain", "tilt", "scale", "shear", "offset", "image to view"].first {
      words.hasPrefix($0 + " ") || words.hasPrefix($0 + ",")
    }
      ?? words
  }

  private static let labels = [
    "screenWidth": "screen width", "screenHeight": "screen height", "cameraX": "camera from the left",
    "cameraY": "camera below the top", "gazeOffsetH": "gaze offset, right", "gazeOffsetV": "gaze offset, up",
    "gainH": "gain across", "gainV": "gain up and down", "tiltX": "tilt about x", "tiltY": "tilt about y",
  ]

  /// A parameter's name in words, without its unit: `mounting pitch` for `mountingPitchDegrees`.
  static func words(_ name: String) -> String {
    if let label = labels[name] { return label }
    var words: [String] = []
    for character in name {
      if character == "." {
        words.append("")
      } else if character.isUppercase || words.isEmpty {
        if words.last != "" || words.isEmpty { words.append("") }
        words[words.count - 1] += character.lowercased()
      } else {
        words[words.count - 1] += String(character)
      }
    }
    for unit in [["per", "minute"], ["degrees"], ["milliseconds"], ["points"]]
    where words.count > unit.count && Array(words.suffix(unit.count)) == unit {
      words.removeLast(unit.count)
    }
    return words.joined(separator: " ")
  }
}
