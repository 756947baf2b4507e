public import GazePipeline
private import PortableFoundation

/// Boxes of a page's lines of text from the rectangles that views report: plain arithmetic, for every system.
///
/// Rectangles come in points of the content, whose top is 0. `onPage(_:view:offsetX:)` turns them into `TextLine`s as
/// recentring and recordings have them: on the screen a line appears `contentOffset.y` points higher.
public enum TextBoxes {
  /// Largest number of lines, as in a recording's header.
  public static let most = 10_000

  /// Lines from fragments of lines in the order of the text, such as words in bold, links, or the runs of a web page.
  ///
  /// Neighbours in the order are joined if they overlap by half of the lower one's height and are at most a line's
  /// height apart. Fragments that are not finite, without an area, or too far away to be of a page are left out, as are
  /// lines beyond `most`.
  public static func lines(joining fragments: some Sequence<TextLine>) -> [TextLine] {
    var lines: [TextLine] = []
    for fragment in fragments where isSound(fragment) {
      if let last = lines.last, areOnOneLine(last, fragment) {
        lines[lines.count - 1] = union(last, fragment)
      } else if lines.count < most {
        lines.append(fragment)
      } else {
        break
      }
    }
    return lines
  }

  /// Lines of a list from the frames of its rows.
  ///
  /// - Parameters:
  ///   - rows: the frames of the rows, points of the page.
  ///   - count: the number of lines of text in a row, 1…100, which share the row's height evenly.
  ///   - inset: space to the left and right of the text (x), and above and below it (y), points.
  public static func lines(
    ofRows rows: some Sequence<TextLine>, lines count: Int = 1, inset: SIMD2<Double> = .zero
  ) -> [TextLine] {
    let count = min(max(count, 1), 100)
    var lines: [TextLine] = []
    for row in rows {
      let height = (row.height - 2 * inset.y) / Double(count)
      for index in 0..<count where lines.count < most {
        let line = TextLine(
          x: row.x + inset.x, y: row.y + inset.y + Double(index) * height, width: row.width - 2 * inset.x,
          height: height)
        if isSound(line) { lines.append(line) }
      }
      if lines.count == most { break }
    }
    return lines
  }

  /// Lines moved from the content of a view to the page.
  ///
  /// - Parameters:
  ///   - lines: the lines, points of the view's content.
  ///   - view: the scroll view's top-left corner on the screen, points.
  ///   - offsetX: its `contentOffset.x`, points.
  public static func onPage(_ lines: [TextLine], view: SIMD2<Double>, offsetX: Double) -> [TextLine] {
    lines.map { TextLine(x: $0.x + view.x - offsetX, y: $0.y + view.y, width: $0.width, height: $0.height) }
      .filter(isSound)
  }

  /// Largest coordinate and size, points; beyond it a rectangle is not of a page.
  private static let largest = 1e6

  private static func isSound(_ line: TextLine) -> Bool {
    line.x.magnitude < largest && line.y.magnitude < largest && line.width > 0 && line.width < largest
      && line.height > 0 && line.height < largest
  }

  private static func areOnOneLine(_ a: TextLine, _ b: TextLine) -> Bool {
    let overlap = min(a.y + a.height, b.y + b.height) - max(a.y, b.y)
    // Assumed: a wide space between words is below the higher one's height, the gap between two columns or cells above.
    let apart = max(b.x - a.x - a.width, a.x - b.x - b.width)
    return overlap >= min(a.height, b.height) / 2 && apart <= max(a.height, b.height)
  }

  private static func union(_ a: TextLine, _ b: TextLine) -> TextLine {
    let (x, y) = (min(a.x, b.x), min(a.y, b.y))
    return TextLine(
      x: x, y: y, width: max(a.x + a.width, b.x + b.width) - x, height: max(a.y + a.height, b.y + b.height) - y)
  }
}

/// Lines of text of a web page: the script that collects them in the page, and the reader of its answer.
///
/// A page is not trusted. The answer may be of any length and form; all that comes of it is a list of at most
/// `TextBoxes.most` finite boxes, or nothing.
public enum WebPageText {
  /// JavaScript that returns the rectangles of all visible text as JSON: a list of numbers, four for a rectangle (left,
  /// top, width, height), in CSS pixels of the document, in the order of the text. It stops after 20,000 rectangles.
  public static let script = """
    (() => {
      const numbers = [], range = document.createRange(), round = (n) => Math.round(n * 100) / 100;
      if (!document.body) return "[]";
      const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      while (numbers.length < 80000 && texts.nextNode()) {
        const text = texts.currentNode;
        if (!text.data.trim() || getComputedStyle(text.parentElement).visibility !== "visible") continue;
        range.selectNodeContents(text);
        for (const box of range.getClientRects()) {
          if (box.width <= 0 || box.height <= 0 || numbers.length >= 80000) continue;
          numbers.push(round(box.left + scrollX), round(box.top + scrollY), round(box.width), round(box.height));
        }
      }
      return JSON.stringify(numbers);
    })()
    """

  /// Lines from the script's answer, in points of the scroll view's content; nil if it is not a list of fours of
  /// numbers, or too long.
  ///
  /// - Parameters:
  ///   - json: the script's answer.
  ///   - zoom: points per CSS pixel, the scroll view's `zoomScale`.
  public static func lines(json: String, zoom: Double = 1) -> [TextLine]? {
    // The longest answer has 25 bytes for a number.
    guard json.utf8.count <= 2_000_000, zoom.isFinite, zoom > 0,
      let numbers = try? JSONDecoder().decode([Double].self, from: Data(json.utf8)), numbers.count % 4 == 0
    else { return nil }
    let fragments = stride(from: 0, to: numbers.count, by: 4).lazy.map { index in
      TextLine(
        x: zoom * numbers[index], y: zoom * numbers[index + 1], width: zoom * numbers[index + 2],
        height: zoom * numbers[index + 3])
    }
    return TextBoxes.lines(joining: fragments)
  }
}
