// Compiled together with the example app. Simulates a person who does everything that the app asks for, and checks the
// recorded file.
import ARKit
import Foundation
import GazePipeline
import GazeRecording
import UIKit
import simd

/// A face straight in front of the camera, looking straight at the screen.
private final class PosedFrame: ARFrame {
  private final class UprightCamera: ARCamera {
    // The sensor's x is screen down, its y screen right.
    override var transform: simd_float4x4 {
      simd_float4x4(
        columns: (simd_float4(0, -1, 0, 0), simd_float4(1, 0, 0, 0), simd_float4(0, 0, 1, 0), simd_float4(0, 0, 0, 1)))
    }
  }

  private final class Face: ARFaceAnchor {
    private let distance: Double
    init(_ distance: Double) { self.distance = distance }
    private func at(_ x: Double, _ z: Double) -> simd_float4x4 {
      simd_float4x4(TransformMatrix(RigidTransform(translation: SIMD3(x, 0, z))))
    }
    override var isTracked: Bool { true }
    override var transform: simd_float4x4 { at(0, -distance) }
    override var leftEyeTransform: simd_float4x4 { at(0.03, 0) }
    override var rightEyeTransform: simd_float4x4 { at(-0.03, 0) }
    override var lookAtPoint: simd_float3 { .zero }
    override var blendShapes: [ARFaceAnchor.BlendShapeLocation: NSNumber] { [:] }
  }

  private let (time, distance): (Double, Double)
  init(_ time: Double, distance: Double) { (self.time, self.distance) = (time, distance) }
  override var timestamp: TimeInterval { time }
  override var camera: ARCamera { UprightCamera() }
  override var anchors: [ARAnchor] { [Face(distance)] }
}

@main @MainActor struct AppRehearsal {
  private static var failures: [String] = []
  private static var checks = 0

  private static func expect(_ isFine: Bool, _ sentence: String) {
    checks += 1
    if !isFine { failures.append("app rehearsal: " + sentence) }
  }

  static func main() throws {
    let take = Take()
    take.begin(.full, size: CGSize(width: 812, height: 375))
    expect(take.step == nil && !take.note.isEmpty, "the app asks to hold a lying phone upright")

    let calibration = try record(.distances, take)
    expect(take.note.contains("Head yaw spans 0.0°"), "at the end it states what the fixations lack: \(take.note)")
    let targets = Set(calibration.compactMap(\.observation.target).map { "\(Int($0.x)) \(Int($0.y))" })
    expect(targets.count == 9 && targets.contains("195 422"), "nine places, the middle one in the middle")
    expect(calibration.allSatisfy { $0.observation.intent == nil }, "no intents while there are dots")
    let poses = Set(calibration.filter { $0.observation.target != nil }.map { $0.observation.frame.face[14] })
    expect(poses == [-0.25, -0.35, -0.45], "three distances")
    expect(calibration.allSatisfy { $0.observation.frame.camera == .identity }, "the portrait view's pose")

    let page = try record(.page, take)
    expect(page.allSatisfy { $0.observation.target == nil }, "no dots on the page")
    let wishes = page.compactMap(\.observation.intent)
    expect(wishes.count { $0 == .down } > 1000 && wishes.count { $0 == .up } > 300, "intents from the buttons")
    expect(furthest > 1000, "the page scrolls while a button is held")
    expect(take.files.count == 2, "both recordings are listed")

    let dots = Set(try record(.fivePoints, take).compactMap(\.observation.target).map { "\(Int($0.x)) \(Int($0.y))" })
    expect(dots.count == 5 && take.note.contains("profile"), "five dots; without a profile it says so: \(take.note)")

    guard failures.isEmpty else {
      print(failures.joined(separator: "\n"))
      exit(1)
    }
    print("the app's: \(checks)")
  }

  private static var furthest = 0.0

  /// Does everything that the app asks for until the take is done, and reads the file.
  private static func record(_ plan: CalibrationPlan, _ take: Take) throws -> [RecordedFrame] {
    // Names of recordings contain the time in whole seconds.
    while take.files.contains(where: {
      $0.lastPathComponent == Date().formatted(.iso8601.timeSeparator(.omitted)) + ".jsonl"
    }) {
      Thread.sleep(forTimeInterval: 0.1)
    }
    let before = Set(take.files)
    take.begin(plan, size: CGSize(width: 390, height: 844))
    for _ in 0..<200 where take.state != .running { RunLoop.main.run(until: Date().addingTimeInterval(0.01)) }
    expect(take.state == .running, "it runs")
    guard let session = ARSession.last else { return [] }
    var (distance, fed) = (0.3, 0)
    while let step = take.step, fed < 60 * 600 {
      switch step.prompt {
      case .comeCloser(let to, _), .goFurther(let to, _): distance = to
      case .scrollDown: take.wish = .down
      case .scrollUp: take.wish = .up
      default: take.wish = .none
      }
      session.delegate?.session(session, didUpdate: PosedFrame(Double(fed) / 60, distance: distance))
      furthest = max(furthest, take.page.offset)
      fed += 1
      if fed == 100 { try leave(take, frames: fed) }
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
    NotificationCenter.default.post(name: UIApplication.didEnterBackgroundNotification, object: nil)
    expect(take.state == .background, "it pauses in the background")
    let folder = FileManager.default.urls(for: .documentDirectory, in: .userDomainMask)[0].appending(path: "takes")
    let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
    let newest = files.max { $0.path < $1.path }
    expect(try newest.map { try read($0).count } == frames, "in the background every frame is in the file")
    NotificationCenter.default.post(name: UIApplication.willEnterForegroundNotification, object: nil)
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
