package import GazeRecording

extension Rig {
  /// Refuses invalid settings of this rig in a profile: an unknown name, a name given twice, a wrong unit, or a value
  /// out of range.
  ///
  /// - Parameter path: the profile's file, for the error; the profile's identifier is used if there is no file.
  package static func checkSettings(of profile: DeviceProfile, path: String? = nil) throws(FileError) {
    for (index, setting) in (profile.rigs?[name]?.settings ?? []).enumerated() {
      func fault(_ key: String, _ message: String) -> FileError {
        FileError(path: path ?? profile.id, field: "rigs.\(name).settings.\(index).\(key)", message: message)
      }
      let shown = TerminalText.line(setting.name.prefix(80))
      guard let known = settings.first(where: { $0.name == setting.name }) else {
        let near = nearest(to: setting.name, among: settings.map(\.name))
        throw fault(
          "name",
          "is \"\(shown)\", which the rig \(name) does not have; "
            + (near.isEmpty
              ? "it has \(settings.map(\.name).joined(separator: ", "))"
              : "did you mean \(near.map { "\"\($0)\"" }.joined(separator: " or "))?"))
      }
      guard profile.rigs?[name]?.settings.firstIndex(where: { $0.name == setting.name }) == index else {
        throw fault("name", "\"\(shown)\" is given twice; remove one of them")
      }
      guard setting.unit == known.unit else {
        throw fault(
          "unit",
          "is \"\(TerminalText.line(setting.unit.prefix(20)))\"; expected \"\(known.unit)\"; convert the value to it")
      }
      guard known.range.contains(setting.value) else {
        throw fault("value", "is \(setting.value); expected \(known.expected)")
      }
    }
  }
}
