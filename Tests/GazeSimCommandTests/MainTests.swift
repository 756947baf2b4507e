import Foundation
import GazeRecording
import Profiles
import TestSupport
import Testing

@Suite struct MainTests {
  private let gazesim: Command
  private var scratch: ScratchFolder { gazesim.folder }

  init() throws { gazesim = try Command() }

  @Test(
    "every command explains itself",
    arguments: [
      "devices", "scenarios", "generate", "calibrate", "evaluate", "gate", "compare", "replay", "import",
      "characterize", "init", "metrics",
    ])
  func help(command: String) async throws {
    let help = try await gazesim(command, "--help")
    #expect(help.status == 0, "\(help.stderr)")
    #expect(help.text.contains("USAGE: gazesim \(command)"))
    #expect(help.stderr.isEmpty)
    #expect(try await gazesim("help", command).stdout == help.stdout)
    let all = try await gazesim("--help")
    #expect(all.status == 0)
    #expect(all.text.contains("  \(command) "))
    #expect(all.text.contains("Exit codes: 0 "))
  }

  @Test("a negative number after an option, which the parser takes for an option, is explained")
  func negative() async throws {
    let outcome = try await gazesim("replay", "a.jsonl", "--speed", "-1")
    #expect(outcome.status == 64 && outcome.stderr.contains("Missing value for '--speed <speed>'"))
    #expect(outcome.stderr.contains("Hint: a negative number needs '=': --speed=-1"), "\(outcome.stderr)")
    #expect(try await !gazesim("evaluate", "--seed").stderr.contains("Hint"))
  }

