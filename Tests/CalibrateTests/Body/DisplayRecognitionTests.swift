import Foundation
import GazePipeline
import TestSupport
import Testing

@testable import Calibrate

private let image = SIMD2<Double>(1920, 1440)

/// Marks computed by a known display transform, with noise; a fifth of the marks lie anywhere.
private func marks(
  _ form: DisplayTransform, count: Int = 40, noise: Double = 6, outliers: Double = 0.2, seed: UInt64,
  place: (inout SeededGenerator) -> SIMD2<Double> = {
    SIMD2($0.number(0.2...0.8), $0.number(0.3...0.7))
  }
) -> [Correspondence] {
  var random = SeededGenerator(seed: seed)
  return (0..<count).map { i in
    let from = place(&random)
    let isOff = Double(i) < outliers * Double(count)
    let to =
      isOff
      ? SIMD2(
        random.number(0...form.viewport.x), random.number(0...form.viewport.y))
      : form.viewFromImage.apply(from) + random.normalPair() * noise
    return Correspondence(from: from, to: to, group: i)
  }
}

struct DisplayRecognitionTests {
  @Test("all orientations, mirrors and fills are recognised with a fifth wrong")
  func all() throws {
    var seed: UInt64 = 50
    for view in [SIMD2<Double>(414, 896), SIMD2(896, 414), SIMD2(1024, 1366)] {
      for orientation in ScreenOrientation.allCases {
        for fill in DisplayTransform.Fill.allCases {
          for isMirrored in [false, true] {
            seed += 1
            let form = try DisplayTransform(
              image: image, orientation: orientation, viewport: view, fill: fill, isMirrored: isMirrored)
            let found = try #require(try DisplayRecognition(marks(form, seed: seed), image: image, viewport: view))
            #expect(found.transform.orientation == orientation && found.transform.isMirrored == isMirrored)
            #expect(found.knowsOrientation)
            // A 3 : 4 tablet in portrait has nearly the picture's aspect ratio, so aspect fill and aspect fit are the
            // same there.
            let isUpright = orientation == .portrait || orientation == .portraitUpsideDown
            if view.x == 1024, isUpright { continue }
            #expect(found.transform.fill == fill, "\(orientation) \(fill) on \(view): \(found.sentences)")
            #expect(found.knowsFill)
          }
        }
      }
    }
  }

  @Test("a view of the picture's aspect ratio shows the orientation, not the fill")
  func sameShape() throws {
    let form = try DisplayTransform(image: image, orientation: .portrait, viewport: SIMD2(600, 800))
    let found = try #require(try DisplayRecognition(marks(form, seed: 3), image: image, viewport: SIMD2(600, 800)))
    #expect(found.knowsOrientation && found.transform.orientation == .portrait)
    #expect(!found.knowsFill && abs(found.fillMargin) < 1e-6 && found.sameFills.count == 2)
    #expect(found.sentences.contains { $0.contains("ambiguous") })
    // Picture and view are squares.
    let square = try DisplayTransform(image: SIMD2(1000, 1000), orientation: .portrait, viewport: SIMD2(500, 500))
    let other = try #require(
      try DisplayRecognition(marks(square, seed: 4), image: SIMD2(1000, 1000), viewport: SIMD2(500, 500)))
    #expect(other.knowsOrientation && !other.knowsFill)
  }

  @Test("joints on the picture's middle line fit the mirror image as well: ambiguous")
  func collinear() throws {
    let form = try DisplayTransform(image: image, orientation: .portrait, viewport: SIMD2(414, 896))
    // A person upright in the middle with hanging arms: all joints are on one line.
    let line = marks(form, noise: 3, outliers: 0, seed: 5) { SIMD2($0.number(0.2...0.8), 0.5) }
    let found = try #require(try DisplayRecognition(line, image: image, viewport: SIMD2(414, 896)))
    #expect(!found.knowsOrientation && found.orientationMargin < 1)
    #expect(found.sentences[0].contains("ambiguous"))
    // One joint exactly in the picture's middle fits all forms.
    let one = marks(form, noise: 0, outliers: 0, seed: 6) { _ in SIMD2(0.5, 0.5) }
    #expect(try #require(try DisplayRecognition(one, image: image, viewport: SIMD2(414, 896))).orientationMargin < 1e-6)
  }

  @Test("a margin is a log likelihood ratio, exact for three marks")
  func likelihood() throws {
    let view = SIMD2<Double>(414, 896)
    let form = try DisplayTransform(image: image, orientation: .portrait, viewport: view)
    for seed in 20..<30 as Range<UInt64> {
      let pairs = marks(form, count: 3, noise: 20, outliers: 0, seed: seed)
      let found = try #require(try DisplayRecognition(pairs, image: image, viewport: view))
      // Log-likelihood of six normal coordinates, with the standard deviation that maximises the likelihood.
      func logLikelihood(_ form: DisplayTransform) -> Double {
        var squares = 0.0
        for pair in pairs {
          let off = form.viewFromImage.apply(pair.from) - pair.to
          squares += (off * off).sum()
        }
        let variance: Double = squares / 6
        return -3 * (log(2 * Double.pi * variance) + 1)
      }
      let best = logLikelihood(found.transform)
      expectNear(found.orientationMargin, best - logLikelihood(found.other), 1e-9)
      var nearest = Double.infinity
      for fill in DisplayTransform.Fill.allCases where fill != found.transform.fill {
        let rival = try DisplayTransform(
          image: image, orientation: found.transform.orientation, viewport: view, fill: fill,
          isMirrored: found.transform.isMirrored)
        nearest = min(nearest, best - logLikelihood(rival))
      }
      expectNear(found.fillMargin, nearest, 1e-9)
    }
  }

  @Test("more marks raise the margin, and unrelated marks fit no form")
  func margins() throws {
    let form = try DisplayTransform(image: image, orientation: .landscapeLeft, viewport: SIMD2(414, 896))
    func margin(_ count: Int) throws -> Double {
      try #require(
        try DisplayRecognition(marks(form, count: count, seed: 7), image: image, viewport: SIMD2(414, 896))
      ).orientationMargin
    }
    #expect(try margin(80) > 1.5 * margin(20))
    let noise = marks(form, outliers: 1, seed: 8)
    let found = try #require(try DisplayRecognition(noise, image: image, viewport: SIMD2(414, 896)))
    #expect(!found.fits && !found.knowsOrientation)
    #expect(found.sentences.count == 1 && found.sentences[0].contains("fit no display transform"))
    #expect(try DisplayRecognition(Array(noise.prefix(2)), image: image, viewport: SIMD2(414, 896)) == nil)
    #expect(throws: DisplayTransformError.self) { try DisplayRecognition(noise, image: image, viewport: SIMD2(0, 896)) }
  }
}
