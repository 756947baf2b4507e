import GazePipeline
import TestSupport
import Testing

/// An independent formulation of `ARFrame.displayTransform` by the picture's corners: the turned picture's rectangle is
/// centred on the view and scaled to fill it, and a point is interpolated along the rectangle's edges.
private func byCorners(
  _ p: SIMD2<Double>, image: SIMD2<Double>, view: SIMD2<Double>, orientation: ScreenOrientation, covers: Bool = true
) -> SIMD2<Double> {
  let isUpright = orientation == .portrait || orientation == .portraitUpsideDown
  let (across, down) = isUpright ? (image.y, image.x) : (image.x, image.y)
  let isLimitedByWidth = (view.x / across > view.y / down) == covers
  let scale = isLimitedByWidth ? view.x / across : view.y / down
  let (left, top) = (view.x / 2 - across * scale / 2, view.y / 2 - down * scale / 2)
  let (right, bottom) = (view.x - left, view.y - top)
  // Positions of the native image's top-left, top-right and bottom-left corners on the phone.
  let corners: (SIMD2<Double>, SIMD2<Double>, SIMD2<Double>) =
    switch orientation {
    case .landscapeRight: (SIMD2(left, top), SIMD2(right, top), SIMD2(left, bottom))
    case .landscapeLeft: (SIMD2(right, bottom), SIMD2(left, bottom), SIMD2(right, top))
    case .portrait: (SIMD2(right, top), SIMD2(right, bottom), SIMD2(left, top))
    case .portraitUpsideDown: (SIMD2(left, bottom), SIMD2(left, top), SIMD2(right, bottom))
    }
  return corners.0 + (corners.1 - corners.0) * p.x + (corners.2 - corners.0) * p.y
}

private let images: [SIMD2<Double>] = [
  SIMD2(1920, 1440), SIMD2(1920, 1080), SIMD2(1280, 720), SIMD2(640, 480), SIMD2(1000, 1000),
]
private let views: [SIMD2<Double>] = [
  SIMD2(375, 812), SIMD2(812, 375), SIMD2(414, 896), SIMD2(320, 568), SIMD2(1024, 1366), SIMD2(500, 500),
  SIMD2(300, 400),
]

struct DisplayTransformTests {
  @Test(
    "four orientations, five images and seven views: the map equals the closed form",
    arguments: ScreenOrientation.allCases)
  func closedForm(orientation: ScreenOrientation) throws {
    var random = SeededGenerator(seed: 71)
    for image in images {
      for view in views {
        let transform = try DisplayTransform(image: image, orientation: orientation, viewport: view)
        let fit = try DisplayTransform(image: image, orientation: orientation, viewport: view, fill: .aspectFit)
        for _ in 0..<20 {
          let p = SIMD2(random.number(-0.5...1.5), random.number(-0.5...1.5))
          let expected = byCorners(p, image: image, view: view, orientation: orientation)
          expectNear(transform.viewFromImage.apply(p), expected, 1e-9)
          // The normalised map differs only by the viewport's size.
          expectNear(transform.normalised.apply(p) * view, expected, 1e-9)
          let inside = byCorners(p, image: image, view: view, orientation: orientation, covers: false)
          expectNear(fit.viewFromImage.apply(p), inside, 1e-9)
        }
      }
    }
  }

  @Test("1440 x 1920 pixels on 375 x 812 points show 886.7 pixels, 0.6158, across")
  func visible() throws {
    let transform = try DisplayTransform(
      image: SIMD2(1920, 1440), orientation: .portrait, viewport: SIMD2(375, 812))
    expectNear(transform.visibleShare.x * 1440, 886.7, 0.05)
    expectNear(transform.visibleShare.x, 0.6158, 0.00005)
    expectNear(transform.visibleShare.x, 375 / 812.0 * 1920 / 1440, 1e-12)
    #expect(transform.visibleShare.y == 1)
    // The view's corners are within the picture; the picture's left and right margins are outside the view.
    #expect(transform.viewFromImage.apply(SIMD2(0, 0.5 + transform.visibleShare.x / 2)).length < 1e-9)
    expectNear(transform.viewFromImage.apply(SIMD2(0.5, 1)).x, -117, 0.1)
  }

  @Test("the picture's middle is the view's middle, for every orientation and fill")
  func middle() throws {
    for orientation in ScreenOrientation.allCases {
      for fill in DisplayTransform.Fill.allCases {
        for isMirrored in [false, true] {
          let transform = try DisplayTransform(
            image: SIMD2(1920, 1440), orientation: orientation, viewport: SIMD2(414, 896), fill: fill,
            isMirrored: isMirrored)
          expectNear(transform.viewFromImage.apply(SIMD2(0.5, 0.5)), SIMD2(207, 448), 1e-9)
          #expect((transform.viewFromImage.determinant < 0) == isMirrored)
        }
      }
    }
  }

  @Test("an invalid size is an error that states it and says what to do")
  func faults() {
    for bad in [0, -1, .nan, .infinity, 1e9] {
      for size in [SIMD2(bad, 812), SIMD2(375, bad)] {
        #expect(throws: DisplayTransformError.self) {
          try DisplayTransform(image: SIMD2(1920, 1440), orientation: .portrait, viewport: size)
        }
        #expect(throws: DisplayTransformError.self) {
          try DisplayTransform(image: size, orientation: .portrait, viewport: SIMD2(375, 812))
        }
        #expect(throws: DisplayTransformError.self) { try NaiveBodyPipeline(viewport: size) }
      }
    }
    #expect(throws: DisplayTransformError.viewport(SIMD2(0, 812))) {
      try DisplayTransform(image: SIMD2(1920, 1440), orientation: .portrait, viewport: SIMD2(0, 812))
    }
    let text = "\(DisplayTransformError.viewport(SIMD2(0, 812)))"
    #expect(text.contains("0.0 x 812.0 points") && text.contains("expected") && text.contains("viewportWidth"))
  }

  @Test("affine products apply the right factor first; areas grow by the determinant")
  func affine() {
    var random = SeededGenerator(seed: 72)
    for _ in 0..<200 {
      func map() -> AffineMap {
        AffineMap(
          a: random.number(-2...2), b: random.number(-2...2), c: random.number(-2...2), d: random.number(-2...2),
          tx: random.number(-9...9), ty: random.number(-9...9))
      }
      let (m, n, p) = (map(), map(), SIMD2(random.number(-5...5), random.number(-5...5)))
      expectNear((m * n).apply(p), m.apply(n.apply(p)), 1e-12)
      let (origin, x, y) = (m.apply(.zero), m.apply(SIMD2(1, 0)), m.apply(SIMD2(0, 1)))
      let (across, down) = (x - origin, y - origin)
      expectNear(across.x * down.y - across.y * down.x, m.determinant, 1e-12)
    }
  }
}
