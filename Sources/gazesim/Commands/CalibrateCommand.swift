import ArgumentParser
struct CalibrateCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(commandName: "calibrate")
}
