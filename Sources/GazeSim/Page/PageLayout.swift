import GazePipeline
package import GazeRecording

/// Layout of a page: paragraphs with pictures between them, drawn for a person from the seed, in content points.
///
/// A person reads the same page in every session and take, in every shard, and with any number of other people. With
/// `task.samePage` everybody reads the page of participant 0.
package struct PageLayout: Sendable {
  /// One line of text.
  package struct Line: Sendable, Equatable {
    /// Position of the line's middle, measured from the content's top.
    package var y: Double
    /// Number of characters.
    package var characters: Int
    /// True for the last line of a paragraph.
    package var endsParagraph = false
  }

  /// Distance between lines, width of a character and side margin, points.
  package let linePitch: Double, characterWidth: Double, margin: Double
  /// Lines from top to bottom, at least one.
  package private(set) var lines: [Line] = []
  /// Range from top to bottom of each picture.
  package private(set) var pictures: [ClosedRange<Double>] = []
  /// Height of the content.
  package private(set) var height: Double

  /// A page of about `task.pageScreens` screens.
  ///
  /// At a text size of 17 pt, Latin characters are 9.1 pt wide and lines are 22 pt apart (0.23° and 0.56° at 35 cm on
  /// the iPhone 12 mini). Japanese characters are as wide as they are high.
  ///
  /// - Parameter paragraph: minimum and maximum number of lines in a paragraph.
  package init(
    _ task: SimulationParameters.Task, screen: SIMD2<Double>, paragraph: ClosedRange<Int>, seed: UInt64,
    participant: Int
  ) {
    let stream = RandomStream(seed: seed, .page, participant: task.samePage == 1 ? 0 : participant)
    linePitch = task.textSize * 22 / 17
    characterWidth = task.script == 1 ? task.textSize : task.textSize * 9.1 / 17
    margin = min(20, screen.x / 8)
    let perLine = max(Int((screen.x - 2 * margin) / characterWidth), 2)
    // The page begins with space for the title.
    var y = 3 * linePitch
    var index: UInt64 = 0
    repeat {
      let u = stream.uniforms(index)
      let count = paragraph.lowerBound + Int(u.x * Double(paragraph.count))
      for k in 0..<count {
        let isLast = k == count - 1
        // A paragraph's last line is between a quarter full and completely full.
        let characters = isLast ? max(Int((0.25 + 0.75 * u.y) * Double(perLine)), 2) : perLine
        lines.append(Line(y: y, characters: characters, endsParagraph: isLast))
        y += linePitch
      }
      y += linePitch
      if stream.uniform(index + 1 << 32) < 1.0 / 3 {
        pictures.append(y...(y + screen.y / 4))
        y += screen.y / 4 + linePitch
      }
      index += 1
    } while y < task.pageScreens * screen.y && lines.count < 100_000
    height = max(y + linePitch, screen.y)
  }
}

extension PageLayout {
  /// The boxes of the lines from top to bottom, at most 10,000, as many as a header may hold. A box is as high as the
  /// lines are apart.
  package var lineBoxes: [RecordingHeader.LineBox] {
    lines.prefix(10_000).map { line in
      RecordingHeader.LineBox(
        x: margin, y: line.y - linePitch / 2, width: Double(line.characters) * characterWidth, height: linePitch)
    }
  }

  /// The offset at a share of the way from the page's beginning to its end, in a window of this height, points.
  func offset(atShare share: Double, height windowHeight: Double) -> Double {
    share * max(height - windowHeight, 0)
  }
}
