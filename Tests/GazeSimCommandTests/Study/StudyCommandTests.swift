import Foundation
import TestSupport
import Testing

@Suite struct StudyCommandTests {
  private let gazesim: Command
  private var scratch: ScratchFolder { gazesim.folder }

  init() throws { gazesim = try Command() }

  @Test(
    "every study explains itself",
    arguments: [
      "population", "splits", "protocol", "sensitivity", "characterize", "coverage", "intervals", "gates",
      "limits", "correctness", "doctor", "smoothing", "trigger", "trust", "recentre", "confirm", "readers",
    ])
  func help(study: String) async throws {
    let help = try await gazesim("study", study, "--help")
    #expect(help.status == 0 && help.stderr.isEmpty, "\(help.stderr)")
    #expect(help.text.contains("USAGE: gazesim study \(study)"))
    let all = try await gazesim("study", "--help")
    #expect(all.status == 0 && all.text.contains("  \(study) "))
  }

  @Test("population prints its error beside the published one")
  func population() async throws {
    let people = ["study", "population", "--details", "--participants", "30"]
    let text = try await gazesim.run(people)
    #expect(text.status == 0 && text.stderr.isEmpty, "\(text.stderr)")
    for part in [
      "preset typical, phone 1, seed 1", "published: Taore 2024", "3.20",
      "goal: mean 3.2 ± 0.15", "SD of 28 people 1.8 to 2.2",
    ] {
      #expect(text.text.contains(part), "\(part) in \(text.text)")
    }
    let json = try await gazesim.run(people + ["--json", "--preset", "optimistic"]).json()
    #expect(json["schema"] as? String == "gazesim.study.population" && json["preset"] as? String == "optimistic")
    let error = try #require(json["error"] as? [String: Any])
    #expect((error["mean"] as? Double ?? 0) > 0.5 && error["sdCI95"] is NSNull)
  }

  @Test("every study is also printed as Markdown, and either so or as JSON")
  func markdown() async throws {
    let trust = ["study", "trust", "--participants", "3", "--duration", "5", "--markdown"]
    let text = try await gazesim.run(trust)
    #expect(text.status == 0 && text.stderr.isEmpty, "\(text.stderr)")
    #expect(text.text.contains("| standard | pointer error pt |\n| --- | --: |\n| without a calibration | "))
    expectRefusal(try await gazesim.run(trust + ["--json"]), naming: "--markdown: excludes --json")
  }

  @Test("confirm prints its arms, finds two people too few for its bars, and refuses a share that cannot be detected")
  func confirm() async throws {
    let few = ["study", "confirm", "--participants", "2", "--duration", "15", "--set", "sign.miss=0.2"]
    let text = try await gazesim.run(few + ["--details"])
    #expect(text.status == 0 && text.stderr.isEmpty, "\(text.stderr)")
    for part in ["iphone12mini, preset typical", "edge, tap15", "confirm, ideal"] {
      #expect(text.text.contains(part), "\(part) in \(text.text)")
    }
    // Two people are too few for the bars.
    #expect(!text.text.contains("Bars:"))
    let short = try await gazesim.run(few + ["--bars"])
    #expect(short.text.contains("too few people for a verdict: at least 20") && !short.text.contains("tap15"))
    let json = try await gazesim.run(few + ["--json"]).json()
    #expect(json["schema"] as? String == "gazesim.study.confirm" && json["map"] is NSNull)
    expectRefusal(try await gazesim.run(few + ["--detection", "1.5"]), naming: "--detection")
    expectRefusal(try await gazesim("study", "confirm", "--participants", "0"), naming: "--participants: is 0;")
  }

  @Test("splits prints every fitted share and drift with its constants, and --split takes them")
  func splits() async throws {
    let text = try await gazesim.run(["study", "splits", "--details", "--participants", "40"])
    #expect(text.status == 0 && text.stderr.isEmpty, "\(text.stderr)")
    for part in ["constants as they are", "mean 3.2 ± 0.15 deg, SD of 28 people 2.0 ± 0.2", "share found", " fit"] {
      #expect(text.text.contains(part), "\(part) in \(text.text)")
    }
    let generate = ["generate", "--scenario", "validation", "--duration", "1"]
    let session = try await gazesim.run(generate + ["--split", "session", "-o", "session.jsonl"])
    #expect(session.status == 0, "\(session.stderr)")
    #expect(try scratch.text(of: "session.jsonl").contains("\"preset\":\"typical/session\""))
    for (split, words) in [
      (["--split", "sesion"], "did you mean"), (["--split", "person", "--preset", "ideal"], "typical"),
    ] {
      let refused = try await gazesim.run(generate + split + ["-o", "refused.jsonl"])
      #expect(refused.status == 2 && refused.stderr.contains(words), "\(refused.stderr)")
    }
  }

