package import GazeRecording

extension Rig {
  /// Refuses a calibration file whose numbers cannot be meant: one that is given twice, a name that is nearly a setting's,
  /// another unit, a device's value out of range.
  ///
  /// Names that are far from every setting are a fit's own (`imageToView.a`), and nothing reads them. A person's value out
  /// of range is a fit's, too, and is used at the range's end.
  package static func check(_ file: RigCalibrationFile, path: String) throws(FileError) {
    var seen: Set<String> = []
    for (index, parameter) in file.parameters.enumerated() {
      func fault(_ key: String, _ message: String) -> FileError {
        FileError(path: path, field: "parameters.\(index).\(key)", message: message)
      }
      let shown = TerminalText.line(parameter.name.prefix(80))
      // Numbers first: a name may hold anything.
      let identity = "\(parameter.participant ?? -1) \(parameter.session ?? -1) \(parameter.name)"
      guard seen.insert(identity).inserted else {
        let whose = parameter.participant.map { " of participant \($0)" } ?? ""
        throw fault("name", "\"\(shown)\"\(whose) stands there twice; leave one of them out")
      }
      guard let known = settings.first(where: { $0.name == parameter.name }) else {
        let near = nearest(to: parameter.name, among: settings.map(\.name))
        guard near.isEmpty else {
          throw fault(
            "name",
            "is \"\(shown)\", which the rig \(name) does not have; did you mean "
              + near.map { "\"\($0)\"" }.joined(separator: " or ") + "?")
        }
        continue
      }
      guard parameter.unit == known.unit else {
        throw fault("unit", "is \"\(TerminalText.line(parameter.unit.prefix(20)))\"; expected \"\(known.unit)\"")
      }
      guard parameter.participant != nil || known.range.contains(parameter.value) else {
        throw fault("value", "is \(parameter.value); expected \(known.expected)")
      }
    }
  }
}
