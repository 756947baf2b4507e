import Foundation
import GazeMetrics
import GazeSimulation
import TestSupport
import Testing

@testable import Evaluate

@Suite(
  .serialized,
  .enabled(if: Browser.path != nil, "no chromium, chromium-browser or google-chrome in PATH: page not shown")
) struct BrowserPageTests {
  /// Writes a page, opens it in a browser of its own, and removes both afterwards.
  private func show(_ html: String, width: Int = 1100, _ body: (Browser) throws -> Void) throws {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("gazesim-page-\(UUID().uuidString).html")
    try html.write(to: file, atomically: true, encoding: .utf8)
    defer { try? FileManager.default.removeItem(at: file) }
    let path = try #require(Browser.path)
    let browser = try Browser(path)
    defer { browser.close() }
    try browser.show(width: width, height: 900)
    try browser.open(file: file.path)
    try body(browser)
    expectSilence(browser, file.absoluteString)
  }

  /// Checks that the page causes no exception, no error message, no refusal by its content security policy, and no
  /// request except for its own file.
  private func expectSilence(_ browser: Browser, _ url: String) {
    for (method, parameters) in browser.events {
      switch method {
      case "Runtime.exceptionThrown", "Log.entryAdded": Issue.record("\(method): \(parameters)")
      case "Runtime.consoleAPICalled": #expect(!["error", "warning"].contains(parameters["type"] as? String ?? ""))
      case "Network.requestWillBeSent":
        let asked = (parameters["request"] as? [String: Any])?["url"] as? String ?? ""
        #expect(asked == url || asked.hasPrefix("data:"), "asked for \(asked)")
      default: break
      }
    }
    #expect(browser.events.contains { $0.method == "Network.requestWillBeSent" }, "nobody listened to the network")
  }

  private func page(_ name: String? = nil) async throws -> String {
    var run = try Run.mini([.validation, .reading], participants: 5, duration: 30)
    run.recordsTraces = true
    var e = try await run.evaluation(
      limits: [
        AccuracyGate.most(medianError, 5000),
        AccuracyGate.least("scroll.f1", 0.99),
      ], jobs: 2)
    if let name { e.subject.rename(name) }
    return e.html
  }

  /// A number that changes with a canvas's picture.
  private let picture = """
    (function () { var t = document.getElementById("replay-front").toDataURL(), s = 0;
      for (var i = 0; i < t.length; i++) s = (s * 31 + t.charCodeAt(i)) % 1000003; return s; }())
    """

  @Test(
    "the replay plays, pauses, seeks by pointer and by key, and changes person, scenario and speed",
    .slow("6 s: a browser that plays in real time"),
    .ends)
  func replay() async throws {
    try show(try await page()) { browser in
      func number(_ expression: String) throws -> Double {
        let value = try browser.evaluate(expression) as? Double
        return try #require(value, "\(expression)")
      }
      let clock = "+document.getElementById('replay-time').value"
      #expect(try browser.on("replay-root", "hidden") as? Bool == false)
      // Nothing moves without input.
      let still = try number(picture)
      try browser.listen(0.6)
      #expect(try number(clock) == 0 && number(picture) == still)
      try browser.on("replay-play", "click()")
      try browser.listen(1.5)
      let (time, moved) = (try number(clock), try number(picture))
      #expect(time > 0.5 && time < 3 && moved != still, "\(time)")
      try browser.on("replay-play", "click()")
      let paused = try number(clock)
      try browser.listen(0.5)
      #expect(try number(clock) == paused)
      // Change the speed.
      try browser.on("replay-speed", "value = '8'")
      try browser.on("replay-play", "click()")
      try browser.listen(1)
      try browser.on("replay-play", "click()")
      #expect(try number(clock) - paused > 3)
      // Seek by pointer.
      try browser.choose("replay-time", "20", "input")
      expectNear(try number(clock), 20, 0.1)
      let scrubbed = try number(picture)
      #expect(scrubbed != moved)
      #expect((try browser.on("replay-clock", "textContent") as? String)?.hasPrefix("20.0 of ") == true)
      // Seek by key.
      try browser.on("replay-time", "focus()")
      for _ in 0..<100 { try browser.press("ArrowRight", code: 39) }
      #expect(try number(clock) > 20.5 && number(picture) != scrubbed)
      // The keys of the terminal's replay; the canvas says where the pointer is.
      try browser.on("replay-front", "focus()")
      let place = try number(clock)
      try browser.press("ArrowLeft", code: 37)
      let back = try number(clock)
      #expect(place - back > 0.01 && place - back < 0.25, "\(place) to \(back)")
      try browser.press(".", code: 190)
      #expect(try number(clock) - back > 0.01)
      try browser.press("l", code: 76)
      #expect(try browser.on("replay-loop", "checked") as? Bool == true)
      try browser.press("-", code: 189)
      #expect(try browser.on("replay-speed", "value") as? String == "4")
      let label = try browser.on("replay-front", "getAttribute('aria-label')") as? String
      #expect(label?.contains("pointer at ") == true && label?.contains("pt from the top left") == true)
      // Another person or scenario starts at the beginning and has another picture.
      let before = try number(picture)
      try browser.choose("replay-person", "1", "change")
      #expect(try number(clock) == 0 && number(picture) != before)
      try browser.choose("replay-scenario", "1", "change")
      #expect(try number("document.getElementById('replay-scenario').options.length") == 2)
    }
  }

  @Test(
    "no sideways scroll, every part visible, in light and dark", .ends,
    arguments: [(1100, false), (390, true)] + (SlowTests.areWanted ? [(1100, true), (390, false), (320, false)] : []))
  func layout(_ width: Int, _ isDark: Bool) async throws {
    try show(try await page(), width: width) { browser in
      try browser.show(width: width, height: 900, dark: isDark)
      try browser.listen(0.3)
      let wide = try browser.evaluate("document.documentElement.scrollWidth") as? Double
      #expect(wide == Double(width))
      let outside = try browser.evaluate(
        """
        Array.from(document.querySelectorAll("main *")).filter(function (e) { return e.getBoundingClientRect().right >
        innerWidth + 1 && !e.closest(".scroll"); }).slice(0, 5)
        .map(function (e) { return e.outerHTML.slice(0, 90); }).join("; ")
        """)
      #expect(outside as? String == "")
      // Text has a contrast of at least 4.5 to 1 with its background.
      let contrast = try browser.evaluate(Self.contrast)
      #expect(contrast as? String == "", "\(contrast ?? "")")
      try save(browser.screenshot(), "\(width)-\(isDark ? "dark" : "light").png")
    }
  }

  /// Texts whose contrast with their background is less than 4.5:1.
  private static let contrast = """
    (function () {
      function parse(c) { var m = c.match(/[0-9.]+/g); return m ? m.map(Number) : [0, 0, 0, 0]; }
      function light(c) { return c.slice(0, 3).map(function (v) { v /= 255;
        return v <= 0.03928 ? v / 12.92 : Math.pow((v + 0.055) / 1.055, 2.4); })
        .reduce(function (s, v, i) { return s + v * [0.2126, 0.7152, 0.0722][i]; }, 0); }
      function ground(e) { for (; e; e = e.parentElement) { var c = parse(getComputedStyle(e).backgroundColor);
        if (c.length < 4 || c[3] > 0) return c; } return [255, 255, 255]; }
      var bad = [];
      document.querySelectorAll("main *, header *").forEach(function (e) {
        if (!Array.from(e.childNodes).some(function (n) { return n.nodeType === 3 && n.textContent.trim(); })) return;
        if (["TITLE", "DESC", "SCRIPT", "OPTION", "NOSCRIPT"].indexOf(e.tagName.toUpperCase()) >= 0) return;
        var style = getComputedStyle(e), back = ground(e);
        var fore = parse(e.tagName === "text" ? style.fill : style.color);
        var a = light(fore), b = light(back), ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
        if (ratio < 4.5) bad.push(ratio.toFixed(2) + " " + e.textContent.slice(0, 30));
      });
      return bad.slice(0, 5).join("; ");
    }())
    """

  @Test("it prints", .ends)
  func prints() async throws {
    try show(try await page()) { browser in
      let pdf = try browser.printed()
      #expect(pdf.starts(with: Data("%PDF".utf8)) && pdf.count > 20_000)
      try save(pdf, "print.pdf")
    }
  }

  @Test("a hostile name runs nothing", .ends)
  func hostile() async throws {
    let name =
      "</script><script>window.stolen=1</script><img src=https://example.invalid/x onerror=window.stolen=1>\u{2028}]]>"
    try show(try await page(name)) { browser in
      #expect(try browser.evaluate("typeof window.stolen") as? String == "undefined")
      #expect(try browser.evaluate("document.images.length") as? Double == 0)
      let heading = try browser.evaluate("document.querySelector('h1').textContent") as? String
      #expect(heading?.contains("<script>window.stolen=1</script>") == true)
      #expect(try browser.on("replay-root", "hidden") as? Bool == false)
    }
  }

  /// Stores a picture for inspection, if a folder for it is named.
  private func save(_ data: @autoclosure () throws -> Data, _ name: String) throws {
    guard let folder = ProcessInfo.processInfo.environment["GAZESIM_SCREENSHOTS"] else { return }
    try data().write(to: URL(fileURLWithPath: folder).appendingPathComponent(name))
  }
}
