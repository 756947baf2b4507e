import Documents
import GazePipeline
import Testing

@testable import Evaluate

@Suite struct PaletteTests {
  /// Red, green and blue of `#rgb` or `#rrggbb`.
  private func parts(_ colour: String) -> [Double] {
    let hex = colour.dropFirst()
    let digits =
      hex.count == 3
      ? hex.map { "\($0)\($0)" }
      : stride(from: 0, to: 6, by: 2).map {
        String(hex.dropFirst($0).prefix(2))
      }
    return digits.map { Double(Int($0, radix: 16) ?? 0) / 255 }
  }

  /// Relative luminance by WCAG 2.
  private func light(_ parts: [Double]) -> Double {
    zip(parts, [0.2126, 0.7152, 0.0722]).reduce(0) { sum, part in
      let value = part.0 <= 0.03928 ? part.0 / 12.92 : Elementary.pow((part.0 + 0.055) / 1.055, 2.4)
      return sum + value * part.1
    }
  }

  private func contrast(_ a: [Double], _ b: [Double]) -> Double {
    let (a, b) = (light(a), light(b))
    return (max(a, b) + 0.05) / (min(a, b) + 0.05)
  }

  @Test("every colour of text and lines has a contrast of 4.5:1 with paper and cards", arguments: [true, false])
  func contrasts(_ isDark: Bool) throws {
    let colours = isDark ? Palette.dark : Palette.light
    func colour(_ name: String) throws -> String { try #require(colours.first { $0.name == name }).value }
    for name in ["ink", "muted"] + (0..<8).map({ "s\($0)" }) {
      for ground in ["paper", "card"] {
        let ratio = contrast(parts(try colour(name)), parts(try colour(ground)))
        #expect(ratio >= 4.5, "\(name) on \(ground): \(ratio)")
      }
    }
    #expect(contrast(parts(try colour("ink")), parts(try colour("bar"))) >= 4.5)
    #expect(contrast(parts(try colour("ink")), parts(try colour("good"))) >= 4.5)
    // The strongest tint of the map: 58 % over the phone.
    let heat = try colour("heat").split(separator: ",").map { (Double($0) ?? 0) / 255 }
    let tint = zip(heat, parts(try colour("phone"))).map { 0.58 * $0 + 0.42 * $1 }
    let ratio = contrast(parts(try colour("ink")), tint)
    #expect(ratio >= 4.5, "ink on the strongest tint: \(ratio)")
  }

  @Test("both schemes have the same colours, and a resolved style has no properties")
  func names() {
    #expect(Palette.light.map(\.name) == Palette.dark.map(\.name))
    for colours in [Palette.light, Palette.dark] {
      #expect(!Palette.resolved(DrawingStyle.css, colours).contains("var("))
    }
    #expect(Palette.properties([("a", "#fff"), ("b", "1,2,3")]) == "--a:#fff;--b:1,2,3")
  }
}
