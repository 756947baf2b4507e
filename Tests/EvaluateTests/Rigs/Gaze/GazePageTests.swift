import Documents
import Foundation
import GazeMetrics
import GazePipeline
import GazeRecording
import GazeSimulation
import GazeTesting
import TestSupport
import Testing

@testable import Evaluate

@Suite struct GazePageTests {
  private func evaluation(
    _ scenarios: [GazeScenario] = [.validation, .reading], participants: Int = 4, duration: Double = 20
  ) async throws -> Report<GazeRig> {
    var run = try Run.mini(scenarios, participants: participants, duration: duration)
    run.recordsTraces = true
    return try await run.evaluation(
      limits: [.most(medianError, 5000)], jobs: 2)
  }

  @Test("without a page nothing is kept, and with a page the figures are the same")
  func figures() async throws {
    var run = try Run.mini([.validation, .reading], participants: 3, duration: 10)
    let plain = try await run.evaluation()
    #expect(plain.replay == nil && plain.findings.front == nil)
    run.recordsTraces = true
    var kept = try await run.evaluation(jobs: 1)
    #expect(try await kept.html == run.evaluation(jobs: 3).html, "the same on any number of cores")
    #expect(kept.replay?.people.count == 3 && kept.findings.front?.isEmpty == false)
    kept.findings.replay = nil
    kept.findings.front = nil
    #expect(try jsonText(kept) == jsonText(plain))
  }

  @Test("the kept data are the true ones: gaze, pointer, time and pose of every fifth frame, to rounding")
  func tracks() async throws {
    var run = try Run.mini(participants: 2, duration: 10)
    run.recordsTraces = true
    let evaluation = try await run.evaluation()
    let tracks = try #require(evaluation.replay)
    let take = try #require(tracks.people[1].takes.first)
    func column(_ name: String) throws -> [Int32] {
      let text = try #require(take.columns[name])
      let values = try #require(DeltaText.decoded(text))
      #expect(values.count == take.samples, "\(name)")
      return values
    }
    let frames = Array(run.simulation.frames(participant: 1))
    let kept = stride(from: 0, to: frames.count, by: tracks.keepsEvery).map { frames[$0] }
    #expect(tracks.keepsEvery == 5 && take.samples == kept.count)
    var pipeline = run.personalPipeline(1)
    let pointers = frames.map { pipeline.step($0.observation.frame).pointer }
    let (x, y, pointer) = (try column("gazeX"), try column("gazeY"), try column("x0"))
    let (time, depth, flags) = (try column("time"), try column("faceZ"), try column("flags"))
    let (left, above) = (try column("left"), try column("rightAbove"))
    let (lookL, lookR) = (try column("lookL"), try column("lookR"))
    let (offX, offY) = (try column("offRX"), try column("offRY"))
    var seen = 0
    for (index, frame) in kept.enumerated() {
      let elapsed = frame.observation.frame.time - frames[0].observation.frame.time
      let nominal = Double(index * tracks.keepsEvery) / tracks.frameRate
      #expect(abs(nominal + Double(time[index]) / 1000 - elapsed) <= 0.0006)
      if let gaze = frame.truth?.gaze {
        #expect(abs(gaze.x - Double(x[index])) <= 0.51 && abs(gaze.y - Double(y[index])) <= 0.51)
      }
      if let shown = pointers[index * tracks.keepsEvery] { #expect(abs(shown.x - Double(pointer[index])) <= 0.51) }
      #expect((flags[index] & 1 == 1) == frame.observation.frame.isTracked)
      if flags[index] & 64 != 0, let face = frame.observation.frame.cameraFromFace {
        #expect(abs(face.translation.z * 1000 - Double(depth[index])) <= 0.51)
        // The right eye's direction as the page computes it, and the article's.
        let sight = try #require(LineOfSight(frame.observation.frame, axes: .camera)?.right)
        let yaw = Double(lookL[index] + lookR[index]) / 2
        let pitch = atan(tan(Double(left[index] + above[index]) / 5 * .pi / 180) * cos(yaw * .pi / 180)) * 180 / .pi
        #expect(
          abs(sight.correct.yaw * 180 / .pi - yaw) <= 0.51 && abs(sight.correct.pitch * 180 / .pi - pitch) <= 0.25)
        #expect(abs((sight.published.yaw - sight.correct.yaw) * 180 / .pi - Double(offX[index])) <= 0.51)
        #expect(abs((sight.published.pitch - sight.correct.pitch) * 180 / .pi - Double(offY[index])) <= 0.51)
        seen += 1
      }
    }
    #expect(seen > 100)
    for name in take.columns.keys { _ = try column(name) }
  }

  @Test("the timeline's intents and scrolls are those that the scores count")
  func timeline() async throws {
    var run = try Run.mini([.reading], participants: 5, duration: 60)
    run.recordsTraces = true
    let e = try await run.evaluation()
    let fine = try #require(e.replay).people.filter { !$0.failing }
    let takes = fine.flatMap(\.takes)
    #expect(takes.flatMap(\.wishes).count == e.scroll.truth && takes.flatMap(\.scrolls).count == e.scroll.detected)
    #expect(takes.flatMap(\.wishes).count(where: \.matched) == e.scroll.truePositives)
    #expect(takes.flatMap(\.scrolls).count { !$0.matched } == e.scroll.falsePositives)
  }

