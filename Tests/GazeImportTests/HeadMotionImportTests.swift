import Foundation
import GazeImport
import GazePipeline
import GazeRecording
import TestSupport
import Testing

struct HeadMotionImportTests {
  private func read(
    _ text: String, angles: AngleUnit? = nil, time: TimeUnit? = nil, encoding: String.Encoding = .utf8
  ) throws -> HeadMotionImport {
    let scratch = try ScratchFolder()
    try text.write(toFile: scratch("a.csv"), atomically: true, encoding: encoding)
    return try HeadMotionImport(path: scratch("a.csv"), angles: angles, time: time)
  }

  /// A head that turns to and fro; the step jitters by a tenth. With noise, the attitude's error is a wander of 0.5° an
  /// axis and 0.3 s, and the gyro's is white, 0.3°/s, as in the simulator.
  private struct Take {
    var times: [Double] = []
    var attitudes: [UnitQuaternion] = []
    var rates: [SIMD3<Double>] = []

    init(count: Int, seed: UInt64 = 1, rate: Double = 25, start: Double = 0.37, isNoisy: Bool = false) {
      var rng = SeededGenerator(seed: seed)
      var time = start
      // A uniform number from −1 to 1 has the standard deviation 0.58.
      func white(_ sd: Double) -> SIMD3<Double> {
        SIMD3<Double>(
          .random(in: -1...1, using: &rng), .random(in: -1...1, using: &rng), .random(in: -1...1, using: &rng))
          * (sd / 0.58)
      }
      var off = isNoisy ? white(0.5.radians) : .zero
      func attitude(_ t: Double) -> UnitQuaternion {
        HeadAngles(yaw: 0.8 * sin(1.3 * t), pitch: 0.4 * sin(2.1 * t), roll: 0.2 * sin(0.7 * t)).quaternion
      }
      for _ in 0..<count {
        times.append(time)
        attitudes.append(attitude(time) * (UnitQuaternion(rotationVector: off) ?? .identity))
        rates.append((attitude(time - 1e-4).inverse * attitude(time + 1e-4)).rotationVector / 2e-4)
        time += (1 + rng.number(-0.1...0.1)) / rate
        guard isNoisy else { continue }
        let kept = exp(-1 / (rate * 0.3))
        off = off * kept + white(0.5.radians * (1 - kept * kept).squareRoot())
        rates[rates.count - 1] += white(0.3.radians)
      }
    }

    /// A table with a time, the quaternion and, if asked, the gyro's rates.
    func table(_ title: String = "timestamp", hasRates: Bool = false, time: (Int) -> Any) -> String {
      "\(title),qw,qx,qy,qz" + (hasRates ? ",gyroX,gyroY,gyroZ" : "") + "\n"
        + lines { i in
          let (q, w) = (attitudes[i], rates[i])
          return [time(i), q.w, q.x, q.y, q.z] + (hasRates ? [w.x, w.y, w.z] : [])
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
      """
      timestamp,quaternionX,quaternionY,quaternionZ,quaternionW,rotationRateX,rotationRateY,rotationRateZ,\
      userAccelerationX,userAccelerationY,userAccelerationZ
      """,
      """
      Time (s),attitude.quaternion.x,attitude.quaternion.y,attitude.quaternion.z,attitude.quaternion.w,\
      rotationRate.x,rotationRate.y,rotationRate.z,userAcceleration.x,userAcceleration.y,userAcceleration.z
      """,
      """
      seconds_elapsed,quat_x,quat_y,quat_z,quat_w,gyro_x,gyro_y,gyro_z,\
      user_acceleration_x,user_acceleration_y,user_acceleration_z
      """,
      """
      motionTimestamp_sinceReboot(s),\
      motionQuaternionX(R),motionQuaternionY(R),motionQuaternionZ(R),motionQuaternionW(R),\
      motionRotationRateX(rad/s),motionRotationRateY(rad/s),motionRotationRateZ(rad/s),\
      motionUserAccelerationX(G),motionUserAccelerationY(G),motionUserAccelerationZ(G)
      """,
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
      expectNear(found.rate, 25, 2)
      for (i, sample) in found.samples.enumerated() {
        let frame = sample.observation.frame
        expectNear(sample.time, take.times[i] - take.times[0], 1e-9)
        #expect((frame.attitude?.angle(to: take.attitudes[i]) ?? 1) < 1e-9)
        expectNear(frame.sample.rotationRate, take.rates[i], 1e-9)
        expectNear(frame.sample.acceleration, SIMD3(0.1, -0.2, 0.5) * 9.80665, 1e-9)
        #expect(!sample.hasTruth && !sample.observation.isIntentKnown)
      }
    }
  }

  @Test("angles alone give the headphones' quaternion, in degrees or radians, as reported")
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

