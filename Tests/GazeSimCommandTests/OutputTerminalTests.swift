import Foundation
import Testing

@testable import GazeSimCommand

struct OutputTerminalTests {
  private func terminal(_ columns: Int?, _ environment: [String: String] = [:], is terminal: Bool = true)
    -> OutputTerminal
  {
    OutputTerminal(isTerminal: terminal, columns: columns, environment: environment)
  }

  @Test("the terminal's own width counts, from 40 to 120 columns; COLUMNS if it has none, else 80")
  func width() {
    #expect(terminal(100).width == 100 && terminal(300).width == 120 && terminal(10).width == 40)
    #expect(terminal(100, ["COLUMNS": "60"]).width == 100)
    #expect(terminal(nil, ["COLUMNS": "60"]).width == 60 && terminal(0, ["COLUMNS": "60"]).width == 60)
    #expect(terminal(nil).width == 80 && terminal(nil, ["COLUMNS": "wide"]).width == 80)
    #expect(terminal(nil, ["COLUMNS": "-4"]).width == 80)
    #expect(terminal(100, is: false).width == 80 && terminal(nil, ["COLUMNS": "90"], is: false).width == 90)
  }

  @Test("colours are for terminals, unless NO_COLOR, CLICOLOR, CLICOLOR_FORCE or TERM say otherwise")
  func colours() {
    #expect(terminal(80).isColoured && !terminal(80, is: false).isColoured)
    #expect(!terminal(80, ["NO_COLOR": "1"]).isColoured && terminal(80, ["NO_COLOR": ""]).isColoured)
    #expect(!terminal(80, ["CLICOLOR": "0"]).isColoured && terminal(80, ["CLICOLOR": "1"]).isColoured)
    #expect(!terminal(80, ["TERM": "dumb"]).isColoured)
    #expect(terminal(nil, ["CLICOLOR_FORCE": "1"], is: false).isColoured)
    #expect(!terminal(nil, ["CLICOLOR_FORCE": "0"], is: false).isColoured)
    #expect(!terminal(80, ["CLICOLOR_FORCE": "1", "NO_COLOR": "1"]).isColoured)
  }
}
