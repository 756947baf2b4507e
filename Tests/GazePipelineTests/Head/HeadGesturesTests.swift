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
