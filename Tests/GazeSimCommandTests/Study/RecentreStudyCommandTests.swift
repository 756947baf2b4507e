import Foundation
import TestSupport
import Testing

@Suite struct RecentreStudyCommandTests {
  private let gazesim: Command

  init() throws { gazesim = try Command() }

  @Test("help names the arms, the splits and the conditions")
  func help() async throws {
    let help = try await gazesim("study", "recentre", "--help")
    #expect(help.status == 0 && help.stderr.isEmpty, "\(help.stderr)")
    for part in ["USAGE: gazesim study recentre", "tap15", "pessimistic", "skipParagraph"] {
      #expect(help.text.contains(part), "\(part) in \(help.text)")
    }
  }

  @Test("a table of each seed, the same JSON whatever --jobs")
  func table() async throws {
    let study = [
      "study", "recentre", "--participants", "2", "--duration", "90", "--split", "typical", "--seed", "5411,5412",
      "--phone", "55,56", "--arms", "dot,reading", "--quiet",
    ]
    let text = try await gazesim.run(study + ["--details"])
    #expect(text.status == 0, "\(text.stderr)")
    for part in [
      "tuned on seed 77, phone 81; judged on seed 5411, phone 55; seed 5412, phone 56", "seed 5412, phone 56\nsplit",
      "last 60 s", "too few people",
    ] {
      #expect(text.text.contains(part), "\(part) in \(text.text)")
    }
    let one = try await gazesim.run(study + ["--json", "--jobs", "1"])
    let json = try one.json()
    #expect(json["schema"] as? String == "gazesim.study.recentre" && (json["rows"] as? [Any])?.count == 8)
    #expect(try await gazesim.run(study + ["--json", "--jobs", "2"]).stdout == one.stdout)
  }

  @Test(
    "wrong names and values are refused",
    arguments: [
      (["--split", "sesion"], "unknown split \"sesion\""), (["--arms", "taps"], "unknown arm \"taps\""),
      (["--condition", "skiming"], "unknown condition \"skiming\""),
      (["--arms", "none"], "expected another arm beside it: x, dot"),
      (["--trigger", "below"], "--trigger: is below; expected edge or confirm"),
      (["--compensation", "2"], "--compensation: is 2.0; expected 0 to 1"),
      (["--duration", "30"], "--duration: is 30.0; expected 90 to 3600"),
      (["--seed", "1,2", "--phone", "1,2,3"], "--phone: is 1,2,3; expected one phone, or 2"),
      (["--seed", "1,x"], "--seed: is 1,x; expected whole numbers"), (["--seed", "1,1"], "expected each seed once"),
      (["--split", ""], "--split: is empty"), (["--participants", "0"], "--participants: is 0; expected 1 to 100000"),
    ])
  func refusals(options: [String], words: String) async throws {
    expectRefusal(try await gazesim.run(["study", "recentre"] + options), naming: words)
  }
}
