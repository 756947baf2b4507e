import GazeRecording
import GazeTesting
import Profiles
import Testing

@testable import Evaluate

@Suite struct CorrectnessStudyTests {
  private func study() throws -> CorrectnessStudy {
    let devices = try CorrectnessStudy.defaultDevices.map { id in
      try #require(BuiltInProfiles.all.first { $0.id == id })
    }
    return CorrectnessStudy(devices: devices, library: BuiltInProfiles.all)
  }

  @Test(
    "every mistake is named on five devices, the harmless ones read \"no effect\", and right pipelines are not blamed")
  func named() async throws {
    // One seed each for the mistakes, ten for the right pipelines; `gazesim study correctness` runs 10 and 500.
    var study = try study()
    (study.faultSeeds, study.rightSeeds, study.seed) = (1, 10, 77)
    let report = try await study.report(jobs: 2)
    #expect(report.named.count == 5 * PointerFault.all(others: BuiltInProfiles.all).count)
    for named in report.named { #expect(named.seeds == 1, "\(named.fault), \(named.device): \(named.said)") }
    let harmless = report.named.filter { $0.said == "no effect" }
    #expect(Set(harmless.map(\.fault)) == ["eyes swapped", "a device of equal geometry"])
    for right in report.blamed { #expect(right.seeds == 0, "\(right.pipeline), \(right.device): \(right.said)") }
  }

  @Test("the same report for any number of jobs")
  func jobs() async throws {
    var study = try study()
    study.devices = [study.devices[0]]
    (study.faultSeeds, study.rightSeeds) = (1, 2)
    #expect(try await study.report(jobs: 1) == study.report(jobs: 3))
  }
}
