public import GazePipeline
public import GazeRecording
public struct PointerTrack: Sendable {
  public static func tracks(
    of: some Sequence<Observation>, geometry: ScreenGeometry, people: [Int: PersonCalibration],
    trigger: ScrollTrigger.Settings
  ) -> [PointerTrack] { [] }
}
public struct SmoothingFit {
  public init() {}
  public func choice(_ t: [PointerTrack]) -> CalibrationFile.SmoothingChoice { .init(filter: "none") }
}
