// Compiled together with the example app. Simulates people who do what the app asks for, and checks the recorded files,
// and the calibration that the app keeps.
import ARKit
import Foundation
import GazePipeline
import GazeRecording
import Profiles
import UIKit

/// A person in front of the camera.
private enum Person {
  /// Looks straight at the screen, and does not move.
  case straight
  /// Looks at the dots, but the reported eyes are turned too little to the screen's right and up, by these degrees.
  case looking(offBy: SIMD2<Double>)
  /// Stares at the screen's middle, wherever the dot is.
  case staring
  /// Is not in view, and gives up.
  case absent

  /// The frame at a time, with the eyes at this distance from the screen, metres.
  func frame(_ time: Double, distance: Double, dot: SIMD2<Double>?, on screen: ScreenGeometry) -> ARFrame {
    // A head and eyes are never quite still; a frame that repeats the last one does not count.
    let tremor = SIMD3(sin(23 * time), cos(31 * time), sin(41 * time))
    switch self {
    case .straight: return Stage.Frame(time: time, face: Stage.Face(at: SIMD3(0, 0, -distance)))
    case .absent: return Stage.Frame(time: time, face: nil)
    case .looking, .staring:
      let place = SIMD3(0, -0.04, -distance) + tremor * 0.0005
      var (point, offset) = (screen.points / 2, SIMD2<Double>.zero)
      if case .looking(let offBy) = self { (point, offset) = (dot ?? point, offBy) }
      // From the camera, metres to the right and up.
      let goal = (point / screen.pointsPerMetre - screen.camera) * SIMD2(1, -1)
      func angles(of eye: SIMD3<Double>) -> GazeAngles {
        let way = SIMD3(goal.x, goal.y, 0) - place - eye
        return GazeAngles(
          yaw: atan2(way.x, way.z) + (0.1 * tremor.y - offset.x) * .pi / 180,
          pitch: atan2(way.y, hypot(way.x, way.z)) + (0.1 * tremor.z - offset.y) * .pi / 180)
      }
      return Stage.Frame(
        time: time,
        face: Stage.Face(at: place, left: angles(of: Stage.Face.eyes.left), right: angles(of: Stage.Face.eyes.right)))
    }
  }
}

@main @MainActor struct AppRehearsal {
  private static var checks = Checks(of: "app rehearsal")

  private static func expect(_ isFine: Bool, _ sentence: String) { checks.expect(isFine, sentence) }

  static func main() {
    do { try rehearse() } catch { expect(false, "stopped by an error: \(error)") }
    checks.end("the app's")
  }

  private static func rehearse() throws {
    hold("iPhone13,2", CGSize(width: 390, height: 844))
    let take = Take()
    take.begin(.full, size: CGSize(width: 812, height: 375))
    expect(take.step == nil && take.note.contains("upright"), "the app asks to hold a lying phone upright")
    take.begin(.full, size: CGSize(width: 390, height: 400))
    expect(take.step == nil && take.note.contains("window"), "the app refuses a window that is not the screen")

    let calibration = try record(.distances, take, by: .straight)
    expect(take.note.contains("Head yaw spans 0.0°"), "at the end it states what the fixations lack: \(take.note)")
    let targets = dots(calibration)
    expect(targets.count == 9 && targets.contains("195 422"), "nine places, the middle one in the middle")
    expect(calibration.allSatisfy { $0.observation.intent == nil }, "no intents while there are dots")
    let poses = Set(calibration.filter { $0.observation.target != nil }.map { $0.observation.frame.face[14] })
    expect(poses == [-0.25, -0.35, -0.45], "three distances")
    expect(calibration.allSatisfy { $0.observation.frame.camera == .identity }, "the portrait view's pose")

    let page = try record(.page, take, by: .straight)
    expect(page.allSatisfy { $0.observation.target == nil }, "no dots on the page")
    let wishes = page.compactMap(\.observation.intent)
    expect(wishes.count { $0 == .down } > 1000 && wishes.count { $0 == .up } > 300, "intents from the buttons")
    expect(furthest > 1000, "the page scrolls while a button is held")
    expect(take.files.count == 2, "both recordings are listed")

    let plan = CalibrationPlan([.looks(.init(), at: [SIMD2(0.5, 0.5)]), .reading(seconds: 3)])
    let reading = try record(plan, take, by: .straight).map(\.observation)
    expect(reading.filter { $0.app.page != nil }.count > 170, "with each frame of reading the page is recorded")
    expect(reading.contains { $0.app.scroll == .down }, "and the scrolls that the app made")
    expect(
      reading.allSatisfy { $0.app.page == nil || $0.target == nil && $0.intent == nil },
      "without prompts there are neither dots nor intents")

    try calibrate(take)
    try reuse(take)
    try otherDevices(take)
  }

