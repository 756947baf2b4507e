import Foundation
import GazeMetrics
import GazePipeline
import GazeRecording
import GazeSimulation
import GazeTesting
import Profiles
import TestSupport
import Testing

@testable import Evaluate

@Suite struct BodyFitTests {
  @Test("the calibration finds this phone's picture within its intervals, and makes the overlay better")
  func fit() throws {
    var simulation = try bodies(.calibration, participants: 4, duration: 60, set: ["marking.outliers": 0.2])
    simulation.phone = 7
    let setup = try BodyRig.setup(simulation)
    let result = try BodyRig.fitted(simulation, setup)
    #expect((result.outliers ?? 0) > 20)
    #expect(result.unidentified.isEmpty && result.parameters.allSatisfy(\.identified))
    let found = Dictionary(uniqueKeysWithValues: result.parameters.map { ($0.name, $0) })
    // The true picture of this phone, from an ideal take: a scale and a shift about the view's middle.
    var ideal = try simulation.copy(preset: "ideal")
    for (key, value) in [("body.pictureScaleSD", 0.01), ("body.pictureShiftSD", 6.0)] { try ideal.set(key, value) }
    let display = try BodyPicture(setup).display()
    var pairs: [(SIMD2<Double>, SIMD2<Double>)] = []
    for sample in ideal.frames(participant: 0).prefix(600) {
      for joint in BodyJoint.allCases {
        guard let p = sample.observation.skeleton.joints[joint], let q = sample.truth?.joints[joint] else { continue }
        pairs.append((display.viewFromImage.apply(p), q))
      }
    }
    let (a, b) = (try #require(pairs.min { $0.0.y < $1.0.y }), try #require(pairs.max { $0.0.y < $1.0.y }))
    let scale = (b.1.y - a.1.y) / (b.0.y - a.0.y)
    let shift = a.1 - display.viewport / 2 - (a.0 - display.viewport / 2) * scale
    for (name, truth) in [
      ("scaleX", scale), ("scaleY", scale), ("shearX", 0), ("shearY", 0), ("offsetX", shift.x), ("offsetY", shift.y),
    ] {
      let parameter = try #require(found[name])
      // Four standard errors, since one fit has 6 numbers.
      let error = try #require(parameter.robustStandardError)
      expectNear(parameter.value, truth, 4 * error, "\(name)")
    }
    #expect(result.remarks?.contains { $0.contains("the marks imply portrait") } == true)
    let values = result.parameters.filter { parameter in BodyRig.settings.contains { $0.name == parameter.name } }
    let corrected = Dictionary(uniqueKeysWithValues: values.map { ($0.name, $0.value) })
    var evaluation = try bodies(.standing, participants: 4)
    evaluation.phone = 7
    func mean(_ changed: [String: Double]) throws -> Double {
      try BodyRig.people("standard", evaluation, changed).compactMap(\.error.mean).mean
    }
    #expect(try mean(corrected) < mean([:]))
  }

  @Test(
    "the fit's scales are not pulled to 0 by the joints' noise, and its intervals cover: 20 phones of 5 people each",
    .slow("7 s: 20 phones of 5 people")
  )
  func unbiased() throws {
    // On the same phones, scales by least squares are 0.21 % too small (standard error 0.04 %); the bound is 2.6
    // standard errors. If the true coverage is 0.95, the observed coverage of 40 intervals (two per phone) has a
    // standard error of 0.034.
    var (bias, hits) = (0.0, 0)
    for number in 1...20 {
      var simulation = try bodies(.calibration, participants: 5, duration: 60)
      (simulation.seed, simulation.phone) = (UInt64(number), UInt64(number))
      let setup = try BodyRig.setup(simulation)
      let result = try BodyRig.fitted(simulation, setup)
      let truth = try trueScale(simulation, try BodyPicture(setup).display())
      for name in ["scaleX", "scaleY"] {
        let parameter = try #require(result.parameters.first { $0.name == name })
        let interval = try #require(parameter.ci95)
        bias += (parameter.value - truth) / 40
        if interval[0] <= truth, truth <= interval[1] { hits += 1 }
      }
      #expect(result.remarks?.contains { $0.contains("joints next to it") } == true)
    }
    #expect(abs(bias) < 0.0012, "\(bias)")
    #expect(hits >= 34)
  }

  /// Ratio of this phone's picture size to the display transform's, from an ideal take of it.
  private func trueScale(_ simulation: RigSimulation<BodyRig>, _ display: DisplayTransform) throws -> Double {
    var ideal = try simulation.copy(preset: "ideal")
    try ideal.set("body.pictureScaleSD", 0.01)
    for sample in ideal.frames(participant: 0) {
      let joints = sample.observation.skeleton.joints
      guard let a = joints[.head], let b = joints[.leftFoot], let p = sample.truth?.joints[.head],
        let q = sample.truth?.joints[.leftFoot]
      else { continue }
      return (p - q).length / (display.viewFromImage.apply(a) - display.viewFromImage.apply(b)).length
    }
    return .nan
  }

  @Test("marks that all lie in one place are refused, whatever joints they claim to mark")
  func onePlace() throws {
    let simulation = try bodies(.calibration, participants: 1, duration: 40)
    for noise in [0.0, 3] {
      var fit = BodyRig.fit(try BodyRig.setup(simulation))
      for (index, sample) in simulation.frames(participant: 0).enumerated() {
        var observation = sample.observation
        for joint in BodyJoint.allCases where observation.shown[joint] != nil {
          let turn = Double(index * 19 + joint.rawValue)
          let place = SIMD2<Double>(200, 400) + SIMD2(cos(turn), sin(turn)) * noise
          observation.shown[joint] = place
        }
        fit.add(observation, participant: 0)
      }
      let failure = #expect(throws: RigFitFailure.self) { try fit.solved() }
      #expect(try #require(failure).description.contains("the marks lie in one place"))
    }
  }

  @Test("the marks reveal that a recording states the wrong orientation")
  func wrongOrientation() throws {
    let simulation = try bodies(.calibration, duration: 60)
    var setup = try BodyRig.setup(simulation)
    setup.header.orientation = .landscapeRight
    let remarks = try #require(try BodyRig.fitted(simulation, setup).remarks)
    #expect(remarks.contains { $0.contains("the marks imply portrait") })
    #expect(remarks.contains { $0.contains("the recording states landscapeRight") })
  }

  @Test("parameters that a few marks in one place leave open are not identified, and the fit says what to mark")
  func unidentified() throws {
    var fit = BodyRig.fit(try BodyRig.setup(try bodies(.walking, participants: 1, duration: 1)))
    let display = try DisplayTransform(image: SIMD2(1920, 1440), orientation: .portrait, viewport: SIMD2(414, 896))
    // A head, three times: 6 points of noise over some 30 points.
    for frame in 0..<3 {
      var (joints, shown) = (BodyPoints(), BodyPoints())
      for (index, joint) in [BodyJoint.head, .neck, .leftEye, .rightEye].enumerated() {
        let place = SIMD2(0.3 + 0.015 * Double(index), 0.5 + 0.01 * Double(index % 2))
        joints[joint] = place
        let noise = SIMD2<Double>(frame == index % 3 ? 8 : -4, frame == (index + 1) % 3 ? -8 : 4)
        shown[joint] = display.viewFromImage.apply(place) + noise
      }
      fit.add(
        RecordedBody.Observation(skeleton: BodySkeleton(time: Double(frame), joints: joints), shown: shown),
        participant: 0)
    }
    let result = try fit.solved()
    #expect(result.parameters.contains { $0.name == "scaleY" && !$0.identified && $0.ci95 != nil })
    let open = result.unidentified.flatMap(\.parameters)
    #expect(open.contains("scaleY") && open.contains("imageToView.a"))
    #expect(result.unidentified.allSatisfy { $0.reason.contains("hands and feet") })
    #expect(Set(open) == Set(result.parameters.filter { !$0.identified }.map(\.name)))
  }
}

extension RigSimulation where Rig == BodyRig {
  /// A copy with another preset and without settings.
  fileprivate func copy(preset: String) throws -> RigSimulation<BodyRig> {
    var copy = RigSimulation<BodyRig>(
      device: device, scenario: scenario, preset: try .named(preset), seed: seed, participants: participants,
      duration: duration)
    copy.phone = phone
    return copy
  }
}
