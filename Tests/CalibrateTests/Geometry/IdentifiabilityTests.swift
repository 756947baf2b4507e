import CalibrationSupport
import GazePipeline
import GazeRecording
import TestSupport
import Testing

@testable import Calibrate

struct IdentifiabilityTests {
  var session = SyntheticSession()
  let straight = SyntheticPose.distances.map { SyntheticPose(distance: $0) }
  let turned = SyntheticPose.rotations.map { SyntheticPose(distance: 0.35, yaw: $0.yaw, pitch: $0.pitch) }

  private func estimate(
    _ poses: [SyntheticPose], free: Set<GeometryParameter> = GeometryParameter.standard, noise: Double,
    priors: GeometryPriors? = SyntheticSession.priors, people: Int = 1
  ) throws -> GeometryEstimate {
    var random = SeededGenerator(seed: 5)
    let fixations = (0..<people).flatMap { participant in
      return session.of(participant).fixations(poses: poses, noise: noise, using: &random)
    }
    return try GeometryFit(free: free, priors: priors).fit(fixations)
  }

  private func names(_ estimate: GeometryEstimate) -> Set<Set<String>> {
    Set(estimate.unidentified.map { Set($0.parameters) })
  }

  @Test(
    "at one distance camera and offset are not jointly identified, without noise and with it",
    arguments: [0, 0.5])
  func oneDistance(noise: Double) throws {
    let free: Set<GeometryParameter> = [.cameraX, .cameraY, .gazeOffsetH, .gazeOffsetV]
    let estimate = try rightButFor(free).estimate(turned, free: free, noise: noise)
    #expect(names(estimate) == [["cameraX", "gazeOffsetH"], ["cameraY", "gazeOffsetV"]])
    for parameter in free { #expect(!estimate[parameter].identified) }
    let reason = try #require(estimate.unidentified.first).reason
    #expect(reason.contains("record at distances that span a ratio of 1.5"))
  }

  /// Parameters that are not free get their true values, since their misfit would count as noise.
  private func rightButFor(_ free: Set<GeometryParameter>) -> Self {
    var copy = self
    if !free.contains(.cameraX) { copy.session.geometry.camera = SyntheticSession.nominal.camera }
    if !free.contains(.gazeOffsetH) { copy.session.person.gazeOffset = .zero }
    if !free.contains(.screenWidth) { copy.session.geometry.metres = SyntheticSession.nominal.metres }
    if !free.contains(.gainH) { copy.session.person.gain = SIMD2(1, 1) }
    return copy
  }

  @Test("without head rotation an axis's gain and size are not both identified")
  func noRotation() throws {
    let free: Set<GeometryParameter> = [.screenWidth, .screenHeight, .gainH, .gainV]
    let yawOnly = SyntheticPose.distances.flatMap { distance in
      [-10.0, 0, 10].map { SyntheticPose(distance: distance, yaw: $0.radians) }
    }
    #expect(
      names(try estimate(straight, free: free, noise: 0)) == [
        ["gainH", "screenWidth"], ["gainV", "screenHeight"],
      ])
    let estimate = try rightButFor(free).estimate(yawOnly, free: free, noise: 0)
    #expect(names(estimate) == [["gainV", "screenHeight"]])
    #expect(estimate[.gainH].identified && !estimate[.gainV].identified)
  }

  @Test("confounded parameters without prior get no small error")
  func noFalseCertainty() throws {
    let free: Set<GeometryParameter> = [.cameraX, .cameraY, .gazeOffsetH, .gazeOffsetV]
    let estimate = try rightButFor(free).estimate(turned, free: free, noise: 0, priors: nil)
    #expect(estimate[.cameraX].standardError == nil)
    #expect(estimate[.cameraX].ci95 == nil)
    #expect(estimate[.cameraX].learned == nil)
  }

  @Test("a single pose without prior still gets an answer that says so")
  func onePose() throws {
    let estimate = try estimate([SyntheticPose()], noise: 0.5, priors: nil)
    #expect(!estimate.unidentified.isEmpty)
    #expect(GeometryParameter.standard.allSatisfy { !estimate[$0].identified })
    #expect(estimate.parameters.allSatisfy { $0.value.isFinite })
  }

  @Test("the protocol identifies all at low noise; at high noise bounds say what not")
  func protocolIdentifies() throws {
    // The fixations determine the parameters that the data sheet does not state more precisely; it states the panel's
    // size to 0.16 mm.
    for priors in [GeometryPriors?.none, GeometryPriors(screen: SIMD2(0.0016, 0.0016), camera: SIMD2(0.003, 0.002))] {
      let quiet = try estimate(SyntheticPose.protocolOfDevice, noise: 0.3, priors: priors)
      #expect(quiet.unidentified.isEmpty && quiet.kept == nil)
      #expect(quiet.parameters.allSatisfy { $0.identified })
    }
    let sheet = try estimate(SyntheticPose.protocolOfDevice, noise: 0.3)
    #expect(sheet.unidentified.isEmpty && sheet.kept?.parameters == ["screenWidth", "screenHeight"])
    #expect(sheet.parameters.filter { !$0.identified }.map(\.name) == sheet.kept?.parameters)
    let loud = try estimate(SyntheticPose.protocolOfDevice, noise: 6)
    #expect(!loud[.screenWidth].identified)
    #expect(!loud.unidentified.isEmpty)
    // Priors do not make a parameter "identified", because they are not data.
    #expect(try #require(loud[.screenWidth].learned) < 0.1)
  }

  @Test("people who share an ambiguity get one statement, not one each")
  func oneStatement() throws {
    let estimate = try estimate(turned, noise: 0.5, people: 4)
    for pair in [["cameraX", "gazeOffsetH"], ["cameraY", "gazeOffsetV"]] {
      let statements = estimate.unidentified.filter { Set($0.parameters).isSuperset(of: pair) }
      #expect(statements.count == 1)
      #expect(statements.first?.participant == nil)
    }
  }

  @Test("one person who moved separates camera and offset for all")
  func oneMover() throws {
    var random = SeededGenerator(seed: 6)
    var still = session
    still.participant = 1
    let free: Set<GeometryParameter> = [.cameraX, .cameraY, .gazeOffsetH, .gazeOffsetV]
    var plain = session
    plain.person.gain = SIMD2(1, 1)
    still.person.gain = SIMD2(1, 1)
    let fixations =
      plain.fixations(poses: straight + turned, noise: 0.2, using: &random)
      + still.fixations(poses: turned, noise: 0.2, using: &random)
    let estimate = try GeometryFit(free: free)
      .fit(fixations)
    #expect(estimate.unidentified.isEmpty)
    #expect(estimate.parameters.allSatisfy { $0.identified })
  }
}
