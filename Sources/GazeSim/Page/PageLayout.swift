package import GazePipeline
import GazeRecording

/// Layout of a page: paragraphs with pictures between them, or another of `task.layout`, drawn for a person from the
/// seed, in content points.
///
/// A person reads the same page in every session and take, in every shard, and with any number of other people. With
/// `task.samePage` everybody reads the page of participant 0.
package struct PageLayout {
  package struct Line: Equatable {
    /// `y`: position of the line's middle, measured from the content's top; `x`: left end, points from the screen's
    /// left edge.
    package var y, x: Double
    package var characters: Int
    var endsParagraph = false
  }

  /// Distance between lines, width of a character and side margin, points.
  package let linePitch: Double, characterWidth: Double, margin: Double
  /// Lines from top to bottom, at least one.
  package private(set) var lines: [Line] = []
  /// Range from top to bottom of each picture.
  package private(set) var pictures: [ClosedRange<Double>] = []
  /// Height of the content, points; while blocks are added, where the next one begins.
  package private(set) var height: Double
  private let stream: RandomStream
  private let screen: Vector2

  /// A page of about `task.pageScreens` screens.
  ///
  /// As the row of `task.textSize` says: at a text size of 17 pt, Latin characters are 9.1 pt wide and lines are 22 pt
  /// apart (0.23° and 0.56° at 35 cm on the iPhone 12 mini). Japanese characters are as wide as they are high.
  ///
  /// - Parameter paragraph: minimum and maximum number of lines in a paragraph.
  package init(
    _ task: SimulationParameters.Task, screen: Vector2, paragraph: ClosedRange<Int>, seed: UInt64,
    participant: Int
  ) {
    stream = RandomStream(seed: seed, .page, participant: task.samePage == 1 ? 0 : participant)
    self.screen = screen
    linePitch = task.textSize * 22 / 17
    characterWidth = task.characterWidth
    margin = min(20, screen.x / 8)
    // The page begins with space for the title.
    height = 3 * linePitch
    var index: UInt64 = 0
    repeat {
      switch task.layout {
      case 1: addColumns(index)
      case 2: addItem(index)
      case 3: addSection(index)
      default: addParagraph(index, paragraph)
      }
      index += 1
    } while height < task.pageScreens * screen.y && lines.count < 100_000
    height = max(height + linePitch, screen.y)
  }
}

/// Blocks of a page. Sizes other than those of text are assumed.
extension PageLayout {
  /// Adds a line that fills a share of a column.
  private mutating func add(_ share: Double, of width: Double, x: Double, y: Double, endsParagraph: Bool) {
    let most = max(Int(width / characterWidth), 2)
    lines.append(Line(y: y, x: x, characters: max(Int(share * Double(most)), 2), endsParagraph: endsParagraph))
  }

  /// A paragraph over the whole width, and after one in three a picture.
  private mutating func addParagraph(_ index: UInt64, _ paragraph: ClosedRange<Int>) {
    let u = stream.uniforms(index)
    let count = paragraph.lowerBound + Int(u.x * Double(paragraph.count))
    for k in 0..<count {
      let isLast = k == count - 1
      // A paragraph's last line is between a quarter full and completely full.
      add(
        isLast ? 0.25 + 0.75 * u.y : 1, of: screen.x - 2 * margin, x: margin, y: height, endsParagraph: isLast)
      height += linePitch
    }
    height += linePitch
    if stream.uniform(index + 1 << 32) < 1.0 / 3 {
      pictures.append(height...(height + screen.y / 4))
      height += screen.y / 4 + linePitch
    }
  }

  /// Two columns of a third of the screen's height, which are read one after the other, with paragraphs of three to
  /// eight lines.
  private mutating func addColumns(_ index: UInt64) {
    let gutter = margin, width = (screen.x - 2 * margin - gutter) / 2
    let count = max(Int(screen.y / 3 / linePitch), 3)
    for column in 0..<2 {
      var left = 0
      for k in 0..<count {
        let place = (index &* 2 &+ UInt64(column)) << 16 | UInt64(k)
        if left == 0 { left = 3 + Int(stream.uniform(place) * 6) }
        left -= 1
        let isLast = left == 0 || k == count - 1
        add(
          isLast ? 0.25 + 0.75 * stream.uniforms(place).y : 1, of: width,
          x: margin + Double(column) * (width + gutter), y: height + Double(k) * linePitch, endsParagraph: isLast)
      }
    }
    height += Double(count + 1) * linePitch
  }

  /// An item of a list: a title and one or two lines beside a picture of 56 points.
  private mutating func addItem(_ index: UInt64) {
    let side = 56.0, left = margin + side + 12
    let count = 2 + Int(2 * stream.uniform(index + 1 << 32))
    pictures.append((height - linePitch / 2)...(height - linePitch / 2 + side))
    for k in 0..<count {
      add(
        0.3 + 0.7 * stream.uniform(index << 8 | UInt64(k)), of: screen.x - left - margin, x: left,
        y: height + Double(k) * linePitch, endsParagraph: k == count - 1)
    }
    height += max(Double(count) * linePitch, side) + 12
  }

  /// A heading, and one to three lines of text below it.
  private mutating func addSection(_ index: UInt64) {
    let u = stream.uniforms(index)
    let count = 2 + Int(u.x * 3)
    for k in 0..<count {
      let isLast = k == count - 1
      add(
        k == 0 ? 0.2 + 0.6 * u.y : isLast ? 0.25 + 0.75 * stream.uniform(index + 1 << 32) : 1,
        of: screen.x - 2 * margin, x: margin, y: height, endsParagraph: isLast || k == 0)
      height += (k == 0 ? 1.5 : 1) * linePitch
    }
    height += linePitch
  }
}

extension PageLayout {
  /// The boxes of the lines from top to bottom, at most 10,000, as many as a header may hold. A box is as high as the
  /// lines are apart.
  var lineBoxes: [RecordingHeader.LineBox] {
    lines.prefix(10_000).map { line in
      RecordingHeader.LineBox(
        x: line.x, y: line.y - linePitch / 2, width: Double(line.characters) * characterWidth, height: linePitch)
    }
  }

  /// The offset at a share of the way from the page's beginning to its end, in a window of this height, points.
  func offset(atShare share: Double, height windowHeight: Double) -> Double {
    share * max(height - windowHeight, 0)
  }
}
