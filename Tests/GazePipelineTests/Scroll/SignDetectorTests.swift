import Foundation
import TestSupport
import Testing

@testable import GazePipeline

/// Exports of Live Link Face: one coefficient a column.
private let takes = sharedData.appending(path: "livelink")

struct SignDetectorTests {
  /// The number of times that the detector turns on in a signal at 60 Hz.
  private func count(_ detector: inout SignDetector, seconds: Double, _ level: (Double) -> Double) -> Int {
    count(&detector, (0..<Int(seconds * 60)).map { level(Double($0) / 60) })
  }

  private func count(_ detector: inout SignDetector, _ levels: [Double], rate: Double = 60) -> Int {
    levels.count { level in
      let wasOn = detector.isOn
      detector.step(level, elapsed: 1 / rate)
      return detector.isOn && !wasOn
    }
  }

  @Test("the rest follows a drift of 0.1, so a raise counts throughout")
  func drift() {
    var detector = SignDetector(.brows)
    #expect(count(&detector, seconds: 30) { _ in 0.1 } == 0)
    #expect(count(&detector, seconds: 1) { _ in 0.65 } == 1)
    #expect(count(&detector, seconds: 30) { 0.1 + $0 / 300 } == 0)
    // The drift has raised the rest by 0.1: 0.65 is less than 0.5 above it.
    #expect(count(&detector, seconds: 15) { _ in 0.2 } == 0)
    #expect(count(&detector, seconds: 1) { _ in 0.65 } == 0)
    #expect(count(&detector, seconds: 1) { _ in 0.2 } == 0)
    #expect(count(&detector, seconds: 1) { _ in 0.75 } == 1)
  }

  @Test("a sign held 9 s is no rest; one held a minute is")
  func held() {
    var detector = SignDetector(.brows)
    _ = count(&detector, seconds: 20) { _ in 0.1 }
    #expect(count(&detector, seconds: 9) { _ in 0.9 } == 1)
    #expect(detector.isOn)
    expectNear(detector.rise, 0.8, 0.01)
    #expect(count(&detector, seconds: 1) { _ in 0.1 } == 0 && !detector.isOn)
    #expect(count(&detector, seconds: 1) { _ in 0.9 } == 1)
    _ = count(&detector, seconds: 60) { _ in 0.9 }
    #expect(!detector.isOn && abs(detector.rise) < 0.01)
  }

  @Test("raises of 2 s with pauses of 1 s for five minutes are all detected")
  func repeated() {
    var detector = SignDetector(.brows)
    _ = count(&detector, seconds: 5) { _ in 0.1 }
    #expect(count(&detector, seconds: 300) { $0.truncatingRemainder(dividingBy: 3) < 2 ? 0.9 : 0.1 } == 100)
  }

  @Test("a sign on at first, or after a loss, counts after it ended")
  func unseenRise() {
    var detector = SignDetector(.brows)
    #expect(count(&detector, seconds: 2) { _ in 0.9 } == 0)
    var other = SignDetector(.brows)
    _ = count(&other, seconds: 20) { _ in 0.1 }
    other.forget()
    #expect(count(&other, seconds: 2) { _ in 0.9 } == 0)
    #expect(count(&other, seconds: 1) { _ in 0.1 } == 0)
    #expect(count(&other, seconds: 2) { _ in 0.9 } == 1)
  }

  @Test("levels and times that are not finite change nothing")
  func notFinite() {
    var detector = SignDetector(.brows)
    _ = count(&detector, seconds: 2) { _ in 0.1 }
    let before = detector
    for bad in [Double.nan, .infinity, -.infinity] {
      detector.step(bad, elapsed: 0.1)
      detector.step(0.9, elapsed: bad)
    }
    #expect(detector == before)
  }

