import Foundation
import GazeMetrics
import GazePipeline
import GazeRecording
import GazeSimulation
import GazeTesting
import Profiles

@testable import Evaluate

/// The options of a study, `--key value`. Each is read once, and one that nobody reads is an error.
struct Words {
  /// A mistake in the options, in one sentence.
  struct Mistake: Error, CustomStringConvertible {
    let description: String
  }

  private var values: [String: [String]] = [:]
  private var known: [String] = []
  /// Words that belong to no option.
  private(set) var bare: [String] = []

  init(_ words: [String]) {
    var key: String?
    for word in words {
      if word.hasPrefix("--") {
        if let key { values[key, default: []].append("") }
        let parts = word.dropFirst(2).split(separator: "=", maxSplits: 1).map(String.init)
        key = parts.first ?? ""
        if parts.count == 2 {
          values[parts[0], default: []].append(parts[1])
          key = nil
        }
      } else if let name = key {
        values[name, default: []].append(word)
        key = nil
      } else {
        bare.append(word)
      }
    }
    if let key { values[key, default: []].append("") }
  }

  /// All values of an option that may be repeated.
  mutating func all(_ key: String) -> [String] {
    known.append(key)
    return values.removeValue(forKey: key) ?? []
  }

  /// The value of an option that may be given once.
  mutating func text(_ key: String) throws -> String? {
    let given = all(key)
    guard given.count < 2 else { throw Mistake(description: "--\(key): is given \(given.count) times") }
    return given.first
  }

  /// True if the option is there; it takes no value.
  mutating func flag(_ key: String) throws -> Bool {
    let value = try text(key)
    guard value ?? "" == "" else { throw Mistake(description: "--\(key): takes no value; leave \(value ?? "") out") }
    return value != nil
  }

  /// A whole number in a range.
  mutating func int(_ key: String, _ standard: Int, _ range: ClosedRange<Int> = 1...100_000) throws -> Int {
    guard let value = try text(key) else { return standard }
    guard let number = Int(value), range.contains(number) else { throw wrong(key, value, "\(range)") }
    return number
  }

  /// A number in a range.
  mutating func double(_ key: String, _ standard: Double, _ range: ClosedRange<Double>) throws -> Double {
    guard let value = try text(key) else { return standard }
    guard let number = Double(value), range.contains(number) else { throw wrong(key, value, "\(range)") }
    return number
  }

  /// One of some words; the first one without the option.
  mutating func choice(_ key: String, among words: [String]) throws -> String {
    guard let value = try text(key) else { return words[0] }
    guard words.contains(value) else { throw wrong(key, value, words.joined(separator: " or ")) }
    return value
  }

  /// A whole number that is not negative.
  mutating func seed(_ key: String, _ standard: UInt64 = 1) throws -> UInt64 {
    let numbers = try numbers(key, [standard])
    guard numbers.count == 1 else { throw wrong(key, "\(numbers.count) numbers", "one") }
    return numbers[0]
  }

  /// Numbers between commas.
  mutating func numbers(_ key: String, _ standard: [UInt64]) throws -> [UInt64] {
    guard let names = try names(key) else { return standard }
    return try names.map { name in
      guard let number = UInt64(name) else { throw wrong(key, name, "whole numbers between commas") }
      return number
    }
  }

  /// Words between commas; nil if the option is not there.
  mutating func names(_ key: String) throws -> [String]? {
    guard let value = try text(key) else { return nil }
    let names = value.split(separator: ",").map { String($0.drop { $0 == " " }) }
    guard !names.isEmpty else { throw wrong(key, value, "names between commas") }
    return names
  }

  /// The device of `--device`.
  mutating func device() throws -> DeviceProfile { try .builtIn(try text("device") ?? "iphone12mini") }

  /// The people of `--preset`, `--split`, `--participants`, `--seed`, `--phone`, `--duration`, `--rate` and `--set`.
  mutating func simulation(
    _ profile: DeviceProfile, _ scenario: GazeScenario, participants: Int, preset: String = "typical"
  ) throws -> Simulation {
    let (named, split) = (try text("preset"), try text("split"))
    if named != nil, split != nil {
      throw Mistake(description: "--split: is of the preset typical; leave --preset out")
    }
    let phone = try text("phone").map { text in
      guard let number = UInt64(text) else { throw wrong("phone", text, "a whole number") }
      return number
    }
    var simulation = Simulation(
      device: NominalPhone(profile), scenario: scenario,
      preset: try split.map { try ErrorSplit.named($0).preset() } ?? GazePreset.load(named ?? preset),
      seed: try seed("seed"), phone: phone, participants: try int("participants", participants))
    let (duration, rate) = (try double("duration", 0, 0...86_400), try double("rate", 0, 0...1000))
    if duration > 0 { simulation.duration = duration }
    if rate > 0 { simulation.rate = rate }
    for setting in all("set") {
      let parts = setting.split(separator: "=").map(String.init)
      guard parts.count == 2, let value = Double(parts[1]) else { throw wrong("set", setting, "KEY=VALUE") }
      try simulation.set(parts[0], value)
    }
    try simulation.validate()
    return simulation
  }

  /// The options that were asked for so far.
  var options: String { known.map { "--" + $0 }.joined(separator: " ") }

  /// Refuses options that nobody has read.
  func finish() throws {
    if let word = bare.first { throw Mistake(description: "\(word): expected an option; each value follows its --key") }
    guard let key = values.keys.sorted().first else { return }
    throw Mistake(description: "--\(key): is unknown; expected \(options)")
  }

  private func wrong(_ key: String, _ value: String, _ expected: String) -> Mistake {
    Mistake(description: "--\(key): is \(TerminalText.line(value)); expected \(expected)")
  }
}
