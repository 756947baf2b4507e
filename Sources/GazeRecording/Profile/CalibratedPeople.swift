/// Whose numbers a calibration file holds.
public protocol CalibratedPeople {
  /// The identifiers of those whose recordings had one, and their numbers in the file.
  var identified: [String: Int] { get }
  /// Simulated or recorded.
  var provenance: RecordingHeader.Source { get }
  /// Every fitted number.
  var parameters: [CalibrationFile.Parameter] { get }
}

extension CalibratedPeople {
  /// The number that a person of other recordings has in this file: by the identifier, where this file has any; else the same
  /// number. nil where the person has no identifier, or one that is none of this file's: another person's numbers are worse than
  /// none.
  public func participant(_ number: Int, person: String?) -> Int? {
    let identified = identified
    return identified.isEmpty ? number : person.flatMap { identified[$0] }
  }
}

extension CalibrationFile: CalibratedPeople {
  /// The people with an identifier.
  public var identified: [String: Int] {
    Dictionary(
      people.compactMap { person in person.person.map { ($0, person.participant) } },
      uniquingKeysWith: { first, _ in first })
  }
}

extension RigCalibrationFile: CalibratedPeople {
  /// The people with an identifier.
  public var identified: [String: Int] {
    Dictionary((people ?? []).map { ($0.person, $0.participant) }, uniquingKeysWith: { first, _ in first })
  }
}
