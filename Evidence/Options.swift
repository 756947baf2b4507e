import Foundation
import GazeRecording
import GazeSimulation
import GazeTesting
import Profiles

@testable import Evaluate
@testable import StudySupport

/// The options of a study, `--key value`. Each is read once, and one that nobody reads is an error.
struct Options {
  /// A mistake in the options, in one sentence.
  struct Mistake: Error, CustomStringConvertible {
    let description: String
  }

  /// Values by key; empty for an option without a value.
  private var values: [String: [String]] = [:]
  private var known: [String] = []

  init(_ words: [String]) throws {
    var key: String?
    for word in words {
      if word.hasPrefix("--") {
        key = String(word.dropFirst(2))
        values[key ?? "", default: []].append("")
      } else if let name = key, let last = values[name]?.indices.last {
        values[name]?[last] = word
        key = nil
      } else {
        throw Mistake(description: "\(word): expected an option; each value follows its --key")
      }
    }
  }

  /// All values of an option that may be repeated.
  mutating func all(_ key: String) -> [String] {
    known.append("--\(key)")
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
    guard value ?? "" == "" else { throw Mistake(description: "--\(key): takes no value") }
    return value != nil
  }

  /// A number in a range.
  mutating func number<Number: LosslessStringConvertible & Comparable>(
    _ key: String, _ standard: Number, _ range: ClosedRange<Number>
  ) throws -> Number {
    guard let value = try text(key) else { return standard }
    guard let number = Number(value), range.contains(number) else { throw wrong(key, value, "\(range)") }
    return number
  }

  mutating func participants(_ standard: Int) throws -> Int { try number("participants", standard, 1...100_000) }

  mutating func seed() throws -> UInt64 { try number("seed", 1, 0...UInt64.max) }

  /// Numbers between commas; 1 if the option is not there.
  mutating func numbers(_ key: String) throws -> [UInt64] {
    try (try names(key) ?? ["1"]).map { name in
      guard let number = UInt64(name) else { throw wrong(key, name, "whole numbers between commas") }
      return number
    }
  }

  /// Words between commas; nil if the option is not there.
  mutating func names(_ key: String) throws -> [String]? {
    try text(key)?.split(separator: ",").map(String.init)
  }

  /// The device of `--device`.
  mutating func device() throws -> DeviceProfile { try .builtIn(try text("device") ?? "iphone12mini") }

  /// The people of `--split`, `--participants`, `--seed`, `--phone`, `--duration` and `--set`.
  mutating func simulation(
    _ profile: DeviceProfile, _ scenario: GazeScenario, participants: Int
  ) throws -> Simulation {
    var simulation = Simulation(
      device: NominalPhone(profile), scenario: scenario,
      preset: try text("split").map { try ErrorSplit.named($0).preset() } ?? .typical, seed: try seed(),
      phone: try text("phone").flatMap(UInt64.init), participants: try self.participants(participants))
    let duration = try number("duration", 0.0, 0...86_400)
    if duration > 0 { simulation.duration = duration }
    for setting in all("set") {
      let parts = setting.split(separator: "=").map(String.init)
      guard parts.count == 2, let value = Double(parts[1]) else { throw wrong("set", setting, "KEY=VALUE") }
      try simulation.set(parts[0], value)
    }
    try simulation.validate()
    return simulation
  }

  /// Refuses options that nobody has read.
  func finish() throws {
    guard let key = values.keys.min() else { return }
    throw Mistake(description: "--\(key): is unknown; expected \(known.joined(separator: " "))")
  }

  private func wrong(_ key: String, _ value: String, _ expected: String) -> Mistake {
    Mistake(description: "--\(key): is \(TerminalText.line(value)); expected \(expected)")
  }
}
