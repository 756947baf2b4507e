import Foundation
import GazePipeline
import GazeRecording
import TestSupport

@testable import Calibrate

/// A synthetic take, made frame by frame; its closures return the motion at a time.
struct TakeBuilder {
  var rate = 60.0
  var seconds = 20.0
  /// Reported cyclopean angles, radians.
  var eye: (Double) -> SIMD2<Double> = { t in SIMD2(0.02 * sin(5 * t), -0.1 + 0.02 * cos(4 * t)) }
  /// Closure of the lids.
  var lid: (Double) -> Double = { _ in 0 }
  var isTracked: (Double) -> Bool = { _ in true }
  var target: (Double) -> SIMD2<Double>? = { _ in nil }
  var cameraFromFace: (Double) -> RigidTransform = { _ in RigidTransform(translation: SIMD3(0, -0.05, -0.32)) }
  /// Slope by which the eyes diverge.
  var outward = 0.066
  /// True if the eye called left is on the face's +x.
  var leftIsAtPlusX = true

  static let separation = 0.063
  static let depth = 0.03

  func frame(_ t: Double) -> FaceFrame {
    // A small tremor, so that no frame repeats the previous one.
    let angles = eye(t) + SIMD2(2e-5, 1e-5) * sin(97 * t)
    let slope = GazeAngles(yaw: angles.x, pitch: angles.y).direction
    func pose(_ side: Double) -> TransformMatrix {
      let direction = SIMD3(slope.x / slope.z + side * outward / 2, slope.y / slope.z, 1)
      return TransformMatrix(
        RigidTransform(
          rotation: GazeAngles(direction: direction).rotationWithoutRoll,
          translation: SIMD3(side * Self.separation / 2, 0.03, Self.depth)))
    }
    let side = leftIsAtPlusX ? 1.0 : -1
    let closure = Float(lid(t))
    return FaceFrame(
      time: t, isTracked: isTracked(t), face: TransformMatrix(cameraFromFace(t)), leftEye: pose(side),
      rightEye: pose(-side), blink: SIMD2(closure, closure))
  }

  var observations: [RecordedFrame.Observation] {
    (0..<Int(seconds * rate)).map { i in
      let t = Double(i) / rate
      return RecordedFrame.Observation(frame: frame(t), target: target(t))
    }
  }

  var glances: [FrameGlance] { Self.glances(observations.map(\.frame)) }

  static func glances(_ frames: [FaceFrame]) -> [FrameGlance] {
    var last: FaceFrame?
    return frames.compactMap { frame in
      defer { last = frame }
      return FrameGlance(frame, after: last)
    }
  }
}
