/// Whose numbers a calibration file holds.
public protocol CalibratedPeople {
  /// The identifiers of those whose recordings had one, and their numbers in the file.
  var identified: [String: Int] { get }
}

extension CalibratedPeople {
  /// The number that a person of other recordings has in this file: by the identifier, where both have them; else the same
  /// number. nil where the identifier is none of this file's.
  public func participant(_ number: Int, person: String?) -> Int? {
    let identified = identified
    guard let person, !identified.isEmpty else { return number }
    return identified[person]
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
