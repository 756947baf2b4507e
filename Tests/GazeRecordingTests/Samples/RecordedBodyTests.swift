import GazePipeline
import Testing

@testable import GazeRecording

@Suite struct RecordedBodyTests {
  private static let count = RecordedBody.fields.reduce(0) { $0 + $1.count }

  private static func place(_ key: String) throws -> Int {
    let index = try #require(RecordedBody.fields.firstIndex { $0.key == key })
    return RecordedBody.fields.prefix(index).reduce(0) { $0 + $1.count }
  }

  /// The numbers of a valid sample, NaN if unknown.
  private static func values() throws -> [Double] {
    var values = [Double](repeating: .nan, count: count)
    for k in 0..<38 { values[k] = 0.1 + 0.02 * Double(k) }
    values[try place("tracked")] = 1
    return values
  }

  @Test("numbers are stored and read back, NaN for unknown ones")
  func roundTrip() throws {
    var values = try Self.values()
    // This sample lacks the ears, which older systems do not track; it has a mark and a truth.
    for k in 34..<38 { values[k] = .nan }
    let (shown, truth) = (try Self.place("shown"), try Self.place("truth.joints"))
    (values[shown + 8], values[shown + 9]) = (120.5, 300.25)
    for k in 0..<38 { values[truth + k] = Double(k) }
    for k in 0..<19 { values[try Self.place("truth.seen") + k] = k % 3 == 0 ? 0 : 1 }
    values[try Self.place("truth.state")] = 2
    let sample = try RecordedBody(time: 1.5, participant: 3, values: values)
    #expect(sample.time == 1.5 && sample.participant == 3 && sample.hasTruth)
    #expect(sample.observation.skeleton.joints.count == 17)
    #expect(sample.observation.shown[.rightHand] == SIMD2(120.5, 300.25))
    #expect(sample.truth?.state == .stand)
    #expect(sample.truth?.seen.contains(.head) == false && sample.truth?.seen.contains(.neck) == true)
    var written = [Double](repeating: 7, count: Self.count)
    sample.write(to: &written)
    for (a, b) in zip(values, written) { #expect(a == b || a.isNaN && b.isNaN) }
    #expect(try RecordedBody(time: 1.5, participant: 3, values: written) == sample)
  }

  @Test("a take has no truth; if all joints are unknown, the body is untracked by default")
  func unknown() throws {
    var values = try Self.values()
    #expect(try RecordedBody(time: 0, participant: 0, values: values).hasTruth == false)
    values[try Self.place("tracked")] = .nan
    #expect(try RecordedBody(time: 0, participant: 0, values: values).observation.skeleton.isTracked)
    for k in 0..<38 { values[k] = .nan }
    let sample = try RecordedBody(time: 0, participant: 0, values: values)
    #expect(!sample.observation.skeleton.isTracked && sample.observation.skeleton.joints.count == 0)
  }

  @Test(
    "pixels for landmarks, half a joint and points that no view has are refused, by joint and with advice")
  func faults() throws {
    func fault(_ place: Int, _ value: Double) throws -> SampleError? {
      var values = try Self.values()
      values[place] = value
      do {
        _ = try RecordedBody(time: 0, participant: 0, values: values)
        return nil
      } catch { return error }
    }
    let pixels = try #require(try fault(8, 960))
    #expect(pixels.field == "joints")
    #expect(pixels.message.contains("right_hand_joint") && pixels.message.contains("960"))
    #expect(pixels.message.contains("divide pixels by the image's width and height"))
    #expect(try fault(8, 9.5) == nil)
    #expect(try #require(try fault(9, .nan)).message.contains("one coordinate"))
    #expect(try #require(try fault(0, .infinity)).field == "joints")
    #expect(try #require(try fault(try Self.place("shown"), 5)).message.contains("one coordinate"))
    var values = try Self.values()
    let shown = try Self.place("shown")
    (values[shown], values[shown + 1]) = (1e7, 3)
    #expect(throws: SampleError.self) { try RecordedBody(time: 0, participant: 0, values: values) }
  }

  @Test("an unknown joint is an error that names the most similar ones")
  func unknownJoint() throws {
    #expect(try BodyJoint.named("left_upLeg_joint") == .leftUpLeg)
    do {
      _ = try BodyPoints(named: ["root": SIMD2(0.5, 0.5), "left_hand": SIMD2(0.1, 0.2)])
      Issue.record("no error")
    } catch {
      #expect(error.kind == "joint" && error.name == "left_hand")
      #expect(error.suggestions.contains("left_hand_joint"), "\(error)")
    }
    let points = try BodyPoints(named: ["root": SIMD2(0.5, 0.25), "head_joint": SIMD2(.nan, 0.2)])
    #expect(points.count == 1 && points[.root] == SIMD2(0.5, 0.25))
  }
}