  /// Rest and levels of people, from public ARKit recordings (206 s, without two range-of-motion takes). Assumed are
  /// those of the smile, those of the mouth to the right (as to the left), and the spontaneous level of pucker: speech
  /// reaches 0.75.
  struct Person: Sendable, CustomTestStringConvertible {
    var sign: FacialSign
    var rest: Double
    var peak: Double
    /// Largest level that was not deliberate.
    var spontaneous: Double
    var least: Double
    var testDescription: String { sign.name }
  }

  static let people = [
    Person(sign: .brows, rest: 0.1, peak: 0.97, spontaneous: 0.52, least: 0.98),
    Person(sign: .mouthPucker, rest: 0.045, peak: 0.67, spontaneous: 0.45, least: 0.93),
    Person(sign: .cheekPuff, rest: 0.025, peak: 0.32, spontaneous: 0.16, least: 0.93),
    Person(sign: .mouthLeft, rest: 0.01, peak: 0.74, spontaneous: 0.34, least: 0.95),
    Person(sign: .mouthRight, rest: 0.01, peak: 0.74, spontaneous: 0.34, least: 0.95),
    Person(sign: .smile, rest: 0.02, peak: 0.85, spontaneous: 0.4, least: 0.98),
  ]

  /// Rates of hits and false alarms with rest + noise + peaks: n = 1,000 deliberate and 1,000 spontaneous peaks for
  /// each sign, seed 11. Peaks last 0.8 s, with 0.1 s of rise and fall; the SD of their height is 14 % (spontaneous
  /// 5 %), that of the noise 0.01; the rest drifts by 0.05; all assumed. Found: hits 993 (brows), 954 (pucker), 955
  /// (puff), 969 (left), 993 (smile); false alarms 15 for pucker, else 0. Bounds: hits at least `least`, false alarms
  /// at most 3 %. Speech, which puckers the lips as far as a sign does, is not among the spontaneous peaks.
  @Test("deliberate peaks are hits, spontaneous ones are not", arguments: people)
  func rates(person: Person) {
    var random = SeededGenerator(seed: 11)
    var detector = SignDetector(person.sign)
    var (hits, alarms) = (0, 0)
    for trial in 0..<2000 {
      let isDeliberate = trial % 2 == 0
      let mean = isDeliberate ? person.peak : person.spontaneous
      let height = mean * (1 + (isDeliberate ? 0.14 : 0.05) * random.normal()) - person.rest
      let detected = count(&detector, seconds: 4) { time in
        let shape = min(max(min(time - 2, 2.8 - time) / 0.1, 0), 1)
        let drift = 0.05 * sin(Double(trial) / 20)
        return min(max(person.rest + drift + shape * height + 0.01 * random.normal(), 0), 1)
      }
      if isDeliberate { hits += min(detected, 1) } else { alarms += min(detected, 1) }
    }
    #expect(Double(hits) / 1000 >= person.least, "\(hits) hits of 1,000")
    #expect(Double(alarms) / 1000 <= 0.03, "\(alarms) false alarms of 1,000")
  }

  @Test(
    "recordings: one deliberate raise in one person's 3 s, none in another's 64 s",
    .enabled(if: FileManager.default.fileExists(atPath: takes.path), "needs ../shared/data/livelink"),
    arguments: [("alexdjulin_facial.csv", 30.0, 1913, 0), ("thinkbiq_dao_decoded.csv", 60, 180, 1)])
  func recordings(name: String, rate: Double, rows: Int, expected: Int) throws {
    let lines = try String(contentsOf: takes.appending(path: name), encoding: .utf8).split(whereSeparator: \.isNewline)
    let column = try #require(lines[0].split(separator: ",").firstIndex(of: "BrowInnerUp"))
    var detector = SignDetector(.brows)
    let levels = lines.dropFirst().compactMap { line in
      let fields = line.split(separator: ",", omittingEmptySubsequences: false)
      return fields.count > column ? Double(fields[column]) : nil
    }
    #expect(levels.count == rows)
    #expect(count(&detector, levels, rate: rate) == expected)
  }
}