  @Test("every help text fits 80 columns, also those of subcommands and of wrong usage")
  func helpWidth() async throws {
    func subcommands(of command: [String]) async throws -> [String] {
      let help = try await gazesim.run(command + ["--help"])
      for line in help.text.split(separator: "\n") { #expect(line.count <= 80, "\(command): \(line)") }
      let list = help.text.split(separator: "SUBCOMMANDS:\n").dropFirst().first ?? ""
      return list.matches(of: /(?m)^  ([a-z][a-z-]*)( |$)/).map { String($0.1) }
    }
    let commands = try await subcommands(of: [])
    #expect(commands.count >= 17, "\(commands)")
    for command in commands { #expect(try await subcommands(of: [command]).isEmpty) }
    let usage = try await gazesim("quality", "table.csv")
    #expect(usage.status == 64 && usage.stderr.contains("Usage: gazesim quality [<options>] <file> --device <device>"))
    #expect(usage.stderr.split(separator: "\n").allSatisfy { $0.count <= 80 }, "\(usage.stderr)")
  }

  @Test("help and version are results, not errors", arguments: [["help"], ["--version"], []])
  func general(arguments: [String]) async throws {
    let outcome = try await gazesim.run(arguments)
    #expect(outcome.status == 0, "\(outcome.stderr)")
    #expect(!outcome.stdout.isEmpty)
    #expect(outcome.stderr.isEmpty)
  }

  @Test("devices lists all, one with the source of each number")
  func devices() async throws {
    let all = try await gazesim("devices")
    #expect(all.status == 0, "\(all.stderr)")
    for profile in BuiltInProfiles.all { #expect(all.text.contains("\n\(profile.id) "), "\(profile.id)") }
    let json = try JSONSerialization.jsonObject(with: await gazesim("devices", "--json").stdout)
    #expect((json as? [Any])?.count == 45)
    let one = try await gazesim("devices", "iphone12mini")
    #expect(one.status == 0)
    for part in ["iPhone13,1", "375 x 812 points", "57.63", "estimated", "sigma", "edge zone"] {
      #expect(one.text.contains(part), "\(part) in \(one.text)")
    }
    let printed = try await gazesim("devices", "iphone12mini", "--json").stdout
    #expect(try JSONDecoder().decode(DeviceProfile.self, from: printed).id == "iphone12mini")
    expectRefusal(
      try await gazesim("devices", "ihpone12mini"), naming: "unknown device \"ihpone12mini\"", "\"iphone12mini\"")
  }

  @Test("a user's own profile is read from a file and from the folder")
  func ownProfile() async throws {
    let printed = try await gazesim("devices", "iphone12mini", "--json").text
    try scratch.write(printed.replacing("\"iphone12mini\"", with: "\"mine\""), to: "mine.json")
    let made = try await gazesim("generate", "--profile", "mine.json", "--duration", "5")
    #expect(made.status == 0, "\(made.stderr)")
    #expect(scratch.names.contains("mine-calibration-1.jsonl"))
    expectRefusal(try await gazesim("devices", "mine"), naming: "unknown device \"mine\"")
    try FileManager.default.createDirectory(atPath: scratch("profiles"), withIntermediateDirectories: false)
    try FileManager.default.moveItem(atPath: scratch("mine.json"), toPath: scratch("profiles/mine.json"))
    #expect(try await gazesim("devices", "mine").status == 0)
    #expect(try await gazesim("replay", "--fast", "mine-calibration-1.jsonl").status == 0)
  }

  @Test("scenarios describes each scenario, and the source of every constant")
  func scenarios() async throws {
    let all = try await gazesim("scenarios")
    #expect(all.status == 0, "\(all.stderr)")
    for name in ["calibration", "personal", "validation", "reading", "stare"] {
      #expect(all.text.contains("\n\(name) "))
    }
    let one = try await gazesim("scenarios", "reading", "--provenance", "--set", "phone.recline=45", "--json")
    #expect(one.status == 0, "\(one.stderr)")
    let json = try one.json()
    #expect((json["scenarios"] as? [[String: Any]])?.map { $0["name"] as? String } == ["reading"])
    let constants = try #require(json["constants"] as? [[String: Any]])
    #expect(constants.count > 50)
    for constant in constants {
      #expect((constant["source"] as? String)?.isEmpty == false, "\(constant)")
      #expect((constant["provenance"] as? String)?.isEmpty == false, "\(constant)")
    }
    let recline = constants.first { $0["key"] as? String == "phone.recline" }
    #expect(abs((recline?["value"] as? Double ?? 0) - 45) < 1e-9)
  }

  @Test("compare --details puts the pipelines side by side and describes them")
  func compare() async throws {
    let people = ["--participants", "3", "--duration", "15", "--recline", "0,45"]
    let outcome = try await gazesim.run(["compare", "--details"] + people)
    #expect(outcome.status == 0, "\(outcome.stderr)")
    for part in [
      "article2021 + const, 0°", "standard, 5 points, 45°", "virakri-converted", "gazecapture",
      "reproduction from published code: github.com/eBay/HeadGazeLib", "312 points are 48.0 mm on this screen",
      "None of the published apps scrolls a page", "they say nothing of a phone",
    ] {
      #expect(outcome.text.contains(part), "\(part) in \(outcome.text)")
    }
    #expect(outcome.text.split(separator: "\n").allSatisfy { $0.count <= 140 })
    let json = try await gazesim.run(["compare", "--json", "--pipelines", "standard"] + people).stdout
    let report = try #require(try JSONSerialization.jsonObject(with: json) as? [String: Any])
    #expect(report["schema"] as? String == "gazesim.comparison" && report["version"] as? Int == 1)
    #expect(report["participants"] as? Int == 3 && report["device"] as? String == "iphone12mini")
    let rows = try #require(report["rows"] as? [[String: Any]])
    #expect(
      rows.compactMap { $0["label"] as? String }
        == Array(repeating: ["standard", "standard + own 5 points"], count: 2).flatMap(\.self))
    #expect((report["pipelines"] as? [[String: Any]])?.map { $0["kind"] as? String } == ["the project's own"])
    #expect((report["bridge"] as? [String: Any])?["rules"] != nil)
  }

  @Test("compare writes its report by the file's ending, and refuses others before the work")
  func compareFiles() async throws {
    let arguments = [
      "compare", "--pipelines", "virakri,standard", "--arms", "published", "--participants", "2", "--duration", "10",
      "--scenario", "validation", "--quiet",
    ]
    let paths = ["c.json", "c.md", "c.csv"]
    let outcome = try await gazesim.run(arguments + paths.flatMap { ["-o", $0] })
    #expect(outcome.status == 0, "\(outcome.stderr)")
    #expect(try scratch.text(of: "c.json").contains("\"schema\" : \"gazesim.comparison\""))
    #expect(try scratch.text(of: "c.md").contains("| virakri |"))
    let csv = try scratch.text(of: "c.csv").components(separatedBy: "\r\n")
    // The last two rows are of a pointer at rest; their names have a comma, so they are quoted.
    let commas = csv.map { $0.filter { $0 == "," }.count }
    #expect(
      csv.count == 7 && commas[1...3].allSatisfy { $0 == commas[0] } && commas[4...5].allSatisfy { $0 == commas[0] + 1 }
    )
    #expect(csv[4].contains("\"at rest, best place\""), "\(csv[4])")
    let again = try await gazesim.run(arguments + ["-o", "c.md"])
    #expect(again.status == 2 && again.stderr.contains("--force"))
    for wrong in [
      ["-o", "c.txt"], ["-o", "d.md", "-o", "d.md"], ["--pipelines", "standard,standard"], ["--arms", "some"],
    ] {
      let refused = try await gazesim.run(["compare", "--participants", "1"] + wrong)
      #expect(refused.status == 2, "\(wrong): \(refused.stderr)")
    }
  }
}
