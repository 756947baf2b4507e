import GazeRecording
import TestSupport
import Testing

@Suite struct DecimalNumbersTests {
  private let gazesim: Command
  private var scratch: ScratchFolder { gazesim.folder }

  init() throws { gazesim = try Command() }

  @Test("a hexadecimal number is wrong usage, also with = and in a binary power")
  func refused() async throws {
    for words in [["--duration", "0x10"], ["--duration=0X10"], ["--rate", "0x1p5"]] {
      let outcome = try await gazesim.run(["generate", "--participants", "1", "-o", "a.jsonl"] + words)
      let (option, value) = (words[0].prefix { $0 != "=" }, words.last?.split(separator: "=").last ?? "")
      expectRefusal(
        outcome, naming: "gazesim: error: \(option): is \(value); expected a decimal number, such as 16\n", status: 64)
    }
    expectRefusal(
      try await gazesim("gate", "--limit", "pointer.errorPoints.median<=0x10"), naming: "\"0x10\" is no number")
  }

  @Test("a name that looks like a hexadecimal number is a name")
  func names() async throws {
    let words = ["generate", "--participants", "1", "--duration", "1", "--quiet", "-o"]
    #expect(try await gazesim.run(words + ["0x10"]).status == 0)
    let named = try await gazesim("convert", "0x10", "--person", "0x20", "-o", "b.jsonl")
    #expect(named.status == 0, "\(named.stderr)")
    #expect(try RecordingReader(path: scratch("b.jsonl")).header.person == "0x20")
  }
}
