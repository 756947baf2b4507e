import GazePipeline
package import GazeRecording
package import PortableFoundation

/// A preset as a file: a built-in preset and the constants that differ from it, each with unit, interval and source.
/// `characterize -o` writes such a file and `--preset FILE` reads it.
package struct PresetFile: Equatable, Codable {
  package struct Value: Equatable, Codable {
    package var value: Double
    package var unit: String
    /// `[low, high]`; nil if no interval is known.
    @ExplicitNull package var ci95: [Double]?
    /// Source of the value, as text.
    package var source: String

    package init(value: Double, unit: String, ci95: [Double]? = nil, source: String) {
      self.value = value
      self.unit = unit
      self.ci95 = ci95
      self.source = source
    }
  }

  package var schema = "gazesim.preset"
  /// Version of this layout.
  package var version = 1
  /// `name`: the preset's own name: 1 to 80 characters on one line, different from the built-in names; `base`: the
  /// built-in preset that supplies all other constants.
  package var name, base: String
  /// Source of the characterised data: recorded takes or a simulation. Simulated data say nothing about a phone.
  package var provenance: RecordingHeader.Source
  /// Recordings that were characterised, as text.
  package var source: String
  /// Values by the constant's key.
  package var values: [String: Value]

  package init(
    name: String, base: String, provenance: RecordingHeader.Source, source: String, values: [String: Value]
  ) {
    self.name = name
    self.base = base
    self.provenance = provenance
    self.source = source
    self.values = values
  }

  /// Reads and checks a preset, which may come from an untrusted source.
  ///
  /// - Throws: `FileError` if the file cannot be read, is not a preset, has a newer version, or contains a key, unit or
  ///   value that no constant has.
  package init<P: SimulatorParameters>(
    path: String, of parameters: P.Type = SimulationParameters.self
  ) throws(FileError) {
    let data = try FileContents.read(path, limit: 1 << 20)
    try self.init(json: data, path: path, of: parameters)
  }

  /// Reads a preset from bytes; errors name the file `path`.
  package init<P: SimulatorParameters>(
    json: Data, path: String, of parameters: P.Type = SimulationParameters.self
  ) throws(FileError) {
    guard json.count <= 1 << 20 else {
      throw FileError(path: path, message: "is larger than 1 MiB, the limit for a preset")
    }
    do {
      self = try JSONDecoder().decode(PresetFile.self, from: json)
    } catch {
      throw FileError(error, path: path, json: json)
    }
    try Self.checkFields(json, path)
    try check(path, of: parameters)
  }

  /// All keys of a JSON object, known or unknown.
  private struct Fields: Decodable {
    struct Key: CodingKey {
      var stringValue: String
      var intValue: Int? { nil }
      init(stringValue: String) { self.stringValue = stringValue }
      init?(intValue: Int) { nil }
    }

    var names: [String]
    var values: [String: Fields]

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      names = container.allKeys.map(\.stringValue).sorted()
      values = (try? container.decodeIfPresent([String: Fields].self, forKey: Key(stringValue: "values"))) ?? [:]
    }
  }

  /// Refuses fields that a preset does not have, because a number in a misspelt field would otherwise be ignored
  /// silently. The lists repeat the properties of `PresetFile` and `Value`, whose names are the file's keys. If one is
  /// missing here, a file that `write` has written is refused, which `PresetFileTests` finds.
  private static func checkFields(_ json: Data, _ path: String) throws(FileError) {
    let fields: Fields
    do { fields = try JSONDecoder().decode(Fields.self, from: json) } catch {
      throw FileError(error, path: path, json: json)
    }
    func check(_ names: [String], _ known: [String], _ place: String) throws(FileError) {
      guard let name = names.first(where: { !known.contains($0) }) else { return }
      throw FileError(
        path: path, field: place + name, message: UnknownNameError(kind: "field", name: name, among: known).description)
    }
    try check(fields.names, ["schema", "version", "name", "base", "provenance", "source", "values"], "")
    for (key, value) in fields.values.sorted(by: { $0.key < $1.key }) {
      try check(value.names, ["value", "unit", "ci95", "source"], "values.\(key).")
    }
  }

  /// Reason why a name is not allowed; nil if the name is allowed.
  package static func fault(inName name: String) -> String? {
    let isLine = !name.unicodeScalars.contains(where: TerminalText.isUnsafe)
    guard isLine, (1...80).contains(name.count), !name.allSatisfy(\.isWhitespace) else {
      return "expected 1 to 80 characters in one line, not all of them blanks"
    }
    let plain = name.trimmed.lowercased()
    guard !GazePreset.all.contains(where: { $0.name == plain }) else {
      return "is \"\(name)\", the name of a built-in preset; choose another one"
    }
    // Headers use this prefix for the name of a split (`ErrorSplit.preset`).
    guard !plain.hasPrefix("typical/") else { return "is \"\(name)\", a name reserved for splits; choose another one" }
    return nil
  }

  /// Refuses a preset that no simulation can have, with the checks of the reader; errors name the file `path`.
  package func check<P: SimulatorParameters>(
    _ path: String, of parameters: P.Type = SimulationParameters.self
  ) throws(FileError) { _ = try preset(path, of: parameters) }

  /// The preset that the file describes: the base preset with this file's numbers in place of its own.
  ///
  /// - Throws: the errors of `check(_:)`.
  package func preset<P: SimulatorParameters>(
    _ path: String, of parameters: P.Type = SimulationParameters.self
  ) throws(FileError) -> ParameterPreset<P> {
    func refuse(_ field: String, _ message: String) -> FileError {
      FileError(path: path, field: field, message: message)
    }
    guard schema == "gazesim.preset" else {
      throw refuse("schema", "is \"\(schema.prefix(40))\"; expected \"gazesim.preset\"")
    }
    guard version == 1 else { throw refuse("version", "is \(version); this gazesim reads version 1") }
    if let fault = Self.fault(inName: name) { throw refuse("name", fault) }
    guard let base = P.presets.first(where: { $0.name == base }) else {
      throw refuse("base", UnknownNameError(kind: "preset", name: base, among: P.presets.map(\.name)).description)
    }
    var parameters = base.parameters
    var origins = base.origins
    for (key, value) in values.sorted(by: { $0.key < $1.key }) {
      let constant: ParameterConstant<P>
      do { constant = try .named(key) } catch { throw refuse("values", error.description) }
      guard value.unit == constant.unit else {
        throw refuse("values.\(key).unit", "is \"\(value.unit.prefix(20))\"; expected \"\(constant.unit)\"")
      }
      do { try constant.set(value.value, in: &parameters) } catch {
        throw refuse("values.\(key).value", error.description)
      }
      if let ci95 = value.ci95, ci95.count != 2 || !(ci95[0] <= ci95[1]) {
        throw refuse("values.\(key).ci95", "expected two numbers, the lower one first")
      }
      if let ci95 = value.ci95, value.value < ci95[0] || value.value > ci95[1] {
        throw refuse(
          "values.\(key).ci95", "is [\(ci95[0]), \(ci95[1])], which does not hold the value, \(value.value)")
      }
      let interval = value.ci95.map { " [\(NumberText.printf($0[0], 4)), \(NumberText.printf($0[1], 4))]" } ?? ""
      origins[key] = PresetOrigin(
        provenance: provenance == .recorded ? .recorded : .assumed,
        source: "\(provenance.rawValue): \(value.source)\(interval); preset \(name)")
    }
    return ParameterPreset(name: name, parameters: parameters, defaultPhone: base.defaultPhone, origins: origins)
  }

  /// Writes the file completely or not at all.
  ///
  /// - Throws: the errors that reading the file would throw, and an error if `path` exists and `force` is false.
  package func write(to path: String, force: Bool = false) throws(FileError) {
    try check(path)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    let data: Data
    do { data = try encoder.encode(self) } catch {
      throw FileError(path: path, message: "cannot be written as JSON: a number is not finite")
    }
    var file = try OutputFile(path: path, force: force)
    try file.write([UInt8](data) + [0x0A])
    try file.commit()
  }
}
