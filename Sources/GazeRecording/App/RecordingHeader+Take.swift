public import GazePipeline

extension RecordingHeader {
  /// The header of a take on a phone.
  ///
  /// - Parameters:
  ///   - device: a profile's identifier (`iphone12mini`) or the phone's own model identifier (`utsname.machine`:
  ///     `iPhone13,1`), which the command `gazesim` looks up in the profiles.
  ///   - points: the screen's current size in points; Display Zoom changes it.
  ///   - orientation: the orientation of the interface. A recording has one orientation, so lock it, or begin a new
  ///     recording.
  ///   - rate: the number of frames per second of the video format (`FaceTrackingSession.framesPerSecond`); evaluations
  ///     use the times of the frames instead.
  ///   - participants: the number of people who use the phone in turn within this file.
  ///   - person: an opaque identifier of the person, such as a `UUID` that the app keeps, equal in all of the person's
  ///     recordings. nil if the app does not know the person; the recording then counts as a recording of a person who
  ///     is in no other file.
  ///   - session: identifier of the person's session; nil if each file is a session of its own.
  ///   - lines: the boxes of the page's lines of text, if the app knows them and they do not change during the take.
  ///   - thermalState: the phone's thermal state at the beginning, on a phone `.now`.
  public static func take(
    device: String, points: SIMD2<Double>, orientation: ScreenOrientation = .portrait, rate: Double = 60,
    participants: Int = 1, person: String? = nil, session: Session? = nil,
    lines: [LineBox] = [], thermalState: ThermalState? = nil
  ) -> RecordingHeader {
    var header = RecordingHeader(
      device: device, rate: rate, scenario: "recorded", participants: participants, source: .recorded)
    header.points = points
    header.orientation = orientation
    header.person = person
    header.session = session
    header.lines = lines
    header.thermalState = thermalState
    return header
  }
}
