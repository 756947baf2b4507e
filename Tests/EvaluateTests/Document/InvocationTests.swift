import Documents
import Testing

@testable import Evaluate

@Suite struct InvocationTests {
  @Test("words are quoted as a shell reads them")
  func quotes() {
    let command = Invocation(["gate", "--input", "my take.jsonl", "it's", "", "a$b", "x_1.2/y"])
    #expect(
      command.quoted == ["gazesim", "gate", "--input", "'my take.jsonl'", "'it'\\''s'", "''", "'a$b'", "x_1.2/y"])
    #expect(command.isPrintable && !Invocation(["a\u{1B}b"]).isPrintable)
  }

  @Test("options are added before --, and an earlier value is replaced")
  func options() {
    let command = Invocation(["gate", "--most-participants=20", "--", "-a.jsonl"])
    #expect(command.adding("--details").words == ["gate", "--most-participants=20", "--details", "--", "-a.jsonl"])
    #expect(
      command.setting("--most-participants", "90").words == ["gate", "--most-participants", "90", "--", "-a.jsonl"])
    #expect(Invocation(["gate", "-o", "a.json"]).repeatable.words.last == "--force")
    #expect(Invocation(["gate", "-o", "a.json", "--force"]).repeatable.words.count == 4)
    #expect(Invocation(["gate"]).repeatable.words == ["gate"])
  }

  @Test("a line is not broken between an option and its value")
  func units() {
    #expect(Invocation(["gate", "--input", "a", "-o", "b"]).units == ["gazesim", "gate", "--input a", "-o b"])
  }
}