  @Test("the quaternion distinguishes degrees from radians, and the attitude's turns do so for rates")
  func units() throws {
    let take = Take(count: 200)
    let text =
      "timestamp,roll,pitch,yaw,quaternionX,quaternionY,quaternionZ,quaternionW,"
      + "rotationRateX,rotationRateY,rotationRateZ\n"
      + take.lines { i in
        let (q, w, a) = (take.attitudes[i], take.rates[i] * (180 / .pi), HeadAngles(take.attitudes[i]))
        return [take.times[i], a.roll.degrees, a.pitch.degrees, a.yaw.degrees, q.x, q.y, q.z, q.w, w.x, w.y, w.z]
      }
    let found = try read(text)
    #expect(remark(found, "Rotation rates are deg/s"))
    #expect(remark(found, "degrees: in this unit they agree with the quaternion"))
    #expect(remark(found, "q = Rz(yaw)·Rx(pitch)·Ry(roll), to 0.0°"))
    expectNear(found.samples[20].observation.frame.sample.rotationRate, take.rates[20], 1e-9)
  }

  @Test("whole seconds are rebuilt from gyro and quaternion, increasing, within 25 ms")
  func wholeSeconds() throws {
    let take = Take(count: 1500, seed: 5)
    for offset in [0.0, 1_714_550_000] {
      let found = try read(take.table(hasRates: true) { Int(take.times[$0] + offset) })
      #expect(remark(found, "Times are whole seconds: they were rebuilt"))
      #expect(found.samples.count == take.times.count)
      let steps = zip(found.samples.dropFirst(), found.samples).map { $0.time - $1.time }
      #expect(steps.allSatisfy { $0 > 0 })
      // The time of the first sample is known only to one step, so the offset is subtracted.
      let off = zip(found.samples, take.times).map { $0.time - $1 }
      let mean = off.mean
      #expect(off.allSatisfy { abs($0 - mean) < 0.025 }, "\(off.map { abs($0 - mean) }.max() ?? 0)")
      // For some time of the first row, every rebuilt time lies in the whole second that its row states, except within
      // half a step of the change of second.
      let seconds = take.times.map { $0.rounded(.down) }
      let least = zip(seconds, found.samples).map { $0 - $1.time }.max() ?? 0
      let most = zip(seconds, found.samples).map { $0 + 1 - $1.time }.min() ?? 0
      #expect(least <= most + 0.005)
      expectNear(found.rate, 25, 1)
    }
  }

