import TestSupport
import Testing

@testable import GazeMetrics

struct BlockListTests {
  @Test(
    "the list gives back its elements in order, over the ends of its blocks", arguments: [0, 1, 511, 512, 513, 2000])
  func elements(_ count: Int) {
    var list: NumberList = []
    for number in 0..<count { list.append(Double(number)) }
    #expect(list.count == count && Array(list) == (0..<count).map(Double.init))
    #expect(list.last == (count > 0 ? Double(count - 1) : nil))
  }

  @Test("a copy keeps its elements when the other grows")
  func copies() {
    var list: BlockList<String> = ["a", "b"]
    let copy = list
    list.append("c")
    #expect(Array(copy) == ["a", "b"] && Array(list) == ["a", "b", "c"])
  }
}
