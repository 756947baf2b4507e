import ArgumentParser
import Evaluate

struct SmoothingCommand: StudySubcommand {
  static let configuration = CommandConfiguration(
    SmoothingStudy.self,
    discussion: """
      Every family is fitted to simulated people of one seed by what an app can see, one is chosen by the error in the \
      scenario that its numbers were not fitted to, and all are judged on people of another seed, beside the 2021 \
      article's mean of ten and the best causal filter that knows the true parameters. The error about the slow part \
      is the distance from the same take without the tracker's noise: bias and drift, which no filter removes, are in \
      both. Settling is the time from halfway of a saccade to three quarters of it on the smoothed pointer.
      """)

  @OptionGroup var device: DeviceOptions
  @OptionGroup var people: StudyPeopleOptions
  @OptionGroup var output: StudyOutputOptions

  func study() throws -> any Study {
    let profile = try device.chosen()
    return SmoothingStudy(profile: profile, simulation: try people.simulation(profile))
  }
}