  @Test("the front has every family, marks the filter in force, and shows that smoothing costs lag")
  func front() async throws {
    let evaluation = try await evaluation([.validation], duration: 30)
    let front = try #require(evaluation.findings.front)
    #expect(Set(front.map(\.family)) == Set(Smoothing.Family.allCases.map(\.rawValue)))
    #expect(front.count { $0.isChosen } == 1)
    let means = front.filter { $0.family == "movingAverage" }.map(\.lagMilliseconds)
    #expect(means == means.sorted() && means.count == 5)
    let raw = try #require(front.first { $0.family == "none" })
    // A mean of ten lags by four and a half frames.
    let ten = try #require(front.first { $0.smoothing == "mean of 10" })
    #expect(abs(ten.lagMilliseconds - raw.lagMilliseconds - 75) < 15)
    #expect(ten.jitterDegrees < raw.jitterDegrees)
  }

  @Test("every number is finite, every drawing is one, and nothing is loaded from elsewhere")
  func content() async throws {
    let html = try await evaluation().html
    // The replay's data, whose letters may spell anything, and its script follow.
    let end = try #require(html.range(of: "<script"))
    let body = html[..<end.lowerBound]
    for bad in ["NaN", ">nan", "\"nan", "inf<", "Optional("] { #expect(!body.contains(bad), "\(bad)") }
    for link in ["http://", "https://", "@import", "url(h"] { #expect(!html.contains(link), "\(link)") }
    StandAlonePicture.expectRules(html)
    for svg in html.components(separatedBy: "<svg").dropFirst() {
      #expect(
        svg.hasPrefix(" role=\"img\"") || svg.prefix(300).contains("aria-hidden=\"true\"")
          || svg.prefix(80).contains("role=\"img\""))
    }
  }

  @Test("an evaluation without any figure, and one without targets, give pages with plain sentences")
  func empty() async throws {
    var e = try await evaluation([.reading], participants: 1, duration: 2)
    e.findings.replay = nil
    #expect(e.html.contains("No tracks were kept for a replay") && !e.html.contains("<script"))
  }

  @Test(
    "hostile names are shown as text",
    arguments: [
      "<script>alert(1)</script>", "]]>", "</script><img src=x onerror=alert(1)>", "a\u{2028}b", "\" onload=\"x",
      "a%0Ab",
    ])
  func hostile(_ name: String) async throws {
    var e = try await evaluation(participants: 2, duration: 5)
    e.subject.rename(name)
    for i in e.gates.indices { e.gates[i].metric = name }
    e.findings.replay?.pipelines = [name]
    for i in e.replay?.people.indices ?? 0..<0 {
      for k in e.replay?.people[i].takes.indices ?? 0..<0 { e.findings.replay?.people[i].takes[k].scenario = name }
    }
    let html = e.html
    #expect(html.components(separatedBy: "<script").count == 3 && html.components(separatedBy: "</script").count == 3)
    #expect(!html.contains("<img") && !html.contains("onload=\"x") && !html.contains("\u{2028}"))
  }

  @Test("20 people for 3 minutes of three scenarios each take less than 3 MB", .ends)
  func size() async throws {
    var run = try Run.mini(
      [.validation, .reading, .stare], participants: 20, duration: 180)
    run.recordsTraces = true
    let e = try await run.evaluation()
    let size = e.html.utf8.count
    #expect(size < 3_000_000, "\(size) bytes")
    #expect(e.replay?.people.count == 20 && e.replay?.people.allSatisfy { $0.takes.count == 3 } == true)
    // The tracks of all people are kept in full length.
    #expect(e.replay?.secondsKept ?? 0 > 180)
  }

  @Test("a comparison's page has every pipeline with its interval and source, and all pointers in the replay")
  func comparison() async throws {
    var run = try Run.mini([.validation, .reading], participants: 3, duration: 6)
    run.recordsTraces = true
    let comparison = GazeComparison(
      run, reclines: [20, 40], variants: GazeComparison.variants([.article2021, .virakri, .standard], .published))
    let result = try await GazeComparison.results(of: [comparison], jobs: 2)[0]
    let (rows, tracks) = (result.rows, result.traces)
    #expect(tracks?.pipelines == comparison.variants.map(\.label) && tracks?.people.first?.takes.count == 2)
    let columns = try #require(tracks?.people.first?.takes.first?.columns)
    for index in comparison.variants.indices { #expect(columns["x\(index)"] != nil) }
    var report = GazeComparisonReport(comparison, result)
    let html = report.html
    #expect(html.contains("github.com/virakri") && html.contains("id=\"replay-shown\"") && !html.contains("NaN"))
    let name = "</script><img src=x>\u{2028}<script>"
    (report.device, report.scenario, report.preset, report.reference) = (name, name, name, name)
    for index in report.rows.indices { report.rows[index].label = name }
    report.replay?.pipelines = comparison.variants.map { _ in name }
    #expect(report.html.components(separatedBy: "<script").count == 3 && !report.html.contains("<img"))
    // Without a page the comparison's rows are the same, and no tracks are kept.
    run.recordsTraces = false
    let again = GazeComparison(run, reclines: [20, 40], variants: comparison.variants)
    let plain = try await GazeComparison.results(of: [again], jobs: 1)[0]
    #expect(plain.traces == nil && plain.rows.map(\.errorPoints) == rows.map(\.errorPoints))
  }
}