  @Test(
    "the gyro gives a short file's length: n = 24 takes each, within 6 %, mean 2 %",
    arguments: [1.2, 1.5, 1.8, 2.4, 3, 4])
  func shortFiles(_ seconds: Double) throws {
    var (ratios, cut) = ([Double](), 0)
    for seed in 0..<24 {
      let rate = seed % 2 == 0 ? 25.0 : 50
      // The take begins anywhere in its first second.
      let take = Take(
        count: Int(seconds * rate) + 1, seed: UInt64(seed), rate: rate, start: 7 + Double(seed) / 24, isNoisy: true)
      let found = try read(take.table(hasRates: true) { Int(take.times[$0]) })
      let (first, last) = (try #require(take.times.first), try #require(take.times.last))
      let ratio = try #require(found.samples.last).time / (last - first)
      expectNear(ratio, 1, 0.06, "\(rate) Hz, seed \(seed): \(ratio)")
      ratios.append(ratio)
      if Int(last) - Int(first) == 1 { cut += 1 }
    }
    expectNear(ratios.mean, 1, 0.02)
    // If a file spans only parts of two seconds, the gyro alone shows how long these parts are. Of takes that begin
    // anywhere, a share of 2 − length (in seconds) span only two seconds. Each 24th of a second is tried once as the
    // start, so one take may be at the edge.
    if seconds < 2 { #expect(Double(cut) > 24 * (2 - seconds) - 1) }
  }

  @Test("without gyro or movement a short file's rate is assumed, as reported")
  func assumedRate() throws {
    for rate in [25.0, 50] {
      // The take covers 0.9 s and 0.8 s of two seconds.
      let moving = Take(count: Int(1.7 * rate), rate: rate, start: 3.1)
      var still = moving
      still.attitudes = moving.attitudes.map { _ in moving.attitudes[0] }
      still.rates = moving.rates.map { _ in .zero }
      for (take, hasRates) in [(moving, false), (still, true)] {
        let found = try read(take.table(hasRates: hasRates) { Int(take.times[$0]) })
        #expect(remark(found, "assumed, since no second is whole and the head hardly turns"))
        #expect(remark(found, "The rate cannot be measured on these rows: \(Int(rate)) Hz is assumed."))
        expectNear(found.rate / rate, 1, 0.01)
      }
    }
  }

  @Test(
    "nano- and microseconds since boot are no dates, whatever the title",
    arguments: [("timestamp", 1e9, 400.0), ("timestamp (ns)", 1e9, 400.0), ("t_us", 1e6, 400.0), ("ts", 1e9, 2e6)])
  func sinceBoot(_ title: String, _ perSecond: Double, _ start: Double) throws {
    let take = Take(count: 50)
    let found = try read(take.table(title) { Int(((take.times[$0] + start) * perSecond).rounded()) })
    #expect(!remark(found, "since"))
    expectNear(found.samples[49].time, take.times[49] - take.times[0], 1e-5, "\(found.remarks)")
  }

  @Test("small degrees are not radians if too small; a stated unit counts")
  func smallDegrees() throws {
    let rows = (0..<50).map {
      "\(Double($0) * 0.04),\(1.5 + 0.01 * Double($0)),\(3 * sin(Double($0))),\(6 * cos(Double($0)))"
    }
    let text = "timestamp,roll,pitch,yaw\n" + rows.joined(separator: "\n")
    let found = try read(text)
    #expect(remark(found, "pitch 3.0") && remark(found, "read as degrees"))
    #expect((found.samples[0].observation.frame.attitude?.angle ?? 1) < 10.0.radians)
    let stated = try read(text, angles: .radians)
    #expect(remark(stated, "radians, as stated"))
    #expect((stated.samples[0].observation.frame.attitude?.angle ?? 0) > 20.0.radians)
    try expectNear(read(text, time: .milliseconds).samples[49].time, 49 * 0.04e-3, 1e-9)
  }

  @Test("times of day continue after midnight")
  func midnight() throws {
    let take = Take(count: 100)
    let found = try read(
      take.table("time") { i in
        let seconds = (86_398 + 0.04 * Double(i)).truncatingRemainder(dividingBy: 86_400)
        let (h, m) = (Int(seconds) / 3600, Int(seconds) / 60 % 60)
        return "\(h):\(m):\(seconds - Double(h * 3600 + m * 60))"
      })
    #expect(found.samples.count == 100)
    expectNear(found.samples[99].time, 99 * 0.04, 1e-6)
  }

  @Test("a value that is no time is shown; so are UTF-16 and nonsense")
  func unreadable() throws {
    let q = "1,0,0,0"
    func message(_ text: String, encoding: String.Encoding = .utf8) -> String {
      do {
        let found = try read(text, encoding: encoding)
        return "read \(found.samples.count)"
      } catch { return "\(error)" }
    }
    let rows = (0..<30).map { "05/01/2024 12:59:\(10 + $0),\(q)" }.joined(separator: "\n")
    let american = message("timestamp,qw,qx,qy,qz\n" + rows)
    #expect(american.contains("05/01/2024 12:59:10") && american.contains("2024-05-01T10:00:00.125Z"), "\(american)")
    let good = (0..<30).map { "\(Double($0) * 0.04),\(q)" }.joined(separator: "\n")
    #expect(message("timestamp,qw,qx,qy,qz\n" + good, encoding: .utf16).contains("UTF-16"))
    #expect(message("timestamp,qw,qx,qy,qz\n" + good + "\n1e300,\(q)") == "read 30")
    let quoted = (0..<30).map { "\"0,\(100 + 4 * $0)\",\"1,0\",0,0,0" }.joined(separator: "\n")
    #expect(message("timestamp,qw,qx,qy,qz\n" + quoted) == "read 30")
  }

  @Test("dates and milliseconds since 1970 are recognised and reported")
  func clocks() throws {
    let take = Take(count: 50)
    let milliseconds = try read(take.table { 1_714_550_000_000 + Int((take.times[$0] * 1000).rounded()) })
    #expect(remark(milliseconds, "milliseconds since 1970"))
    expectNear(milliseconds.samples[49].time, take.times[49] - take.times[0], 2e-3)
    let dates = try read(
      take.table {
        let ms = Int((take.times[$0] * 1000).rounded())
        return "2024-05-01 10:00:\(ms / 1000 < 10 ? "0" : "")\(ms / 1000).\(String(1000 + ms % 1000).dropFirst()) +0000"
      })
    #expect(remark(dates, "dates as text"))
    expectNear(dates.samples[49].time, take.times[49] - take.times[0], 2e-3)
  }

  @Test("zeros, short rows, a cut line, repeated times are counted and reported")
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
    #expect(remark(found, "kept as not connected: 1;") && remark(found, "first is line 3"))
    #expect(remark(found, "more or fewer fields than the titles, left out: 2;"))
    #expect(remark(found, "repeat the time of the row before, left out: 1."))
  }

  @Test("a file that is no headphone table is refused with what was expected")
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