  // MARK: The person's calibration

  private static let kept = FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask)[0]
    .appending(path: "calibration/me.json")
  private static let found = "your gaze is off by 2.0° to the right and 1.0° up."

  /// A person whose gaze is off by a known angle.
  private static func calibrate(_ take: Take) throws {
    expect(take.calibrated.isEmpty, "nobody is calibrated at first: \(take.calibrated)")
    let frames = try record(.fivePoints, take, by: .looking(offBy: SIMD2(2, 1)))
    expect(dots(frames).count == 5, "five dots")
    expect(take.note.isEmpty, "a calibration without remarks: \(take.note)")
    expect(take.calibrated.hasPrefix("You are calibrated: " + found), "it says: \(take.calibrated)")
    expect(!take.calibrated.contains("not known"), "a listed phone is not assumed: \(take.calibrated)")

    guard let saved = try? JSONDecoder().decode(SavedCalibration.self, from: Data(contentsOf: kept)) else {
      return expect(false, "the calibration is on disk")
    }
    let miss = saved.gazeOffsetDegrees - SIMD2(2, 1)
    expect(abs(miss.x) < 0.05 && abs(miss.y) < 0.05, "the calibration on disk is \(saved.gazeOffsetDegrees)")
    // The pointer of an app that uses it, at a place that was no dot.
    let profile = try BuiltInProfiles.thisDevice()
    let person = try saved.calibration(for: profile, trust: .full)
    var pipelines = [PersonCalibration.none, person].map { DevicePipeline(profile: profile, person: $0) }
    let place = SIMD2(100.0, 600.0)
    let frame = FaceFrame(
      Person.looking(offBy: SIMD2(2, 1)).frame(1, distance: 0.35, dot: place, on: pipelines[0].geometry))
    let misses = pipelines.indices.map { index -> Double in
      let off = (pipelines[index].step(frame).pointer ?? .zero) - place
      return hypot(off.x, off.y)
    }
    expect(misses[0] > 60 && misses[1] < 6, "the calibration brings the pointer to the place: \(misses) points off")
  }

  /// The next start, attempts that fail, and the erasure.
  private static func reuse(_ take: Take) throws {
    expect(Take().calibrated == "You were calibrated: " + found, "the next start says: \(Take().calibrated)")
    let (file, sentence) = (try? Data(contentsOf: kept), take.calibrated)
    let failures: [(Person, String)] = [
      (.staring, "Your eyes did not follow the dots."), (.absent, "No dot was shown while the camera saw your face."),
    ]
    for (person, reason) in failures {
      _ = try record(.fivePoints, take, by: person)
      expect(take.note.hasPrefix(reason), "it says “\(reason)” to one who is \(person): \(take.note)")
    }
    _ = try record(.fivePoints, take, by: .looking(offBy: SIMD2(-3, -3)), stoppedAfter: 400)
    expect(take.note.isEmpty, "a person may stop: \(take.note)")
    expect((try? Data(contentsOf: kept)) == file, "without a new calibration the old one is kept")
    expect(take.calibrated == sentence, "without a new calibration it still says: \(take.calibrated)")

    _ = try record(.fivePoints, take, by: .looking(offBy: SIMD2(-2, -1)))
    let other = Take()
    expect(
      other.calibrated.hasSuffix("by 2.0° to the left and 1.0° down."), "a new one replaces it: \(other.calibrated)")
    try Data("{}".utf8).write(to: kept)
    expect(Take().calibrated.contains("cannot be read"), "a damaged one is not used: \(Take().calibrated)")

    other.eraseCalibration()
    expect(other.calibrated.isEmpty && other.note.isEmpty, "it is erased: \(other.note)")
    expect(!FileManager.default.fileExists(atPath: kept.path), "an erased calibration is not on disk")
    expect(Take().calibrated.isEmpty, "after the erasure the next start says: \(Take().calibrated)")
  }

  /// A phone and a tablet that no profile lists.
  private static func otherDevices(_ take: Take) throws {
    hold("iPhone99,1", CGSize(width: 390, height: 844))
    _ = try record(.fivePoints, take, by: .looking(offBy: SIMD2(2, 1)))
    expect(take.calibrated.contains(found + " (95"), "an unlisted phone calibrates, too: \(take.calibrated)")
    expect(take.calibrated.contains("This phone is not known"), "it says what is assumed: \(take.calibrated)")
    take.eraseCalibration()

    hold("iPad99,1", CGSize(width: 820, height: 1180))
    let files = take.files
    take.begin(.fivePoints, size: CGSize(width: 820, height: 1180))
    expect(take.step == nil && take.note.contains("no profile lists this device"), "a tablet: \(take.note)")
    take.begin(.distances, size: CGSize(width: 820, height: 1180))
    expect(take.step != nil && take.note.isEmpty, "a tablet records: \(take.note)")
    take.end()
    expect(take.files == files, "no recording without frames is left")
  }

  // MARK: The phone and its person

  /// Puts another device into the person's hand.
  private static func hold(_ model: String, _ size: CGSize) {
    setenv("SIMULATOR_MODEL_IDENTIFIER", model, 1)
    UIApplication.rehearsed = [Stage.Scene(size)]
  }

  private static func dots(_ frames: [RecordedFrame]) -> Set<String> {
    Set(frames.compactMap(\.observation.target).map { "\(Int($0.x)) \(Int($0.y))" })
  }

  private static var furthest = 0.0

  /// Does everything that the app asks for until the take is done, or until the person stops, and reads the file.
  private static func record(
    _ plan: CalibrationPlan, _ take: Take, by person: Person, stoppedAfter limit: Int = .max
  ) throws -> [RecordedFrame] {
    let screen = try BuiltInProfiles.thisDevice().geometry
    let before = Set(take.files)
    take.begin(plan, size: CGSize(width: 390, height: 844))
    Stage.wait { take.state == .running }
    expect(take.state == .running, "it runs")
    guard let session = ARSession.last else { return [] }
    var (distance, fed) = (0.3, 0)
    while let step = take.step, fed < 60 * 600 {
      switch step.prompt {
      case .comeCloser(let to, _), .goFurther(let to, _): distance = to
      case .scrollDown: take.wish = .down
      case .scrollUp: take.wish = .up
      case .read where step.intent == nil: take.wish = fed % 60 < 30 ? .down : .none
      default: take.wish = .none
      }
      let frame = person.frame(Double(fed) / 60, distance: distance, dot: step.target, on: screen)
      session.delegate?.session(session, didUpdate: frame)
      furthest = max(furthest, take.page.offset)
      fed += 1
      if fed == 100 { try leave(take, frames: fed) }
      if fed == 300, case .absent = person { take.skip() }
      if fed == limit { take.end() }
    }
    expect(take.step == nil && take.state == .stopped, "it ends by itself")
    guard let file = take.files.first(where: { !before.contains($0) }) else {
      expect(false, "the recording is listed")
      return []
    }
    let frames = try read(file)
    expect(frames.count == fed, "every frame is in the file: \(frames.count) of \(fed)")
    return frames
  }

  /// Sends the app to the background and back, and reads the file in between: this content would remain if the system
  /// ended the app in the background.
  private static func leave(_ take: Take, frames: Int) throws {
    Stage.post(UIApplication.didEnterBackgroundNotification)
    expect(take.state == .background, "it pauses in the background")
    let folder = FileManager.default.urls(for: .documentDirectory, in: .userDomainMask)[0].appending(path: "takes")
    let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
    let newest = files.max { $0.path < $1.path }
    expect(try newest.map { try read($0).count } == frames, "in the background every frame is in the file")
    Stage.post(UIApplication.willEnterForegroundNotification)
    expect(take.state == .running, "it goes on in the foreground")
  }

  private static func read(_ file: URL) throws -> [RecordedFrame] {
    var reader = try RecordingReader(path: file.path)
    expect(reader.header.points == SIMD2(390, 844) && reader.header.source == .recorded, "a header of a take")
    var frames: [RecordedFrame] = []
    while let frame = try reader.next() { frames.append(frame) }
    return frames
  }
}
