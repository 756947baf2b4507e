import Foundation
import Synchronization
import Testing

@testable import GazeSimCommand

struct ProgressTests {
  /// The text that a bar wrote, and a clock that the test moves.
  private final class Terminal: Sendable {
    private let state = Mutex((texts: [String](), seconds: 0.0))

    func write(_ text: String) { state.withLock { $0.texts.append(text) } }
    func move(to time: Double) { state.withLock { $0.seconds = time } }
    var time: Double { state.withLock { $0.seconds } }
    var all: [String] { state.withLock { $0.texts } }

    /// The percentages in the order in which they were written.
    var percentages: [Int] {
      all.compactMap { $0.firstMatch(of: #/\] (\d+) %/#).flatMap { Int($0.1) } }
    }
  }

  private func bar(_ terminal: Terminal) -> GazeSimCommand.Progress {
    .init("gate", to: { terminal.write($0) }, clock: { terminal.time })
  }

  @Test("the bar never runs backwards, whatever the cores report")
  func monotone() async {
    let terminal = Terminal()
    let bar = bar(terminal)
    await withTaskGroup(of: Void.self) { group in
      for task in 0..<8 {
        group.addTask { for step in 0...100 { bar.show(Double((step * 37 + task * 11) % 101) / 100) } }
      }
    }
    let shown = terminal.percentages
    #expect(shown == shown.sorted() && shown.last == 100 && Set(shown).count == shown.count)
  }

  @Test("the time left appears after two seconds, and fits a terminal of 80 columns")
  func timeLeft() {
    let terminal = Terminal()
    let bar = bar(terminal)
    bar.show(0.1)
    terminal.move(to: 1.9)
    bar.show(0.2)
    #expect(!terminal.all.joined().contains("left"))
    terminal.move(to: 3)
    bar.show(0.25)
    #expect(terminal.all.last == "\rgate [#######.......................] 25 %, 9 s left\u{1B}[K")
    terminal.move(to: 400)
    bar.show(0.5, isBound: true)
    #expect(terminal.all.last?.contains("50 %, at most 7 min left") == true)
    terminal.move(to: 40_000)
    bar.show(0.6)
    #expect(terminal.all.last?.contains("60 %, 8 h left") == true)
    bar.show(1)
    #expect(terminal.all.last?.contains("100 %\u{1B}") == true)
    #expect(terminal.all.allSatisfy { $0.count <= 80 })
  }

  @Test("where stderr is no terminal, a line comes every ten seconds, and none before the first ten")
  func lines() {
    let terminal = Terminal()
    let lines = GazeSimCommand.Progress("gate", to: { terminal.write($0) }, asLines: true, clock: { terminal.time })
    lines.show(0)
    terminal.move(to: 9.9)
    lines.show(0.05)
    #expect(terminal.all.isEmpty)
    terminal.move(to: 10)
    lines.show(0.1, isBound: true)
    terminal.move(to: 19)
    lines.show(0.2, isBound: true)
    terminal.move(to: 24)
    lines.show(0.15)
    lines.show(0.5)
    lines.finish()
    #expect(terminal.all == ["gate: 10 %, at most 90 s left\n", "gate: 20 %, 2 min left\n"])
  }

  @Test("finish removes the bar once; a share that is no number, and a bar without a terminal, do nothing")
  func finish() {
    let terminal = Terminal()
    let bar = bar(terminal)
    bar.finish()
    #expect(terminal.all.isEmpty)
    bar.show(.nan)
    bar.show(0.5)
    bar.show(7)
    bar.finish()
    bar.finish()
    #expect(terminal.percentages == [0, 50, 100])
    #expect(terminal.all.last == "\r\u{1B}[K" && terminal.all.count == 4)
    GazeSimCommand.Progress("gate", to: nil).show(0.5)
  }
}
