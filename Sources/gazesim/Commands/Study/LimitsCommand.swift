import ArgumentParser
import Evaluate

struct LimitsCommand: StudySubcommand {
  static let configuration = CommandConfiguration(
    LimitsStudy.self,
    discussion: """
      A gate of a device whose profile states no limits judges by the default limits of its rig, which script/limits \
      made. Each set of limits holds digests of what its figures depend on: profiles, constants, metrics, simulator, \
      and the figures of two people, which any change of a pipeline or a formula changes. Limits are older than their \
      inputs if a digest differs from the present one.
      """)

  @OptionGroup var output: StudyOutputOptions

  var inputs: [String] { [] }

  func study() -> any Study { LimitsStudy() }
}
