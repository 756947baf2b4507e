extension RecordingHeader {
  private static let eyeDistanceKey = "eyeDistanceMetres"

  /// Distance of the eyes from the screen, metres, in a recording of a pointer without faces; stored among `constants`.
  /// The eyes are assumed on the normal through the screen's middle. nil if the distance is not stated, or is no
  /// distance of a face.
  package var eyeDistance: Double? {
    get { constants[Self.eyeDistanceKey].flatMap { $0 > 0 && $0 <= 10 ? $0 : nil } }
    set { constants[Self.eyeDistanceKey] = newValue }
  }
}
