import GazePipeline
import TestSupport
import Testing

@testable import GazeRecording

struct RecordedBodyTests {
  private func sample(_ keys: String) throws -> RecordedBody {
    let header = headerLine.replacing("\"device\"", with: "\"rig\":\"body\",\"device\"")
    return try read(RecordedBody.self, text: "\(header)\n{\"t\":1.5,\(keys)}\n").samples[0]
  }

  /// A list of numbers, or null, for each coordinate of the joints.
  private func list(_ value: (Int) -> Double?) -> String {
    "[" + (0..<2 * BodyJoint.count).map { value($0).map { "\($0)" } ?? "null" }.joined(separator: ",") + "]"
  }

  @Test("joints, marks and truth are in the order of the joints; null means unknown")
  func places() throws {
    // This sample lacks the ears, which older systems do not track; it has a mark and a truth.
    let joints = list { $0 < 34 ? 0.1 + 0.02 * Double($0) : nil }
    let shown = list { $0 == 8 ? 120.5 : $0 == 9 ? 300.25 : nil }
    let seen = (0..<BodyJoint.count).map { $0 % 3 == 0 ? "0" : "1" }.joined(separator: ",")
    let truth = "{\"joints\":\(list { Double($0) }),\"seen\":[\(seen)],\"state\":\"walk\"}"
    let sample = try sample("\"joints\":\(joints),\"shown\":\(shown),\"truth\":\(truth)")
    #expect(sample.time == 1.5 && sample.hasTruth && sample.truth?.state == .walk)
    #expect(sample.observation.skeleton.joints.count == 17 && sample.observation.skeleton.isTracked)
    #expect(sample.observation.shown[.rightHand] == SIMD2(120.5, 300.25))
    #expect(sample.truth?.seen.contains(.head) == false && sample.truth?.seen.contains(.neck) == true)
    var numbers = [Double](repeating: 7, count: RecordedBody.fields.reduce(0) { $0 + $1.count })
    sample.write(to: &numbers)
    #expect(numbers[0] == 0.1 && numbers[37].isNaN && numbers.last == 0)
  }

  @Test("a take has no truth; without joints the body is untracked")
  func unknown() throws {
    #expect(try !sample("\"joints\":\(list { _ in 0.5 })").hasTruth)
    let none = try sample("\"joints\":\(list { _ in nil })").observation.skeleton
    #expect(!none.isTracked && none.joints.count == 0)
  }

  @Test("an unknown joint is an error that names the most similar ones")
  func unknownJoint() throws {
    #expect(try BodyJoint.named("left_upLeg_joint") == .leftUpLeg)
    let error = message { _ = try BodyPoints(named: ["root": SIMD2(0.5, 0.5), "left_hand": SIMD2(0.1, 0.2)]) }
    #expect(error?.hasPrefix("unknown joint \"left_hand\": did you mean \"left_hand_joint\"") == true, "\(error ?? "")")
    let points = try BodyPoints(named: ["root": SIMD2(0.5, 0.25), "head_joint": SIMD2(.nan, 0.2)])
    #expect(points.count == 1 && points[.root] == SIMD2(0.5, 0.25))
  }
}
