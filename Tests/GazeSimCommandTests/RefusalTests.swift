import Foundation
import GazeRecording
import TestSupport
import Testing

/// Errors of the built command: one line that names the file and the line or field, nothing on stdout, and an unchanged
/// folder.
@Suite struct RefusalTests {
  private let gazesim: Command
  private var scratch: ScratchFolder { gazesim.folder }

  init() throws { gazesim = try Command() }

  /// Expects a refusal that leaves the folder unchanged.
  private func refused(
    _ arguments: [String], naming parts: String..., sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let before = try scratch.snapshot()
    let outcome = try await gazesim.run(arguments)
    expectRefusal(outcome, sourceLocation: sourceLocation)
    for part in parts {
      #expect(outcome.stderr.contains(part), "\(part) in \(outcome.stderr)", sourceLocation: sourceLocation)
    }
    #expect(try scratch.snapshot() == before, sourceLocation: sourceLocation)
  }

  /// Writes a simulated recording with changed lines.
  private func recording(_ name: String, _ change: (inout [String]) -> Void) async throws {
    let made = try await gazesim(
      "generate", "--scenario", "validation", "--duration", "20", "--rate", "30", "--quiet", "-o", "source", "--force")
    #expect(made.status == 0, "\(made.stderr)")
    var lines = try scratch.text(of: "source").split(separator: "\n").map(String.init)
    change(&lines)
    try scratch.write(lines.joined(separator: "\n"), to: name)
    try FileManager.default.removeItem(atPath: scratch("source"))
  }

  private func readers(of name: String) -> [[String]] {
    [
      ["evaluate", "--input", name], ["gate", "--input", name], ["replay", "--fast", name],
      ["calibrate", "--input", name],
    ]
  }

  @Test("a recording that was cut off is used up to its last whole frame, with a remark unless --quiet")
  func truncated() async throws {
    try await recording("cut.jsonl") { lines in
      lines = Array(lines.prefix(300))
      lines[299] = String(lines[299].prefix(lines[299].count / 2))
    }
    try scratch.write(
      try scratch.text(of: "cut.jsonl").split(separator: "\n").prefix(299).joined(separator: "\n"), to: "whole.jsonl")
    // The device's own limits are on scrolling, too, but nobody is asked to scroll here.
    try scratch.write(limits(("pointer.latencyMilliseconds", 1000, "max")), to: "limits.json")
    for (cut, whole) in zip(readers(of: "cut.jsonl"), readers(of: "whole.jsonl")) {
      let force = cut[0] == "calibrate" ? ["--force"] : cut[0] == "gate" ? ["--limits", "limits.json"] : []
      let a = try await gazesim.run(cut + ["--json"] + force)
      let b = try await gazesim.run(whole + ["--json"] + force)
      #expect(a.status == b.status && a.status != 2, "\(cut): \(a.stderr)")
      #expect(a.withoutCommand.replacing("cut.jsonl", with: "whole.jsonl") == b.withoutCommand, "\(cut)")
      let remark = "cut.jsonl:300: the file ends in the middle of this line; only the frames before it were used\n"
      #expect(a.stderr == b.stderr + remark, "\(cut)")
      #expect(try await gazesim.run(cut + ["--quiet"] + force).stderr.isEmpty)
    }
  }

