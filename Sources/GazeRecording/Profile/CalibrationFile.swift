/// Result of a rig's fit, which the rig's pipelines read: the device and the people for whom the result holds, the
/// fitted parameters, and for gaze the parts that an app's pointer uses. `calibrate --json` prints the same content.
///
/// In JSON a calibration is one flat object: `fit` and `gaze` are not keys, their properties are. In `gaze`, angles are
/// in degrees and lengths in metres; each of the fit's parameters states its own unit.
public struct CalibrationFile: Sendable, Equatable {
  /// Always `gazesim.calibration`.
  public var schema = "gazesim.calibration"
  /// Version of this layout.
  public var version = 1
  /// The device's identifier.
  public var device: String
  /// Name of the rig: `gaze`, `head`, `body` or `drag`.
  public var rig: String
  /// Simulated or recorded. A fit to simulated data does not describe a phone.
  public var provenance: RecordingHeader.Source
  /// Description of the data to which the calibration was fitted, in words.
  public var fittedTo: String
  /// Results of the fit.
  public var fit: Fit
  /// The part that only gaze has; nil for any other rig.
  public var gaze: Gaze?
  /// People to whom the parameters of another rig than gaze belong, if the recordings identify them; `gaze` has its own
  /// list of people.
  public var named: [Named]?

  /// A person with an identifier.
  public struct Named: Sendable, Equatable, Codable {
    /// The person's number in `Parameter.participant`.
    public var participant: Int
    /// The identifier of the person in the recordings.
    public var person: String

    /// A person with a number and an identifier.
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
  /// The identifiers of the people whose recordings had one, and their numbers in the file.
  public var identified: [String: Int] {
    let people = gaze?.people.map { ($0.person, $0.participant) } ?? named?.map { ($0.person, $0.participant) } ?? []
    return Dictionary(
      people.compactMap { person, number in person.map { ($0, number) } }, uniquingKeysWith: { first, _ in first })
  }

  /// Finds a person of other recordings in this file and returns the person's number here. If this file has
  /// identifiers, the person is found by the identifier, else by the same number. nil if this file has identifiers and
  /// the person's is missing or not among them: another person's parameters would be worse than none.
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

  /// Reads one JSON object, which has a part for gaze if `rig` is `gaze`.
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

  /// Writes one flat JSON object.
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
