import TestSupport
import Testing

@Suite struct RepeatedOptionsTests {
  private let gazesim: Command

  init() throws { gazesim = try Command() }

  @Test(
    "an option that holds one value and is given twice is wrong usage, under each of its names",
    arguments: [
      (["convert", "a.jsonl", "--person", "a", "--person", "b", "-o", "b.jsonl"], "--person"),
      (["characterize", "a.jsonl", "-o", "x.json", "-o", "y.json"], "--output"),
      (["generate", "-o", "x.jsonl", "--output=x.jsonl"], "--output"),
      (["gate", "--pipeline-command", "false", "--pipeline-command", "true"], "--pipeline-command"),
      (["compare", "--draws=1", "--draws=1"], "--draws"),
    ])
  func refused(arguments: [String], option: String) async throws {
    let outcome = try await gazesim.run(arguments)
    expectRefusal(
      outcome, naming: "gazesim: error: \(option) is given twice, but holds one value; give it once\n", status: 64)
  }

  @Test("options made for several values and flags may be given twice, and so may words after --")
  func accepted() async throws {
    let generated = try await gazesim(
      "generate", "--set", "phone.recline=10", "--set", "phone.roll=1", "--duration", "1", "--quiet", "--quiet",
      "--participants", "1", "-o", "a.jsonl")
    #expect(generated.status == 0, "\(generated.stderr)")
    let files = try await gazesim("evaluate", "--seed", "1", "--", "--seed", "--seed")
    #expect(files.status != 64 || !files.stderr.contains("given twice"), "\(files.stderr)")
  }
}
