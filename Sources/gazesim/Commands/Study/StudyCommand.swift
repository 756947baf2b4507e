import ArgumentParser

struct StudyCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "study", abstract: "Questions about the simulation itself.",
    discussion: """
      How good the simulated tracker is before anybody calibrates (population), how its error may divide into person \
      and session (splits), how good it is after a calibration (protocol), which of the \
      simulator's assumptions matter (sensitivity), whether the intervals of 'characterize' hold what they say \
      (characterize), those of 'calibrate' (coverage) and those of 'evaluate' (intervals), how often gates are wrong \
      (gates), whether 'doctor' names what is wrong (doctor), and what smoothing, a tuned scroll trigger and five points \
      of an earlier session are worth (smoothing, trigger, trust). Each is deterministic: the same seed gives the same figures, whatever --jobs.
      """,
    subcommands: [
      PopulationCommand.self, SplitsCommand.self, ProtocolCommand.self, SensitivityCommand.self,
      CharacterizeCoverageCommand.self,
      CoverageCommand.self, IntervalsCommand.self, GatesCommand.self, DoctorStudyCommand.self, SmoothingCommand.self,
      TriggerCommand.self, TrustCommand.self,
    ])
}
