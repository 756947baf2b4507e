import Evaluate
import Testing

@Suite struct TextTableTests {
  @Test("columns are as wide as their widest cell; numbers are aligned right, words left")
  func widths() {
    var table = Table(["name", "value", "says"])
    table.add(["a", "1.5", "yes"])
    table.add(["longer name", "-20", "no"])
    table.add(["b", "-", "perhaps"])
    #expect(
      table.lines == [
        "name         value  says",
        "-----------  -----  -------",
        "a              1.5  yes",
        "longer name    -20  no",
        "b                -  perhaps",
      ])
  }

  @Test("a letter of any script is one column wide, and no line ends in spaces")
  func letters() {
    var table = Table(["°", "deg²"])
    table.add(["été", "1"])
    #expect(table.lines == ["°    deg²", "---  ----", "été     1"])
  }

  @Test("short rows, long rows and no rows")
  func uneven() {
    #expect(Table(["a", "b"]).lines.count == 2)
    var table = Table(["a"])
    table.add(["1", "2", "3"])
    table.add([])
    #expect(table.lines == ["a", "-  -  -", "1  2  3", ""])
  }
}
