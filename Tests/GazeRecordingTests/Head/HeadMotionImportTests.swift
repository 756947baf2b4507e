import Foundation
import GazePipeline
import GazeRecording
import Testing

@Suite("Import of headphone motion")
struct HeadMotionImportTests {
  private func read(_ text: String) throws -> HeadMotionImport {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("head-\(UUID().uuidString).csv")
    try text.write(to: url, atomically: true, encoding: .utf8)
    defer { try? FileManager.default.removeItem(at: url) }
    return try HeadMotionImport(path: url.path)
  }

  /// A head that turns to and fro at 25 Hz; the step jitters by a tenth.
  private struct Take {
    var times: [Double] = []
    var attitudes: [Quaternion] = []
    var rates: [SIMD3<Double>] = []

    init(count: Int, seed: UInt64 = 1) {
      var rng = SeededGenerator(seed: seed)
      var time = 0.37
      func attitude(_ t: Double) -> Quaternion {
        HeadAngles(yaw: 0.8 * sin(1.3 * t), pitch: 0.4 * sin(2.1 * t), roll: 0.2 * sin(0.7 * t)).quaternion
      }
      for _ in 0..<count {
        times.append(time)
        attitudes.append(attitude(time))
        rates.append((attitude(time - 1e-4).inverse * attitude(time + 1e-4)).rotationVector / 2e-4)
        time += 0.04 * (1 + Double.random(in: -0.1...0.1, using: &rng))
      }
    }

    func lines(_ row: (Int) -> [Any]) -> String {
      times.indices.map { i in row(i).map { "\($0)" }.joined(separator: ",") }.joined(separator: "\n")
    }
  }

  private func remark(_ found: HeadMotionImport, _ words: String) -> Bool {
    found.remarks.contains { $0.contains(words) }
  }

  @Test("quaternion, rates and acceleration by the titles of several recorders")
  func titles() throws {
    let take = Take(count: 100)
    for titles in [
      "timestamp,quaternionX,quaternionY,quaternionZ,quaternionW,rotationRateX,rotationRateY,rotationRateZ,userAccelerationX,userAccelerationY,userAccelerationZ",
      "Time (s),attitude.quaternion.x,attitude.quaternion.y,attitude.quaternion.z,attitude.quaternion.w,rotationRate.x,rotationRate.y,rotationRate.z,userAcceleration.x,userAcceleration.y,userAcceleration.z",
      "seconds_elapsed,quat_x,quat_y,quat_z,quat_w,gyro_x,gyro_y,gyro_z,user_acceleration_x,user_acceleration_y,user_acceleration_z",
      "motionTimestamp_sinceReboot(s),motionQuaternionX(R),motionQuaternionY(R),motionQuaternionZ(R),motionQuaternionW(R),motionRotationRateX(rad/s),motionRotationRateY(rad/s),motionRotationRateZ(rad/s),motionUserAccelerationX(G),motionUserAccelerationY(G),motionUserAccelerationZ(G)",
      "t,qx,qy,qz,qw,gyroX,gyroY,gyroZ,accX,accY,accZ",
    ] {
      let text =
        titles + "\n"
        + take.lines { i in
          let (q, w) = (take.attitudes[i], take.rates[i])
          return [take.times[i], q.x, q.y, q.z, q.w, w.x, w.y, w.z, 0.1, -0.2, 0.5]
        }
      let found = try read(text)
      #expect(found.samples.count == 100)
      #expect(abs(found.rate - 25) < 2)
      for (i, sample) in found.samples.enumerated() {
        let frame = sample.observation.frame
        #expect(abs(sample.time - (take.times[i] - take.times[0])) < 1e-9)
        #expect((frame.attitude?.angle(to: take.attitudes[i]) ?? 1) < 1e-9)
        #expect((frame.sample.rotationRate - take.rates[i]).length < 1e-9)
        #expect((frame.sample.acceleration - SIMD3(0.1, -0.2, 0.5) * 9.80665).length < 1e-9)
        #expect(!sample.hasTruth && !sample.observation.isIntentKnown)
      }
    }
  }

  @Test("angles alone make the quaternion in the headphones' order, in degrees or radians, and that is said")
  func angles() throws {
    let take = Take(count: 60)
    for (scale, unit) in [(1.0, "radians"), (180 / .pi, "degrees")] {
      let text =
        "timestamp,roll,pitch,yaw\n"
        + take.lines { i in
          let a = HeadAngles(take.attitudes[i])
          return [take.times[i], a.roll * scale, a.pitch * scale, a.yaw * scale]
        }
      let found = try read(text)
      #expect(remark(found, "There is no quaternion") && remark(found, unit))
      for (i, sample) in found.samples.enumerated() {
        #expect((sample.observation.frame.attitude?.angle(to: take.attitudes[i]) ?? 1) < 1e-9)
        #expect(sample.observation.frame.sample.rotationRate.x.isNaN)
      }
    }
  }

