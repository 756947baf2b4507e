/// What a rig's fit writes and its pipelines read: whose and what it is of, what the fit found, and for gaze the parts that an
/// app's pointer takes. `calibrate --json` prints the same.
///
/// In JSON all of it is one object: `fit` and `gaze` are no keys. Angles are degrees and lengths metres in `gaze`; each of
/// the fit's parameters names its own unit.
public struct CalibrationFile: Sendable, Equatable {
  /// Always `gazesim.calibration`.
  public var schema = "gazesim.calibration"
  /// Version of this layout.
  public var version = 1
  /// The device's identifier.
  public var device: String
  /// `gaze`, `head`, `body`, `drag`.
  public var rig: String
  /// Simulated or recorded: a simulated fit is no statement about a phone.
  public var provenance: RecordingHeader.Source
  /// What it was fitted to, in words.
  public var fittedTo: String
  /// What the fit found.
  public var fit: Fit
  /// The gaze rig's own part; nil in another rig's file alone.
  public var gaze: Gaze?
  /// Whose another rig's numbers are, where the recordings say so; `gaze` has people of its own.
  public var named: [Named]?

  /// A person with an identifier.
  public struct Named: Sendable, Equatable, Codable {
    /// The number of the person's parameters.
    public var participant: Int
    /// The recordings' identifier.
    public var person: String

    /// A person by both.
    package init(participant: Int, person: String) {
      self.participant = participant
      self.person = person
    }
  }

  /// A file from its parts.
  package init(
    device: String, rig: String = "gaze", provenance: RecordingHeader.Source, fittedTo: String, fit: Fit,
    gaze: Gaze? = nil
  ) {
    self.device = device
    self.rig = rig
    self.provenance = provenance
    self.fittedTo = fittedTo
    self.fit = fit
    self.gaze = gaze
  }
}

// MARK: People

extension CalibrationFile {
  /// The identifiers of those whose recordings had one, and their numbers in the file.
  public var identified: [String: Int] {
    let people = gaze?.people.map { ($0.person, $0.participant) } ?? named?.map { ($0.person, $0.participant) } ?? []
    return Dictionary(
      people.compactMap { person, number in person.map { ($0, number) } }, uniquingKeysWith: { first, _ in first })
  }

  /// The number that a person of other recordings has in this file: by the identifier, where this file has any; else the same
  /// number. nil where the person has no identifier, or one that is none of this file's: another person's numbers are worse than
  /// none.
  public func participant(_ number: Int, person: String?) -> Int? {
    let identified = identified
    return identified.isEmpty ? number : person.flatMap { identified[$0] }
  }
}

// MARK: JSON

extension CalibrationFile: Codable {
  private enum CodingKeys: String, CodingKey {
    case schema, version, device, rig, provenance, fittedTo
    case named = "people"
  }

  /// Reads one object: what `rig` names decides whether it has a part of gaze.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    schema = try values.decode(String.self, forKey: .schema)
    version = try values.decode(Int.self, forKey: .version)
    device = try values.decode(String.self, forKey: .device)
    rig = try values.decode(String.self, forKey: .rig)
    provenance = try values.decode(RecordingHeader.Source.self, forKey: .provenance)
    fittedTo = try values.decode(String.self, forKey: .fittedTo)
    gaze = rig == "gaze" ? try Gaze(from: decoder) : nil
    fit = try Fit(from: decoder)
    named = gaze == nil ? try values.decodeIfPresent([Named].self, forKey: .named) : nil
  }

  /// Writes one object.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(schema, forKey: .schema)
    try values.encode(version, forKey: .version)
    try values.encode(device, forKey: .device)
    try values.encode(rig, forKey: .rig)
    try values.encode(provenance, forKey: .provenance)
    try values.encode(fittedTo, forKey: .fittedTo)
    try fit.encode(to: encoder)
    try gaze?.encode(to: encoder)
    try values.encodeIfPresent(named, forKey: .named)
  }
}