  @Test("protocol prints three numbers and the worst direction for each preset")
  func threeNumbers() async throws {
    let people = ["study", "protocol", "--details", "--participants", "2", "--grid", "2"]
    let text = try await gazesim.run(people)
    #expect(text.status == 0 && text.stderr.isEmpty, "\(text.stderr)")
    for preset in ["ideal", "optimistic", "typical", "pessimistic"] {
      #expect(text.text.matches(of: try Regex("(?m)^\(preset) ")).count == 4, "\(text.text)")
    }
    for part in ["calibration points", "2 x 2 grid", "moved 50 mm, mean of six", "worst: ", "0.27 / 0.39 / 1.47"] {
      #expect(text.text.contains(part), "\(part) in \(text.text)")
    }
    let json = try await gazesim.run(people + ["--json", "--preset", "ideal", "--shift", "30"]).stdout
    let reports = try #require(try JSONSerialization.jsonObject(with: json) as? [[String: Any]])
    #expect(reports.map { $0["preset"] as? String } == ["ideal"])
    #expect(reports.first?["shiftMillimetres"] as? Double == 30)
    #expect((reports.first?["directions"] as? [Any])?.count == 6)
  }

  @Test("sensitivity ranks what it is asked about")
  func sensitivity() async throws {
    let study = [
      "study", "sensitivity", "--details", "--participants", "9", "--duration", "8", "--scenario", "validation",
      "--keys",
      "task.absence,tracker.driftSD",
    ]
    let text = try await gazesim.run(study)
    #expect(text.status == 0 && text.stderr.isEmpty, "\(text.stderr)")
    #expect(
      text.text.contains("\n1  tracker.driftSD deg") && text.text.contains("\n2  task.absence s"), "\(text.text)")
    #expect(text.text.contains("of 2 can be distinguished from no effect"))
    let json = try await gazesim.run(study + ["--json"]).json()
    let rankings = try #require(json["rankings"] as? [[String: Any]])
    #expect(rankings.compactMap { $0["outcome"] as? String } == ["pointerError", "scrollF1", "offScreenScroll"])
    let rows = try #require(rankings[0]["rows"] as? [[String: Any]])
    #expect(rows.map { $0["key"] as? String } == ["tracker.driftSD", "task.absence"])
  }

  @Test("smoothing prints every filter beside the article's and the best causal one")
  func smoothing() async throws {
    let study = ["study", "smoothing", "--details", "--participants", "1"]
    let text = try await gazesim.run(study)
    #expect(text.status == 0 && text.stderr.isEmpty, "\(text.stderr)")
    for part in ["none: none", "gatedTriangular: ", "kalman: ", "mean10: the article's", "best: best causal", "*"] {
      #expect(text.text.contains(part), "\(part) in \(text.text)")
    }
    let json = try await gazesim.run(study + ["--json"]).json()
    #expect(json["schema"] as? String == "gazesim.study.smoothing")
    #expect((json["rows"] as? [Any])?.count == 9)
  }

  // In the developer's set, `study trigger` tests that a study's result does not depend on --jobs.
  @Test("smoothing prints the same whatever --jobs", .slow("8 s: two people fitted twice"))
  func smoothingJobs() async throws {
    let study = ["study", "smoothing", "--participants", "2", "--json", "--jobs"]
    let one = try await gazesim.run(study + ["1"])
    #expect(try (one.json()["rows"] as? [Any])?.count == 9, "\(one.stderr)")
    #expect(try await gazesim.run(study + ["3"]).stdout == one.stdout)
  }

  @Test("trigger prints before and after in both scenarios and loops, the same whatever --jobs")
  func trigger() async throws {
    let study = ["study", "trigger", "--details", "--participants", "2", "--duration", "20"]
    let text = try await gazesim.run(study)
    #expect(text.status == 0 && text.stderr.isEmpty, "\(text.stderr)")
    for part in [
      "reading   open    before", "recipe    closed  after", "s lost a minute", "tuned on simulated",
    ] {
      #expect(text.text.contains(part), "\(part) in \(text.text)")
    }
    let one = try await gazesim.run(study + ["--json", "--jobs", "1"])
    let json = try one.json()
    #expect(json["schema"] as? String == "gazesim.study.trigger" && (json["rows"] as? [Any])?.count == 8)
    #expect(try await gazesim.run(study + ["--json", "--jobs", "3"]).stdout == one.stdout)
  }

  @Test("wrong names and values are refused")
  func refusals() async throws {
    expectRefusal(
      try await gazesim("study", "population", "--preset", "typicl"), naming: "unknown preset", "\"typical\"")
    expectRefusal(
      try await gazesim("study", "protocol", "--preset", "typical", "--preset", "best"),
      naming: "unknown preset \"best\"")
    expectRefusal(try await gazesim("study", "protocol", "--against", "tuth"), naming: "\"truth\"")
    expectRefusal(
      try await gazesim("study", "sensitivity", "--keys", "tracker.drift"),
      naming: "unknown parameter \"tracker.drift\"")
    expectRefusal(try await gazesim("study", "population", "--participants", "0"), naming: "participants = 0")
    expectRefusal(try await gazesim("study", "protocol", "--grid", "1"), naming: "--grid: is 1; expected 2 to 16")
    expectRefusal(try await gazesim("study", "protocol", "--shift", "nan"), naming: "--shift: is nan; expected")
    expectRefusal(try await gazesim("study", "sensitivity", "--top=-1"), naming: "--top: is -1; expected 0 or more")
    expectRefusal(
      try await gazesim("study", "characterize", "--repeats", "0"), naming: "--repeats: is 0; expected 1 to 100000")
    let unparsed = try await gazesim("study", "sensitivity", "--keys", "")
    #expect(unparsed.status == 64 && unparsed.stderr.contains("Usage: gazesim study sensitivity"), "\(unparsed.stderr)")
  }

  @Test("one person, or one seed, meets nothing and covers nothing")
  func tooFew() async throws {
    let alone = try await gazesim("study", "population", "--details", "--participants", "1")
    #expect(alone.text.contains(": too few people; SD") && !alone.text.contains(": met"), "\(alone.text)")
    let seed = try await gazesim("study", "characterize", "--details", "--repeats", "1", "--duration", "20")
    #expect(seed.status == 0 && seed.text.contains("too few repeats to say"), "\(seed.text)")
    #expect(!seed.text.contains("covers at least"))
    let help = try await gazesim("study", "characterize", "--help")
    #expect(!help.text.contains("--participants") && help.text.contains("--seed"))
  }

  @Test("coverage: a table a noise and prior, JSON of the contract, and refusals")
  func coverage() async throws {
    let study = [
      "study", "coverage", "--details", "--repeats", "4", "--participants", "2", "--noise", "0.5,1", "--quiet",
    ]
    let text = try await gazesim.run(study).text
    for heading in ["noise 0.50 deg a frame, priors on", "noise 1.00 deg a frame, priors off"] {
      #expect(text.contains(heading))
    }
    let json = try await gazesim.run(study + ["--json"]).json()
    #expect(json["repeats"] as? Int == 4)
    let rows = try #require(json["parameters"] as? [[String: Any]])
    #expect(rows.count == 40)
    for key in ["name", "biasOverSE", "efficiency", "coverage"] { #expect(rows[0][key] != nil, "\(key)") }
    expectRefusal(
      try await gazesim("study", "coverage", "--noise", "loud"), naming: "--noise: is loud; expected degrees")
    expectRefusal(try await gazesim("study", "coverage", "--priors", "some"), naming: "expected on, off or both")
    expectRefusal(try await gazesim("study", "coverage", "--repeats", "1"), naming: "--repeats: is 1; expected 2")
    expectRefusal(try await gazesim("study", "coverage", "--preset", "typicl"), naming: "unknown preset")
  }
}
