import ArgumentParser

struct StudyCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "study", abstract: "Questions about the simulation itself.",
    discussion: """
      How good the simulated tracker is before anybody calibrates (population), after it (protocol), which of the \
      simulator's assumptions matter (sensitivity), whether the intervals of 'characterize' hold what they say \
      (characterize) and those of 'calibrate' (coverage), and what smoothing and a tuned scroll trigger are worth \
      (smoothing, trigger), and whether 'doctor' names what is wrong (doctor). Each is deterministic: the same seed gives the same figures, whatever --jobs.
      """,
    subcommands: [
      PopulationCommand.self, ProtocolCommand.self, SensitivityCommand.self, CharacterizeCoverageCommand.self,
      CoverageCommand.self, SmoothingCommand.self, TriggerCommand.self, DoctorStudyCommand.self,
    ])
}