  @Test("a NaN names the file, the line and the field")
  func notANumber() async throws {
    try await recording("nan.jsonl") { lines in
      lines[41] = lines[41].replacing(/"face":\[[^,]*,/, with: "\"face\":[NaN,")
    }
    for arguments in readers(of: "nan.jsonl") {
      try await refused(arguments, naming: "nan.jsonl:42: field \"face\"", "`NaN")
    }
  }

  @Test(
    "a file that is not a recording is refused", arguments: ["", "{}", "hello\nworld", "[1,2]", "{\"format\":\"x\"}"])
  func noRecording(text: String) async throws {
    try scratch.write(text, to: "a.jsonl")
    for arguments in readers(of: "a.jsonl") { try await refused(arguments, naming: "a.jsonl", "gazesim recording") }
  }

  @Test("a profile with a negative size names the file and the field")
  func negativeSize() async throws {
    let profile = try await gazesim("devices", "iphone12mini", "--json").text
    let broken = profile.replacing(/"value" : 0\.05763/, with: "\"value\" : -0.05763")
    #expect(broken != profile)
    try scratch.write(broken, to: "broken.json")
    for command in ["generate", "evaluate", "calibrate", "gate", "compare", "devices"] {
      try await refused([command, "--profile", "broken.json"], naming: "broken.json", "field \"screen.width")
    }
    // The same for a profile in the user's own folder.
    try FileManager.default.createDirectory(atPath: scratch("profiles"), withIntermediateDirectories: false)
    try FileManager.default.moveItem(atPath: scratch("broken.json"), toPath: scratch("profiles/broken.json"))
    try await refused(["generate"], naming: "profiles/broken.json", "field \"screen.width")
  }

  @Test("an unknown name is reported with the nearest known ones or with the command that lists them")
  func unknownNames() async throws {
    for command in ["generate", "calibrate", "evaluate", "gate", "compare"] {
      try await refused(
        [command, "--device", "iphone12min"], naming: "unknown device \"iphone12min\"", "\"iphone12mini\"",
        "`gazesim devices` lists all")
    }
    try await refused(["generate", "--scenario", "readin"], naming: "unknown scenario \"readin\"", "\"reading\"")
    try await refused(["scenarios", "stair"], naming: "unknown scenario \"stair\"", "\"stare\"")
    try await refused(["generate", "--preset", "typicl"], naming: "unknown preset \"typicl\"", "\"typical\"")
    try await refused(["evaluate", "--pipeline", "standart"], naming: "unknown pipeline", "\"standard\"")
    try await refused(["compare", "--pipelines", "standard,foo"], naming: "unknown pipeline \"foo\"", "--help")
    try await refused(["evaluate", "--smoothing", "foo"], naming: "unknown smoothing \"foo\"", "--help")
    try await refused(["evaluate", "--person-calibration", "9"], naming: "unknown person calibration \"9\"", "--help")
    try scratch.write(limits(("scroll.f", 1, "max")), to: "limits.json")
    try await refused(
      ["gate", "--limits", "limits.json", "--participants", "1", "--duration", "5"],
      naming: "unknown metric \"scroll.f\"", "\"scroll.f1\"")
  }

  @Test("--set with an unknown key, a value out of range or no number")
  func settings() async throws {
    try await refused(
      ["generate", "--set", "phone.reclin=3"], naming: "unknown parameter \"phone.reclin\"", "\"phone.recline\"")
    try await refused(["generate", "--set", "phone.recline=91"], naming: "phone.recline", "91", "0.0 to 90.0 deg")
    for value in ["nan", "inf", "-inf"] {
      try await refused(["generate", "--set", "phone.recline=\(value)"], naming: "phone.recline", "0.0 to 90.0 deg")
    }
    // A list without constants takes no wrong setting either, and says that a right one has no effect.
    try await refused(["scenarios", "reading", "--preset", "nan"], naming: "unknown preset \"nan\"")
    try await refused(["scenarios", "--set", "zz=1e9"], naming: "unknown parameter \"zz\"")
    try await refused(["scenarios", "--set", "tracker.driftSD=NaN"], naming: "tracker.driftSD")
    let plain = try await gazesim("scenarios", "reading", "--set", "phone.recline=45")
    #expect(plain.status == 0 && plain.stderr == "without effect: --set, since only --provenance shows constants\n")
    for setting in ["phone.recline=0x10", "phone.recline=abc", "phone.recline=", "phone.recline", "=", ""] {
      try await refused(["generate", "--set", setting], naming: "--set \(setting)", "KEY=VALUE")
    }
  }

  @Test(
    "impossible sizes are refused by name",
    arguments: [
      ("--participants", "0"), ("--participants", "100001"), ("--rate", "0.5"), ("--rate", "nan"), ("--rate", "1e9"),
      ("--duration", "0"), ("--duration", "nan"), ("--duration", "inf"), ("--duration", "1e300"),
    ])
  func sizes(option: String, value: String) async throws {
    try await refused(["generate", option, value], naming: "\(option.dropFirst(2)) = ", "expected")
    try await refused(["evaluate", option, value], naming: "\(option.dropFirst(2)) = ", "expected")
  }

  @Test("an output that is also an input is refused, also through a link and with --force")
  func inputAsOutput() async throws {
    try await recording("take.jsonl") { _ in }
    try scratch.write("{}", to: "p.json")
    try FileManager.default.createSymbolicLink(atPath: scratch("link.json"), withDestinationPath: "take.jsonl")
    try FileManager.default.createSymbolicLink(atPath: scratch("q.json"), withDestinationPath: "p.json")
    try scratch.write(try await gazesim("devices", "iphone12mini", "--json").text, to: "mine.json")
    let runs = [
      ["characterize", "take.jsonl", "-o", "take.jsonl"],
      ["import", "take.jsonl", "--from", "livelink", "-o", "link.json"],
      ["evaluate", "--input", "take.jsonl", "-o", "link.json"],
      ["calibrate", "--input", "link.json", "-o", "take.jsonl"],
      ["gate", "--profile", "mine.json", "--limits", "p.json", "-o", "q.json"],
      ["generate", "--profile", "mine.json", "-o", "mine.json"],
    ]
    for arguments in runs {
      if arguments[0] == "import" {
        // The import reads its input first, which must be a Live Link file.
        try await refused(arguments + ["--force"])
        continue
      }
      for force in [[], ["--force"]] {
        try await refused(arguments + force, naming: "-o ", "is also the input", "choose another name")
      }
    }
    let preset = try await gazesim("characterize", "take.jsonl", "-o", "own.json")
    #expect(preset.status == 0, "\(preset.stderr)")
    try await refused(
      ["generate", "--preset", "own.json", "-o", "own.json", "--force"],
      naming: "-o own.json: is also the input own.json; choose another name")
  }

  @Test("a file that a command finds by itself is an input, too, also through a link and with --force")
  func foundInputs() async throws {
    try FileManager.default.createDirectory(atPath: scratch("profiles"), withIntermediateDirectories: false)
    let table = packageRoot.appending(path: "Tests/FuzzCases/livelink/seed")
    try scratch.write(try String(contentsOf: table, encoding: .utf8), to: "face.csv")
    try scratch.write("{\"deviceModel\":\"iPhone13,1\"}", to: "take.json")
    try scratch.write("{\"FrameRate\":60}", to: "video_metadata.json")
    let profile = try await gazesim("devices", "iphone12mini", "--json").text
    try scratch.write(
      profile.replacing("\"id\" : \"iphone12mini\"", with: "\"id\" : \"mine1\""), to: "profiles/mine1.json")
    try FileManager.default.createSymbolicLink(atPath: scratch("link.json"), withDestinationPath: "profiles/mine1.json")
    let before = try scratch.text(of: "profiles/mine1.json")
    let generate = ["generate", "--device", "mine1", "--participants", "1", "--duration", "1", "-o"]
    let livelink = ["import", "face.csv", "--from", "livelink", "-o"]
    for (arguments, input) in [
      (livelink + ["take.json"], "take.json"), (livelink + ["video_metadata.json"], "video_metadata.json"),
      (generate + ["profiles/mine1.json"], "\(scratch("profiles"))/mine1.json"),
      (generate + ["link.json"], "\(scratch("profiles"))/mine1.json"),
    ] {
      try await refused(arguments + ["--force"], naming: "is also the input \(input); choose another name")
    }
    #expect(try scratch.text(of: "profiles/mine1.json") == before)
  }

  @Test("a recording or a constant that is given twice")
  func twice() async throws {
    try await recording("a.jsonl") { _ in }
    for command in ["evaluate", "gate", "calibrate"] {
      try await refused(
        [command, "--input", "a.jsonl", "--input", "./a.jsonl"], naming: "--input ./a.jsonl: is the same recording")
    }
    try await refused(
      ["generate", "--set", "phone.recline=10", "--set", "phone.recline=20"], naming: "--set phone.recline=20: was set")
  }

  @Test("option values out of range are errors with the value in the message, not wrong usage")
  func optionValues() async throws {
    try await refused(["evaluate", "--jobs", "0"], naming: "--jobs: is 0; expected 1 to 1024")
    try await refused(["replay", "a.jsonl", "--speed", "0"], naming: "--speed: is 0.0; expected 0.001 to 1000")
    for value in ["nan", "1e308", "91"] {
      try await refused(["compare", "--recline", value], naming: "--recline: is \(value); expected 0 to 90")
    }
    try await refused(["generate", "--set", "phone.orientation=9"], naming: "expected a whole number, 0.0 to 3.0\n")
    try await refused(["generate", "--preset", "no.json"], naming: "no.json: ", "no such file or folder")
    try await refused(["evaluate", "--calibration", "/"], naming: "/: ", "is a folder")
    try await refused(["gate", "--limits", "no.json"], naming: "no.json: ", "no such file or folder")
    try await refused(["evaluate", "--smoothing", "foo"], naming: "unknown smoothing \"foo\"", "; `gazesim")
  }

  @Test("a stranger's names reach the terminal without control characters")
  func strangersNames() async throws {
    try await recording("a.jsonl") { lines in
      lines[0] = lines[0].replacing("\"preset\":\"typical\"", with: "\"preset\":\"x\\ny\\t\\u202e\\u2028\\u001b[31m\"")
    }
    for arguments in [
      ["characterize", "a.jsonl"], ["characterize", "a.jsonl", "--json"], ["evaluate", "--input", "a.jsonl"],
    ] {
      let outcome = try await gazesim.run(arguments)
      #expect(outcome.status == 0, "\(outcome.stderr)")
      let unsafe = outcome.text.unicodeScalars.filter { $0 != "\n" && TerminalText.isUnsafe($0) }
      #expect(unsafe.isEmpty && !outcome.text.contains("x\ny"), "\(outcome.text.prefix(400))")
    }
    let hostile = "a\u{202E}\u{1B}b\tc\nd"
    try await refused(["generate", "--device", hostile], naming: "a\u{FFFD}\u{FFFD}b\u{FFFD}c\u{FFFD}d")
  }

  @Test("a very long word is cut in the error about it")
  func longWords() async throws {
    let word = String(repeating: "a", count: 5000)
    for arguments in [
      ["record-info", word], ["record-info", "a.jsonl", word], ["generate", "--seed", word],
      ["generate", "--\(word)"], ["devices", word], ["generate", "--device", word],
      ["import", "a", "--from", "table", "--euler", word, "-o", "b"],
    ] {
      let outcome = try await gazesim.run(arguments)
      #expect(outcome.status == 2 || outcome.status == 64, "\(arguments[0]): \(outcome.stderr.prefix(100))")
      #expect(outcome.stderr.contains("aaaa") && outcome.stderr.count < 2000, "\(outcome.stderr.prefix(200))")
    }
  }

  @Test("no argument and no file's name begins a workflow command in a runner's log")
  func workflowCommands() async throws {
    let attacks = [
      ["evaluate", "--seed", "x\n::error::pwn"], ["evaluate", "--no\r\n::error::pwn"], ["study", "x\n::error::pwn"],
      ["evaluate", "x\n\t::error::pwn"], ["evaluate", "--seed=\n::error::pwn"], ["generate", "--seed", "##[error]pwn"],
      ["generate", "--device", "##[error]pwn"], ["record-info", "::error::pwn"], ["help", "x\n::error::pwn"],
      ["compare", "--recline", "1\n::error::pwn"],
    ]
    for arguments in attacks {
      let outcome = try await gazesim.run(arguments, environment: ["GITHUB_ACTIONS": "true"])
      let lines = (outcome.stderr + outcome.text).components(separatedBy: .newlines)
      #expect(outcome.status == 64 || outcome.status == 2 || arguments[0] == "help", "\(arguments)")
      for line in lines {
        #expect(!line.trimmingCharacters(in: .whitespaces).hasPrefix("::") && !line.contains("##["), "\(line)")
      }
    }
    // A remark and a result begin with the file's name.
    try await recording("::error::cut.jsonl") { lines in lines.append(String(lines.removeLast().prefix(40))) }
    let outcome = try await gazesim("record-info", "::error::cut.jsonl")
    #expect(outcome.status == 0 && outcome.text.hasPrefix("\u{FFFD}:error::cut.jsonl: "), "\(outcome.text)")
    #expect(outcome.stderr.split(separator: "\n").allSatisfy { !$0.hasPrefix("::") }, "\(outcome.stderr)")
  }

  @Test("an existing output is unchanged without --force, and replaced with it")
  func existing() async throws {
    try scratch.write("mine", to: "a.jsonl")
    try scratch.write("mine", to: "a.json")
    try scratch.write("mine", to: "iphone12mini-calibration-1.jsonl")
    try scratch.write("mine", to: "iphone12mini.calibration.json")
    let runs = [
      ["generate", "--duration", "5"], ["generate", "--duration", "5", "-o", "a.jsonl"], ["calibrate"],
      ["calibrate", "-o", "a.json"], ["evaluate", "--participants", "1", "--duration", "5", "-o", "a.json"],
    ]
    for arguments in runs {
      try await refused(arguments, naming: "already exists", "--force")
    }
    let forced = try await gazesim("generate", "--duration", "5", "-o", "a.jsonl", "--force")
    #expect(forced.status == 0, "\(forced.stderr)")
    #expect(try RecordingReader(path: scratch("a.jsonl")).header.device == "iphone12mini")
    #expect(scratch.names.count == 4)
  }

  @Test("a run that fails with --force leaves the old output unchanged")
  func forcedFailure() async throws {
    try scratch.write("mine", to: "a.json")
    try await recording("cut.jsonl") { $0[100] = "{" }
    for command in ["evaluate", "calibrate"] {
      try await refused(
        [command, "--input", "cut.jsonl", "-o", "a.json", "--force"], naming: "cut.jsonl:101: ")
    }
    try scratch.write("Timecode,BlendShapeCount\n00:00:00:00.000,0\n", to: "cut.csv")
    try await refused(["import", "cut.csv", "--from", "livelink", "-o", "a.json", "--force"], naming: "cut.csv")
  }

  @Test("a place where nothing can be written")
  func unwritable() async throws {
    try scratch.write("a file", to: "file")
    try await refused(["generate", "-o", "file/a.jsonl"], naming: "file/a.jsonl: ", "not a folder")
    try await refused(["generate", "-o", "nowhere/a.jsonl"], naming: "nowhere/a.jsonl: ", "no folder \"nowhere/\"")
    try await refused(["generate", "-o", "."], naming: ".: ", "it is a folder; name a file")
    try await refused(["calibrate", "-o", "nowhere/a.json"], naming: "nowhere/a.json: ")
    let evaluation = ["evaluate", "--participants", "1", "--duration", "5", "-o"]
    try await refused(evaluation + ["nowhere/a.json"], naming: "nowhere/a.json: ")
    try await refused(evaluation + ["a.xlsx"], naming: "a.xlsx: ", ".json")
  }

  @Test("a full disk", .enabled(if: FileManager.default.fileExists(atPath: "/dev/full"), "there is no /dev/full here"))
  func fullDisk() async throws {
    try await refused(["generate", "--duration", "5", "-o", "/dev/full"], naming: "/dev/full: ", "the disk is full")
  }

  @Test("a read-only folder", .enabled(if: geteuid() != 0, "the superuser may write into read-only folders"))
  func readOnlyFolder() async throws {
    try FileManager.default.setAttributes([.posixPermissions: 0o555], ofItemAtPath: scratch.path)
    try await refused(["generate"], naming: "iphone12mini-calibration-1.jsonl: ", "permission denied")
    try await refused(["calibrate"], naming: "iphone12mini.calibration.json: ", "permission denied")
  }

  @Test("a calibration of another device, a damaged calibration, and another device than the recording's are refused")
  func otherDevice() async throws {
    for arguments in [
      ["generate", "--device", "iphone15", "--scenario", "personal", "-o", "other.jsonl"],
      ["calibrate", "--input", "other.jsonl", "-o", "c.json"],
    ] {
      let outcome = try await gazesim.run(arguments)
      #expect(outcome.status == 0, "\(outcome.stderr)")
    }
    try await recording("a.jsonl") { _ in }
    for arguments in [["evaluate"], ["gate"], ["evaluate", "--input", "a.jsonl"], ["replay", "--fast", "a.jsonl"]] {
      try await refused(
        arguments + ["--calibration", "c.json"], naming: "c.json: field \"device\"", "\"iphone15\"",
        "\"iphone12mini\"")
    }
    let text = try scratch.text(of: "c.json")
    try scratch.write(text.replacing(/"screenWidth" : [0-9.e-]+/, with: "\"screenWidth\" : -1"), to: "c.json")
    try await refused(
      ["evaluate", "--device", "iphone15", "--calibration", "c.json"],
      naming: "c.json: field \"geometry.screenWidth\"")
    for arguments in readers(of: "a.jsonl") {
      try await refused(
        arguments + ["--device", "iphone15"], naming: "a.jsonl:1: field \"device\"", "\"iphone12mini\"", "\"iphone15\"")
    }
  }

  @Test("a simulated calibration is not applied to a recorded take without --allow-simulated")
  func simulatedOnRecorded() async throws {
    try await SimulatedCalibration.shared().write(to: scratch("c.json"))
    try await recording("take.jsonl") { lines in
      lines[0] = lines[0].replacing("\"source\":\"simulated\"", with: "\"source\":\"recorded\"")
    }
    for arguments in [["evaluate", "--input", "take.jsonl"], ["replay", "--fast", "take.jsonl"]] {
      let given = arguments + ["--calibration", "c.json"]
      try await refused(given, naming: "c.json: field \"provenance\"", "simulated", "--allow-simulated")
      let allowed = try await gazesim.run(given + ["--allow-simulated"])
      #expect(allowed.status == 0, "\(allowed.stderr)")
    }
    // A fit to a take that is marked as recorded may be applied to it.
    let fitted = try await gazesim("calibrate", "--input", "take.jsonl", "-o", "r.json")
    #expect(fitted.status == 0, "\(fitted.stderr)")
    let applied = try await gazesim("evaluate", "--input", "take.jsonl", "--calibration", "r.json", "--json")
    #expect(applied.status == 0, "\(applied.stderr)")
    let json = try applied.json()
    #expect(json["deviceCalibration"] as? String == "recorded")
    #expect(json["source"] as? String == "recorded")
    #expect(json["personCalibration"] as? String == "file")
  }

  /// Changes to the 100th and later frames, as a stranger's file may have them.
  enum Strangeness: String, CaseIterable, Sendable {
    case farFuture, farPast, noTime, everyOtherPerson, hugeTarget, hugeTruth, hugePose, noPose
  }

  @Test(
    "finite but absurd numbers neither crash a command nor lead to NaN", arguments: Strangeness.allCases)
  func absurd(_ strangeness: Strangeness) async throws {
    try await recording("a.jsonl") { lines in
      lines[0] = lines[0].replacing("\"participants\":1", with: "\"participants\":2")
      for index in 100..<lines.count {
        switch strangeness {
        case .farFuture: lines[index].replace(/"t":[0-9.]+/, with: "\"t\":1e300")
        case .farPast: lines[index].replace(/"t":[0-9.]+/, with: "\"t\":-1.7e308")
        case .noTime: lines[index].replace(/"t":[0-9.]+/, with: "\"t\":0")
        case .everyOtherPerson: lines[index].replace("\"participant\":0", with: "\"participant\":\(index % 2)")
        case .hugeTarget: lines[index].replace(/"target":\[[^\]]*\]/, with: "\"target\":[1e300,-1e300]")
        case .hugeTruth: lines[index].replace(/"gaze":\[[^\]]*\]/, with: "\"gaze\":[1.7e308,-1.7e308]")
        case .hugePose:
          let pose = Array(repeating: "3e38", count: 16).joined(separator: ",")
          lines[index].replace(/"face":\[[^\]]*\]/, with: "\"face\":[\(pose)]")
        case .noPose: lines[index].replace(/"leftEye":\[[^\]]*\]/, with: "\"leftEye\":null")
        }
      }
    }
    for arguments in readers(of: "a.jsonl") {
      let outcome = try await gazesim.run(arguments + ["--json"] + (arguments[0] == "calibrate" ? ["-o", "-"] : []))
      #expect(!outcome.isSignalled, "\(arguments): \(outcome.stderr)")
      #expect([0, 1, 2, 3].contains(outcome.status), "\(arguments): \(outcome.stderr)")
      guard arguments[0] != "replay" else {
        try expectLines(outcome)
        continue
      }
      if outcome.status == 2 { expectRefusal(outcome) } else { _ = try outcome.json() }
    }
    #expect(scratch.names == ["a.jsonl"])
  }

  /// Expects the lines of a replay up to an error: whole lines, each an object, and a report if and only if the replay
  /// reached the end.
  private func expectLines(_ outcome: Command.Outcome) throws {
    #expect(outcome.text.hasSuffix("\n"))
    let lines = try outcome.text.split(separator: "\n").map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
    // The header is not a frame, and the 100th frame is the first strange one.
    #expect(lines.count >= 99)
    #expect((lines.last?["schema"] as? String == "gazesim.replay") == (outcome.status == 0))
    let isOneLine = outcome.stderr.hasPrefix("gazesim: error: ") && outcome.stderr.count { $0.isNewline } == 1
    #expect(outcome.status == 0 ? outcome.stderr.isEmpty : isOneLine, "\(outcome.stderr)")
  }
}
