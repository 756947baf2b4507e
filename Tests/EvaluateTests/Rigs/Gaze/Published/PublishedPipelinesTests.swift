import GazePipeline
import GazeRecording
import GazeSimulation
import GazeTesting
import Profiles
import Testing

@testable import Evaluate

/// Contracts of `PointerPipeline` for every pipeline of a comparison.
@Suite struct PublishedPipelinesTests {
  private static let published = GazeRig.pipelines.filter { $0 != .standard }

  private static func setup(_ device: String = "iphone12mini") throws -> Setup {
    Setup(upright: try .builtIn(device), smoothing: Smoothing.none)
  }

  @Test("random frames with NaN, infinity and huge numbers give finite numbers or none", arguments: published)
  func hostile(name: Pipeline<GazeRig>) throws {
    // n = 20,000 frames, seed 77.
    var setup = try Self.setup()
    setup.earlierSession.fivePointMap = FivePointMap(scale: SIMD2(6, 9), shift: SIMD2(-1000, -3000))
    var (subject, random) = (name.pointer(setup), PhiloxGenerator(seed: 77, stream: 0))
    let numbers: [Float] = [
      .nan, .infinity, -.infinity, 0, -0.0, 1, -1, .greatestFiniteMagnitude, -.greatestFiniteMagnitude,
      .leastNonzeroMagnitude, 1e20, -1e20, 1e-20, .signalingNaN, 0.5,
    ]
    var held: SIMD2<Double>?
    var given = 0
    for _ in 0..<20_000 {
      var plain = PlainFrame()
      plain.face = SIMD3(.random(in: -0.2...0.2, using: &random), .random(in: -0.2...0.2, using: &random), -0.4)
      plain.leftSlope = SIMD2(.random(in: -0.5...0.5, using: &random), .random(in: -0.5...0.5, using: &random))
      // The points lie off the camera's plane, because one of the pipelines has no value for points on it.
      plain.lookAt.z = 0.5
      var frame = plain.frame
      for _ in 0..<Int.random(in: 0...3, using: &random) {
        let bad = numbers[Int.random(in: 0..<numbers.count, using: &random)]
        let place = Int.random(in: 0..<16, using: &random)
        switch Int.random(in: 0..<8, using: &random) {
        case 0: frame.time = Double(bad)
        case 1: frame.blink = SIMD2(bad, bad)
        case 2: frame.isTracked.toggle()
        case 3: frame.camera[place] = bad
        case 4: frame.face[place] = bad
        case 5: frame.leftEye[place] = bad
        case 6: frame.lookAt[place % 3] = bad
        default: frame.blendShapes?[1 + place % 11] = bad
        }
      }
      let output = subject.step(frame)
      if let pointer = output.pointer { #expect(pointer.isFinite) }
      if let raw = output.rawPointer { #expect(raw.isFinite) } else { #expect(output.pointer == held) }
      #expect(output.scroll.distance.isFinite && output.scroll.distance >= 0)
      held = output.pointer
      given += output.rawPointer == nil ? 0 : 1
    }
    #expect(given > 5000, "most frames are good enough")
  }

  @Test("the constant moves the pointer by itself and nothing else", arguments: published)
  func constant(name: Pipeline<GazeRig>) throws {
    var setup = try Self.setup()
    var without = name.pointer(setup)
    setup.earlierSession.constantOffset = SIMD2(30, -40)
    var with = name.pointer(setup)
    for frame in [PlainFrame(), PlainFrame(rightMisses: true), PlainFrame()] {
      let (a, b) = (without.step(frame.frame), with.step(frame.frame))
      guard let from = a.pointer, let to = b.pointer else {
        #expect(a.pointer == nil && b.pointer == nil)
        continue
      }
      #expect((to - from - SIMD2(30, -40)).length < 1e-9)
    }
  }

  @Test(
    "an app's own numbers apply to the phone it was written for; other phones use the device's, with the 312 unchanged")
  func ownPhone() throws {
    let x = try Self.setup("iphonex")
    func virakri(_ setup: Setup) throws -> PlaneSettings {
      try #require(GazeRig.virakriConverted.pointer(setup) as? VirakriPipeline).settings
    }
    func shiru99(_ setup: Setup) throws -> Shiru99Pipeline.Settings {
      try #require(GazeRig.shiru99.pointer(setup) as? Shiru99Pipeline).settings
    }
    #expect(try virakri(x).metres == SIMD2(0.0623908297, 0.135096943231532))
    let mini = try Self.setup()
    #expect(try virakri(mini).metres == mini.geometry.metres)
    #expect(try virakri(mini).heightCompensation == 312)
    #expect(try shiru99(mini).panelPoints == SIMD2(360, 780))
    #expect(try shiru99(x).panelPoints == SIMD2(375, 812))
  }

  @Test("it scrolls by the article's rule: ten steps of a point past the bottom, above the top")
  func scrolls() {
    var page = ArticlePage()
    func command(_ y: Double) -> ScrollCommand { page.output(SIMD2(100, y), raw: SIMD2(100, y), height: 800).scroll }
    #expect(command(809) == .none && command(10) == .none)
    #expect(command(810) == ScrollCommand(direction: .down, distance: 10, step: 1))
    #expect(command(9.9) == ScrollCommand(direction: .up, distance: 10, step: 1))
    #expect(page.held.scroll == .none)
  }

  @Test("every pipeline states its method, its source, its smoothing and its assumptions")
  func facts() {
    for name in GazeRig.pipelines {
      let facts = name.facts
      #expect(facts.name == name.name && !facts.summary.isEmpty && !facts.source.isEmpty)
      if facts.kind == .reproduction {
        #expect(facts.source.hasPrefix("github.com/"))
        #expect(facts.assumptions.contains { $0.contains("the article's rule") })
      }
      #expect((facts.smoothing == nil) == (name == GazeRig.standard))
      #expect(GazeRig.listing.contains(name.name))
    }
    #expect(GazeRig.pipelines.count { $0.facts.kind == .reproduction } == 10)
  }
}