  @Test("degrees are told from radians by the quaternion, rates by how far the attitude turns")
  func units() throws {
    let take = Take(count: 200)
    let text =
      "timestamp,roll,pitch,yaw,quaternionX,quaternionY,quaternionZ,quaternionW,rotationRateX,rotationRateY,rotationRateZ\n"
      + take.lines { i in
        let (q, w, a) = (take.attitudes[i], take.rates[i] * (180 / .pi), HeadAngles(take.attitudes[i]))
        return [take.times[i], a.roll.degrees, a.pitch.degrees, a.yaw.degrees, q.x, q.y, q.z, q.w, w.x, w.y, w.z]
      }
    let found = try read(text)
    #expect(remark(found, "Rotation rates are deg/s"))
    #expect(remark(found, "degrees: so they agree with the quaternion"))
    #expect(remark(found, "q = Rz(yaw)·Rx(pitch)·Ry(roll), to 0.0°"))
    #expect((found.samples[20].observation.frame.sample.rotationRate - take.rates[20]).length < 1e-9)
  }

  @Test("whole seconds are rebuilt from gyro and quaternion: they rise, keep their seconds, and are within 20 ms")
  func wholeSeconds() throws {
    let take = Take(count: 1500, seed: 5)
    for offset in [0.0, 1_714_550_000] {
      let text =
        "timestamp,quaternionX,quaternionY,quaternionZ,quaternionW,rotationRateX,rotationRateY,rotationRateZ\n"
        + take.lines { i in
          let (q, w) = (take.attitudes[i], take.rates[i])
          return [Int(take.times[i] + offset), q.x, q.y, q.z, q.w, w.x, w.y, w.z]
        }
      let found = try read(text)
      #expect(remark(found, "Times are whole seconds: they were rebuilt"))
      #expect(found.samples.count == take.times.count)
      let steps = zip(found.samples.dropFirst(), found.samples).map { $0.time - $1.time }
      #expect(steps.allSatisfy { $0 > 0 })
      // The first sample is known to a step, so the offset is taken off.
      let off = zip(found.samples, take.times).map { $0.time - $1 }
      let mean = off.reduce(0, +) / Double(off.count)
      #expect(off.allSatisfy { abs($0 - mean) < 0.03 })
      #expect(abs(found.rate - 25) < 1)
    }
  }

  @Test("dates and milliseconds since 1970 are recognised and said")
  func clocks() throws {
    let take = Take(count: 50)
    func text(_ time: (Int) -> String) -> String {
      "timestamp,qw,qx,qy,qz\n"
        + take.lines { i in
          let q = take.attitudes[i]
          return [time(i), q.w, q.x, q.y, q.z]
        }
    }
    let milliseconds = try read(text { "\(1_714_550_000_000 + Int((take.times[$0] * 1000).rounded()))" })
    #expect(remark(milliseconds, "milliseconds since 1970"))
    #expect(abs(milliseconds.samples[49].time - (take.times[49] - take.times[0])) < 2e-3)
    let dates = try read(
      text {
        let ms = Int((take.times[$0] * 1000).rounded())
        return "2024-05-01 10:00:\(ms / 1000 < 10 ? "0" : "")\(ms / 1000).\(String(1000 + ms % 1000).dropFirst()) +0000"
      })
    #expect(remark(dates, "dates in words"))
    #expect(abs(dates.samples[49].time - (take.times[49] - take.times[0])) < 2e-3)
  }

  @Test("rows of zeros, short rows, a cut last line and repeated times are kept or left out, counted and said")
  func rough() throws {
    let text = """
      timestamp,qw,qx,qy,qz
      0.00,1,0,0,0
      0.04,0,0,0,0
      0.08,1,0,0,0
      0.08,1,0,0,0
      0.12,1,0
      0.16,0.7071,0.7071,0,0
      0.20,1,0,
      """
    let found = try read(text)
    #expect(found.samples.count == 4)
    #expect(!found.samples[1].observation.frame.isConnected)
    #expect(remark(found, "1 rows hold no unit quaternion") && remark(found, "first is line 3"))
    #expect(remark(found, "2 rows have not as many fields"))
    #expect(remark(found, "1 rows repeat the time"))
  }

  @Test("what is no table of headphone motion is refused with what was expected")
  func refused() {
    for (text, words) in [
      ("a,b,c,d\n1,2,3,4\n", "expected a time"),
      ("timestamp,qw,qx,qy,qz\n", "has titles and no rows"),
      ("timestamp,qw,qx,qy,qz\n0,0,0,0,0\n1,0,0,0,0\n", "no row holds an attitude"),
      ("", "expected a time"),
      (
        "timestamp,qw,qx,qy,qz\n"
          + (0..<40).map { "\(Double($0 % 10) * 0.04),1,0,0,0" }.joined(separator: "\n"), "times run back"
      ),
    ] {
      #expect { try read(text) } throws: { "\($0)".contains(words) }
    }
  }
}
