import GazePipeline
import GazeRecording
import TestSupport
import Testing

@testable import Calibrate

@Suite struct SampleFitTests {
  /// Looks with noise of their own, degrees, and as much again on every sample, from `people` of one phone.
  private func looks(_ noise: Double, people: Int, samples: Int, using random: inout SeededGenerator) -> [Fixation] {
    (0..<people).flatMap { participant in
      var session = SyntheticSession()
      session.participant = participant
      return session.fixations(samples: samples, noise: noise, using: &random).map { look in
        var look = look
        for i in look.samples.indices {
          look.samples[i].reported.yaw += (noise * random.normal()).radians
          look.samples[i].reported.pitch += (noise * random.normal()).radians
        }
        return look
      }
    }
  }

  @Test("without noise it finds phone and people to a micrometre, with a part of the parameters fixed too")
  func exact() throws {
    var random = SeededGenerator(seed: 71)
    let looks = looks(0, people: 2, samples: 3, using: &random)
    let estimate = try SampleFit(nominal: SyntheticSession.nominal, priors: nil).fit(looks)
    #expect((estimate.geometry.metres - SyntheticSession.phone.metres).length < 1e-6)
    #expect((estimate.geometry.camera - SyntheticSession.phone.camera).length < 1e-6)
    for participant in 0..<2 {
      let person = try #require(estimate.person(participant))
      #expect((person.gain - SyntheticSession.person.gain).length < 1e-6)
    }
    #expect(estimate.parameters.count == 12 && estimate.parameters.allSatisfy { $0.identified && $0.ci95 == nil })
    let part = try SampleFit(nominal: SyntheticSession.phone, free: [.gazeOffsetH, .gainH], priors: nil).fit(looks)
    #expect(part.geometry == SyntheticSession.phone && part.parameters.map(\.name).count == 4)
  }

  @Test("looks sampled alike: the means' fit and the samples' agree within a tenth of a standard error")
  func agreement() throws {
    var random = SeededGenerator(seed: 72)
    let looks = looks(0.7, people: 1, samples: 8, using: &random)
    // A panel known to 1.6 mm, of which the looks teach a third: the means' fit keeps nothing at the data sheet.
    let priors = GeometryPriors(screen: SIMD2(0.0016, 0.0016), camera: SyntheticSession.priors.camera)
    let samples = try SampleFit(nominal: SyntheticSession.nominal, priors: priors).fit(looks)
    var means = GeometryFit(nominal: SyntheticSession.nominal, priors: priors)
    means.rejectsOutliers = false
    let fit = try means.fit(looks)
    #expect(fit.kept == nil && samples.parameters.count == 8 && fit.parameters.count == 8)
    for (a, b) in zip(samples.parameters, fit.parameters) {
      #expect(a.name == b.name)
      let error = try #require(b.standardError)
      #expect(abs(a.value - b.value) < 0.1 * error, "\(a.name)")
    }
  }

  @Test("what it cannot fit it names")
  func refusal() throws {
    var random = SeededGenerator(seed: 74)
    let looks = looks(0, people: 1, samples: 2, using: &random)
    #expect(throws: GeometryFitError.notOfSamples(["depth", "quadraticHXX"])) {
      try SampleFit(nominal: SyntheticSession.nominal, free: [.depth, .quadraticHXX], priors: nil).fit(looks)
    }
    #expect(throws: GeometryFitError.empty) {
      try SampleFit(nominal: SyntheticSession.nominal, priors: nil).fit([])
    }
  }
}
