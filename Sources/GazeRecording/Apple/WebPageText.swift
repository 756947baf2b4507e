public import GazePipeline
private import PortableFoundation

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

  /// Longest answer that is read, bytes: 25 for a number.
  private static let longest = 2_000_000

  /// Lines from the script's answer, in points of the scroll view's content; nil if it is not a list of fours of
  /// numbers, or too long.
  ///
  /// - Parameters:
  ///   - json: the script's answer.
  ///   - zoom: points per CSS pixel, the scroll view's `zoomScale`.
  public static func lines(json: String, zoom: Double = 1) -> [TextLine]? {
    guard json.utf8.count <= longest, zoom.isFinite, zoom > 0,
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
