import TestSupport
import Testing

@Suite struct UnknownWordsTests {
  private let gazesim: Command
  private var scratch: ScratchFolder { gazesim.folder }

  init() throws { gazesim = try Command() }

  @Test(
    "a misspelt command names the nearest one, in one line, with exit code 64",
    arguments: [
      (["gaet"], "gazesim: error: unknown command \"gaet\": did you mean \"gate\"? `gazesim --help` lists all\n"),
      (["gaet", "--device", "iphone16"], "did you mean \"gate\"?"),
      (["help", "evalute"], "unknown command \"evalute\": did you mean \"evaluate\"?"),
      (["study", "xyz"], "run 'script/evidence' there"),
      (["study", "recentre"], "run 'script/evidence recentre' there"),
      (["study", "gates", "--runs", "2"], "run 'script/evidence validate gates N' there"),
      (["xyzzyx"], "unknown command \"xyzzyx\": `gazesim --help` lists all"),
    ])
  func commands(arguments: [String], part: String) async throws {
    let outcome = try await gazesim.run(arguments)
    expectRefusal(outcome, naming: part, status: 64)
  }

  @Test("a recording in place of a command says which commands take it")
  func file() async throws {
    try scratch.write("", to: "take.jsonl")
    expectRefusal(
      try await gazesim("take.jsonl"), naming: "\"take.jsonl\" is a file, no command", "'gazesim doctor take.jsonl'",
      "'gazesim evaluate take.jsonl'", status: 64)
  }

  @Test(
    "a bare word that is no file names the option, value or command that it was meant to be",
    arguments: [
      (["evaluate", "reading"], "did you mean --scenario reading?"),
      (["evaluate", "devise"], "did you mean --device?"),
      (["gate", "iphone16"], "did you mean --device iphone16?"),
      (["gate", "evaluate"], "did you mean 'gazesim evaluate', another command?"),
      (["compare", "standrad"], "did you mean --pipelines standard?"),
      (["calibrate", "participants"], "did you mean --participants?"),
    ])
  func words(arguments: [String], part: String) async throws {
    expectRefusal(try await gazesim.run(arguments), naming: "\"\(arguments[1])\" is no file; ", part, status: 64)
  }

  @Test("a path that does not exist is an error of the file, with exit code 2")
  func missing() async throws {
    expectRefusal(try await gazesim("evaluate", "no/such"), naming: "no/such: cannot read")
    expectRefusal(try await gazesim("gate", "take.jsonl"), naming: "take.jsonl: cannot read")
    expectRefusal(try await gazesim("compare", "xyzzyx"), naming: "xyzzyx: cannot read")
  }
}
