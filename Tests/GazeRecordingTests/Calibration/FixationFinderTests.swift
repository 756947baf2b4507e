import CalibrationSupport
import GazePipeline
import TestSupport
import Testing

@testable import GazeRecording

struct FixationFinderTests {
  let session = SyntheticSession()

  /// 60 frames a second with one target after another.
  private func frames(_ targets: [SIMD2<Double>] = [SIMD2(100, 100)], seconds: Double = 2) -> [RecordedFrame
    .Observation]
  {
    session.observations(poses: [SyntheticPose()], targets: targets, seconds: seconds)
  }

  private func find(_ frames: [RecordedFrame.Observation]) -> (fixations: [Fixation], tally: FixationFinder.Tally) {
    FixationFinder.fixations(in: frames)
  }

  @Test("each target gives a fixation after settling, of at most 64 spread samples")
  func plain() {
    let (fixations, tally) = find(frames([SIMD2(100, 100), SIMD2(200, 300), SIMD2(100, 100)], seconds: 5))
    #expect(fixations.map(\.target) == [SIMD2(100, 100), SIMD2(200, 300), SIMD2(100, 100)])
    expectNear(fixations[1].start, 5.6, 0.02)
    // 36 frames each, one more if 0.6 s rounds up.
    #expect((108...111).contains(tally.settling))
    #expect(tally.frames == 900)
    for fixation in fixations { #expect((33...64).contains(fixation.samples.count)) }
  }

  @Test("thinned samples are evenly spread for any number of samples")
  func thinning() {
    for count in [1, 63, 64, 65, 127, 128, 129, 1000, 4097] {
      var samples = ThinnedSamples()
      for i in 0..<count {
        samples.offer(
          .init(cameraFromFace: .identity, origin: .zero, reported: GazeAngles(yaw: Double(i), pitch: 0)))
      }
      let kept = samples.kept.map(\.reported.yaw)
      #expect(samples.offered == count)
      #expect(kept.count <= 64 && kept.count >= min(count, 32))
      let steps = Set(zip(kept, kept.dropFirst()).map { $1 - $0 })
      #expect(steps.count <= 1, "\(count): steps \(steps)")
      #expect(Double(count) - (kept.last ?? 0) <= (steps.first ?? 1))
    }
  }

  @Test("lost frames, blinks, 0.1 s after them, and repeated poses are counted out")
  func leftOut() {
    var lost = frames()
    for i in 60..<70 { lost[i].frame.isTracked = false }
    #expect(find(lost).tally.lost == 10)
    #expect(find(lost).fixations.count == 1)

    var blink = frames()
    for i in 60..<70 { blink[i].frame.blink = SIMD2(0.9, 0.8) }
    // Ten closed frames and the six within 0.1 s after the last one.
    #expect((15...16).contains(find(blink).tally.blinking))

    var repeated = frames()
    for i in stride(from: 61, to: 101, by: 2) {
      let time = repeated[i].frame.time
      repeated[i] = repeated[i - 1]
      repeated[i].frame.time = time
    }
    #expect(find(repeated).tally.duplicates == 20)
  }

  @Test("a gap in time ends a fixation and the next one settles again")
  func gap() {
    var late = frames(seconds: 4)
    for i in 120..<240 { late[i].frame.time += 1 }
    let (fixations, tally) = find(late)
    #expect(fixations.count == 2)
    #expect((72...74).contains(tally.settling))
    // A quarter of a second is not a gap.
    for i in 120..<240 { late[i].frame.time -= 0.8 }
    #expect(find(late).fixations.count == 1)
  }

  @Test("an outlier is cut, a drift is not")
  func outliers() {
    var frames = frames()
    let away = session.frame(SIMD2(300, 700), SyntheticPose(), at: 0, wobble: .zero)
    frames[90].frame.leftEye = away.leftEye
    frames[90].frame.rightEye = away.rightEye
    #expect(find(frames).tally.outliers <= 1)
    let kept = find(frames).fixations[0].samples.map(\.reported.pitch)
    #expect(kept.max()! - kept.min()! < 2.radians)

    var samples = ThinnedSamples()
    for i in 0..<64 {
      samples.offer(
        .init(
          cameraFromFace: .identity, origin: .zero, reported: GazeAngles(yaw: Double(i) * 0.01, pitch: i == 7 ? 1 : 0)))
    }
    #expect(samples.removeOutliers(beyond: 5) == 1)
    #expect(samples.kept.count == 63)
  }

  @Test("a fixation that is too short is dropped and counted")
  func tooShort() {
    let (fixations, tally) = find(frames(seconds: 0.7))
    #expect(fixations.isEmpty)
    #expect(tally.dropped == 1)
  }

  @Test("people may take turns frame by frame")
  func interleaved() {
    let first = frames()
    let second = first.map { observation in
      var other = observation
      other.participant = 7
      return other
    }
    let (fixations, _) = find(zip(first, second).flatMap { [$0, $1] })
    #expect(fixations.map(\.participant) == [0, 7])
    #expect(fixations[0].samples == fixations[1].samples)
  }

  @Test("hostile frames neither crash nor become part of a fixation")
  func hostile() {
    var frames = frames()
    frames[50].frame.time = .nan
    frames[51].frame.time = .infinity
    frames[52].frame.face.columns.0.x = .nan
    frames[53].frame.leftEye.columns.3.y = .infinity
    frames[54].target = SIMD2(.nan, 1)
    frames[70].frame.blink = SIMD2(.nan, .nan)
    frames[71].participant = .min
    frames[72].frame.time = -1e300
    frames[73].frame.time = 1e300
    // The face is in front of the screen.
    frames[80].frame.face.columns.3 = SIMD4(0, 0, 5, 1)
    let (fixations, tally) = find(frames)
    #expect(tally.frames == 120)
    #expect(tally.unusable >= 3)
    for sample in fixations.flatMap(\.samples) {
      #expect(sample.reported.yaw.isFinite && sample.reported.pitch.isFinite && sample.distance > 0)
    }
    #expect(find([]).fixations.isEmpty)
  }
}
