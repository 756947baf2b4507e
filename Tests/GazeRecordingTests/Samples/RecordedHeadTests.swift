import GazePipeline
import TestSupport
import Testing

@testable import GazeRecording

@Suite("Recorded head samples")
struct RecordedHeadTests {
  private static let width = RecordedHead.fields.reduce(0) { $0 + $1.count }

  private func values(_ change: (inout [Double]) -> Void = { _ in }) -> [Double] {
    var v = [Double](repeating: .nan, count: Self.width)
    (v[0], v[1], v[2], v[3]) = (0.5, -0.5, 0.5, 0.5)
    v[10] = 1
    change(&v)
    return v
  }

  private func fault(_ change: (inout [Double]) -> Void) -> SampleError? {
    do throws(SampleError) {
      _ = try RecordedHead(time: 0, participant: 0, values: values(change))
      return nil
    } catch {
      return error
    }
  }

  @Test("samples read back bit for bit, with and without truth, reference and intent")
  func roundTrip() throws {
    var rng = SeededGenerator(seed: 61)
    for i in 0..<200 {
      let q = HeadAngles(
        yaw: Double.random(in: -3...3, using: &rng), pitch: Double.random(in: -1...1, using: &rng),
        roll: Double.random(in: -2...2, using: &rng)
      ).quaternion
      let sample = HeadSample(
        time: 0.5, attitude: HeadSample.attitude(q), rotationRate: SIMD3(1, 2, 3), acceleration: SIMD3(4, 5, 6))
      let recorded = RecordedHead(
        .init(
          frame: HeadFrame(sample: sample, isForward: i % 2 == 0, reference: i % 3 == 0 ? q.inverse : nil),
          participant: 2, gesture: i % 5 == 0 ? .shake : nil, isIntentKnown: true),
        truth: i % 2 == 0 ? .init(attitude: q, gesture: .tilt, state: .look) : nil)
      var v = [Double](repeating: 7, count: Self.width)
      recorded.write(to: &v)
      #expect(try RecordedHead(time: 0.5, participant: 2, values: v) == recorded)
    }
  }

  @Test("the fields have a place for every number, with the names of the files")
  func fields() {
    #expect(Self.width == 23)
    #expect(RecordedHead.fields.map(\.key).prefix(4) == ["attitude", "rotationRate", "acceleration", "connected"])
  }

  @Test(
    "an attitude that is missing while connected, zero, partial or of another length is refused, with advice")
  func faults() {
    for (change, words) in [
      ({ v in for i in 0...3 { v[i] = .nan } }, "missing while the headphones are connected"),
      ({ v in for i in 0...3 { v[i] = 0 } }, "a quaternion of zeros"),
      ({ v in v[2] = .nan }, "has 3 of 4 numbers"),
      ({ v in v[0] = 2 }, "expected w, x, y, z of length 1"),
    ] as [((inout [Double]) -> Void, String)] {
      let found = fault(change)
      #expect(found?.field == "attitude")
      #expect(found?.message.contains(words) == true, "\(found?.message ?? "no fault")")
    }
    #expect(fault { v in for i in 11...14 { v[i] = 0 } }?.field == "reference")
    #expect(fault { v in for i in 17...20 { v[i] = 0 } }?.field == "truth.attitude")
  }

  @Test("a sample of unconnected headphones needs no attitude; headphones are connected by default")
  func disconnected() throws {
    let none = try RecordedHead(
      time: 1, participant: 0,
      values: values { v in
        for i in 0...3 { v[i] = .nan }
        v[10] = 0
      })
    #expect(none.observation.frame.attitude == nil)
    let silent = try RecordedHead(time: 1, participant: 0, values: values { $0[10] = .nan })
    #expect(silent.observation.frame.isConnected && silent.observation.frame.attitude != nil)
  }

  @Test("an attitude that an export rounded to three digits is accepted and normalised to length 1")
  func rounded() throws {
    let sample = try RecordedHead(
      time: 1, participant: 0,
      values: values { v in (v[0], v[1], v[2], v[3]) = (0.924, 0.383, 0, 0.003) })
    #expect(sample.observation.frame.attitude != nil)
  }
}
