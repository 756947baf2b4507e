import Foundation
import GazePipeline
import TestSupport
import Testing

struct HeadGesturesTests {
  /// Two seconds of rest, a gesture, two seconds of rest, at 25 Hz.
  private func told(
    _ kind: HeadGesture?, size: Double, rate: Double, at hertz: Double = 25
  ) -> [HeadGesture] {
    var detector = HeadGestures()
    let duration = (kind == .tilt ? 1 : 2) / rate
    var found: [HeadGesture] = []
    for i in 0..<Int((4 + duration) * hertz) {
      let time = Double(i) / hertz
      var angles = HeadAngles(yaw: 0.2, pitch: -0.1, roll: 0)
      let phase = 2 * .pi * rate * (time - 2)
      if time > 2, time < 2 + duration {
        switch kind {
        case .nod: angles.pitch -= size / 2 * (1 - cos(phase))
        case .shake: angles.yaw += size / 2 * sin(phase)
        case .tilt: angles.roll += size / 2 * (1 - cos(phase))
        case nil: break
        }
      }
      if let gesture = detector.step(angles.quaternion, at: time) { found.append(gesture) }
    }
    return found
  }

  @Test("each gesture is reported once, as its kind: 0.4 to 1.5 Hz, 15 to 40°, 25 and 50 Hz")
  func each() {
    for kind in HeadGesture.allCases {
      for rate in [0.4, 0.8, 1.5] {
        for size in [15.0, 25, 40] {
          for hertz in [25.0, 50] {
            #expect(
              told(kind, size: size.radians, rate: rate, at: hertz) == [kind], "\(kind) \(rate) Hz \(size)° \(hertz)")
          }
        }
      }
    }
  }

  @Test("a head at rest, a small movement and a turn that stays are not gestures")
  func none() {
    #expect(told(nil, size: 0, rate: 1).isEmpty)
    #expect(told(.nod, size: 4.0.radians, rate: 1).isEmpty)
    var detector = HeadGestures()
    for i in 0..<250 {
      let time = Double(i) / 25
      let yaw = time < 2 ? 0 : time < 2.5 ? (time - 2) * 1.2 : 0.6
      #expect(detector.step(.aboutZ(yaw), at: time) == nil)
    }
  }

  @Test("one turn aside and back is a shake, unless of 55° or held half a second")
  func shakeOnce() {
    func told(_ size: Double, stay: Double) -> [HeadGesture] {
      var (detector, found) = (HeadGestures(), [HeadGesture]())
      for i in 0..<200 {
        let time = Double(i) / 25 - 2
        // A minimum-jerk turn of 0.6 s, a pause at its end, and a turn back.
        func way(_ time: Double) -> Double {
          let s = min(max(time / 0.6, 0), 1)
          return s * s * s * (10 + s * (6 * s - 15))
        }
        let yaw = size.radians * (way(time) - way(time - 0.6 - stay))
        if let gesture = detector.step(.aboutZ(yaw), at: time) { found.append(gesture) }
      }
      return found
    }
    for size in [15.0, 25, 40] {
      #expect(told(size, stay: 0) == [.shake], "\(size)°")
      #expect(told(size, stay: 0.5).isEmpty, "\(size)°")
    }
    #expect(told(55, stay: 0).isEmpty)
  }

  @Test("a shake across ±180° is detected")
  func seam() {
    var detector = HeadGestures()
    var found: [HeadGesture] = []
    for i in 0..<200 {
      let time = Double(i) / 25
      let swing = time > 2 && time < 4 ? 0.2 * sin(2 * .pi * (time - 2)) : 0
      if let gesture = detector.step(.aboutZ(.pi + swing), at: time) { found.append(gesture) }
    }
    #expect(found == [.shake])
  }
}

struct YawDriftTests {
  @Test("offset and rate are estimated from returns, and extrapolated between them")
  func learns() {
    var drift = YawDrift()
    drift.start(at: 0, noise: 0.01)
    let rate = 1.0.radians / 60
    for minute in 1...10 {
      drift.advance(to: Double(minute) * 60)
      drift.see(rate * Double(minute) * 60, noise: 0.5.radians)
    }
    // If the yaw also walks by 1°/√min, ten minutes determine the drift's rate to 1/√10 °/min; together with the rate's
    // prior of 0 ± 0.5 °/min, the estimate is 10/(10 + 4) of the true rate.
    #expect((0.66...0.76).contains(drift.rate / rate))
    drift.advance(to: 660)
    expectNear(drift.offset, rate * 660, 0.6.radians)
    #expect(drift.returns == 10)
  }

  @Test("without a return the estimate does not change and the uncertainty grows")
  func unobservable() {
    var drift = YawDrift()
    drift.start(at: 0, noise: 0.01)
    drift.advance(to: 600)
    #expect(drift.offset == 0 && drift.returns == 0)
    // The uncertainty contains 0.5°/min of the rate over ten minutes, 1°/√min of the walk, and the noise at the start.
    expectNear(drift.uncertainty.degrees, (25.0 + 10 + 0.328).squareRoot(), 0.01)
  }

  @Test("head directions are divided between offset and resting direction by their uncertainties")
  func restOrOffset() {
    var drift = YawDrift()
    drift.advance(to: 0)
    for i in 1...200 {
      drift.advance(to: Double(i) * 4)
      drift.look(20.0.radians)
    }
    // With variances 5² of the offset and 20² of the resting direction, the offset's share is a seventeenth, 1.2°. In
    // 13 minutes both wander, the resting direction more than the offset.
    #expect((0.0...4).contains(drift.offset.degrees), "\(drift.offset.degrees)")
    expectNear((drift.offset + drift.rest).degrees, 20, 1)
  }

  @Test("a new zero is found from the direction before it, at rest or a moment ago")
  func renewed() {
    for gap in [0.0, 60] {
      var drift = YawDrift()
      drift.start(at: 0, noise: 1.0.radians)
      for i in 1...100 {
        drift.advance(to: Double(i) * 4)
        drift.look(15.0.radians)
      }
      let before = drift.offset
      // The head was 30° to the left before the gap, and its yaw is 0 now.
      drift.renew(yaw: 0, after: 30.0.radians, gap: gap)
      if gap == 0 { expectNear(drift.offset.degrees, -30, 1) }
      for i in 101...200 {
        drift.advance(to: Double(i) * 4)
        // The true new zero is 30° to the left of the old one.
        drift.look(-15.0.radians)
      }
      expectNear((drift.offset - before).degrees, -30, 6, "\(gap) s: \((drift.offset - before).degrees)")
      #expect(drift.uncertainty.isFinite)
    }
  }

  @Test("an offset measured across ±180° is taken the short way")
  func wraps() {
    var drift = YawDrift()
    drift.start(at: 0, noise: 10.0.radians)
    drift.see(2 * .pi + 0.1, noise: 0.001)
    expectNear(drift.offset, 0.1, 1e-3)
  }
}
