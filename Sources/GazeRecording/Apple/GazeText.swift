#if canImport(UIKit) && canImport(WebKit) && !os(visionOS) && !os(tvOS) && !os(watchOS)
  public import GazePipeline
  public import UIKit
  public import WebKit

  /// Lines of text of UIKit's views, for `EyeTrackingManager.showText(_:)` and for a recording's header. Ask again
  /// after a new layout: a turn, another text size, a new page.
  ///
  /// The code was type-checked against declared signatures of Apple's functions, but never run on a device.
  @MainActor public enum GazeText {
    /// Lines of a text view that scrolls, or is in no scroll view. TextKit 2 is used where the view uses it.
    public static func lines(of view: UITextView) -> [TextLine] {
      var fragments: [TextLine] = []
      if let manager = view.textLayoutManager {
        _ = manager.enumerateTextLayoutFragments(from: nil, options: [.ensuresLayout]) { paragraph in
          let place = paragraph.layoutFragmentFrame.origin
          fragments += paragraph.textLineFragments.map { line($0.typographicBounds, movedBy: place) }
          return fragments.count < TextBoxes.most
        }
      } else {
        let manager = view.layoutManager
        let all = NSRange(location: 0, length: manager.numberOfGlyphs)
        manager.enumerateLineFragments(forGlyphRange: all) { _, used, _, _, stop in
          fragments.append(line(used))
          if fragments.count >= TextBoxes.most { stop.pointee = true }
        }
      }
      let inset = view.textContainerInset
      let moved = fragments.map {
        TextLine(x: $0.x + inset.left, y: $0.y + inset.top, width: $0.width, height: $0.height)
      }
      return onPage(TextBoxes.lines(joining: moved), of: view)
    }

    /// Lines of a table's rows. Rows that were not shown yet may have an estimated height, so ask again as they appear.
    ///
    /// - Parameters:
    ///   - lines: the number of lines of text in a row.
    ///   - inset: space beside and above the text, points.
    public static func lines(of table: UITableView, lines: Int = 1, inset: SIMD2<Double> = .zero) -> [TextLine] {
      var rows: [TextLine] = []
      for section in 0..<table.numberOfSections {
        for row in 0..<table.numberOfRows(inSection: section) where rows.count < TextBoxes.most {
          rows.append(line(table.rectForRow(at: IndexPath(row: row, section: section))))
        }
      }
      return onPage(TextBoxes.lines(ofRows: rows, lines: lines, inset: inset), of: table)
    }

    /// Lines of a collection's visible cells; ask again as it scrolls.
    ///
    /// - Parameters:
    ///   - lines: the number of lines of text in a cell.
    ///   - inset: space beside and above the text, points.
    public static func lines(
      of collection: UICollectionView, lines: Int = 1, inset: SIMD2<Double> = .zero
    ) -> [TextLine] {
      let cells = collection.visibleCells.map { line($0.frame) }
      return onPage(TextBoxes.lines(ofRows: cells, lines: lines, inset: inset), of: collection)
    }

    /// Lines of a web page, once the page has answered; none if it does not answer in the expected form.
    ///
    /// The script runs in a content world of its own, where the page's scripts cannot change it. Text that does not
    /// scroll with the page, as in a bar that stays, is reported at its present place.
    public static func lines(of web: WKWebView, then use: @escaping @MainActor @Sendable ([TextLine]) -> Void) {
      web.evaluateJavaScript(WebPageText.script, in: nil, in: .defaultClient) { [weak web] result in
        guard let web, case .success(let answer) = result, let json = answer as? String else { return use([]) }
        let lines = WebPageText.lines(json: json, zoom: Double(web.scrollView.zoomScale)) ?? []
        use(onPage(lines, of: web.scrollView))
      }
    }

    private static func onPage(_ lines: [TextLine], of view: UIScrollView) -> [TextLine] {
      guard let screen = view.window?.windowScene?.screen.coordinateSpace else { return [] }
      // The place of the bounds' origin, which is the content offset, is the view's corner on the screen.
      let corner = view.convert(view.bounds.origin, to: screen)
      return TextBoxes.onPage(
        lines, view: SIMD2(Double(corner.x), Double(corner.y)), offsetX: Double(view.contentOffset.x))
    }

    private static func line(_ box: CGRect, movedBy place: CGPoint = .zero) -> TextLine {
      TextLine(
        x: Double(box.origin.x + place.x), y: Double(box.origin.y + place.y), width: Double(box.size.width),
        height: Double(box.size.height))
    }
  }
#endif
