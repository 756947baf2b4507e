import ArgumentParser
import Evaluate

struct SmoothingCommand: StudySubcommand {
  static let configuration = CommandConfiguration(
    SmoothingStudy.self,
    discussion: """
      Every family is fitted to simulated people of one seed, using only data that an app has. One family is chosen by \
      its error in the scenario that its parameters were not fitted to. All are then judged on people of another seed, \
      beside the 2021 article's mean of ten and the best causal filter that knows the true parameters. The slow error \
      is the distance from the same take without the tracker's noise: bias and drift, which no filter removes, are in \
      both. Settling is the time from the middle of a saccade until the smoothed pointer has covered three quarters of \
      it.
      """)

  @OptionGroup var device: DeviceOptions
  @OptionGroup var people: StudyPeopleOptions
  @OptionGroup var output: StudyOutputOptions

  var inputs: [String] { device.inputs + people.inputs }

  func study() throws -> any Study {
    let profile = try device.chosen()
    return SmoothingStudy(profile: profile, simulation: try people.simulation(profile))
  }
}
