public import GazePipeline

extension RecordingHeader {
  /// The header of a take on a phone.
  ///
  /// - Parameters:
  ///   - device: a profile's identifier (`iphone12mini`) or the phone's own name for itself (`utsname.machine`:
  ///     `iPhone13,1`), which the command finds in the profiles.
  ///   - points: the screen's size in points as the interface stands now; Display Zoom changes it.
  ///   - orientation: how the interface stands; one recording has one, so lock it, or begin a new one.
  ///   - rate: nominal frames a second, such as the video format's: the frames' own times count, not this.
  ///   - participants: how many people will pass the phone on within this file.
  ///   - person: whose it is: an identifier without meaning, such as a `UUID` that the app keeps for this person, equal in all of the
  ///     person's recordings. nil, where the app does not know who holds the phone: then it is somebody who is in no other file.
  ///   - session: which of the person's sessions; nil where each file is one.
  ///   - lines: the boxes of the page's lines of text, where the app knows them and they stay during the take.
  public static func take(
    device: String, points: SIMD2<Double>, orientation: ScreenOrientation = .portrait, rate: Double = 60,
    participants: Int = 1, person: String? = nil, session: Session? = nil,
    lines: [LineBox] = []
  ) -> RecordingHeader {
    var header = RecordingHeader(
      device: device, rate: rate, scenario: "recorded", participants: participants, source: .recorded)
    header.points = points
    header.orientation = orientation
    header.person = person
    header.session = session
    header.lines = lines
    return header
  }
}
