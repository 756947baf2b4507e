import GazePipeline
import TestSupport
import Testing

struct PersonTrustTests {
  private let geometry = ScreenGeometry.test
  private let size = ScreenGeometry.test.points

  /// A calibration with an offset of 3° and 2° from an earlier session.
  private func person(_ trust: PersonTrust) -> PersonCalibration {
    var person = PersonCalibration(gazeOffset: Kappa(towardsX: 3.0.radians, up: 2.0.radians), gain: SIMD2(0.9, 0.85))
    person.trust = trust
    return person
  }

  private func pipeline(_ trust: PersonTrust) -> StandardPipeline {
    StandardPipeline(geometry: geometry, person: person(trust), smoothing: .none, trigger: .test)
  }

  /// A frame of a person who has this offset today and fixates a point.
  private func frame(_ point: SIMD2<Double>, _ today: PersonCalibration, at time: Double) -> FaceFrame {
    let face = ExactFace()
    let visual = face.inFace(geometry.hit(ofPoint: point)).normalized
    return face.frame(turned: today.reportedAngles(visual: visual), at: time)
  }

  /// Mean of pointer − gaze in the last 15 s of a minute of fixations that are uniform over the screen.
  private func offset(_ trust: PersonTrust, today: PersonCalibration, within places: [SIMD2<Double>]) -> SIMD2<Double> {
    var pipeline = pipeline(trust)
    var (sum, count) = (SIMD2<Double>.zero, 0.0)
    for index in 0..<600 {
      let point = places[index / 15 % places.count]
      guard let pointer = pipeline.step(frame(point, today, at: Double(index) / 10)).pointer else { continue }
      if index >= 450 { (sum, count) = (sum + pointer - point, count + 1) }
    }
    return sum / count
  }

  /// Centres of 4 × 4 cells, in an order that jumps over the whole screen.
  private var even: [SIMD2<Double>] {
    (0..<16).map { index in
      let cell = index * 7 % 16
      let (column, row) = (Double(cell % 4) + 0.5, Double(cell / 4) + 0.5)
      return SIMD2(column / 4 * size.x, row / 4 * size.y)
    }
  }

  @Test("an offset of this session is applied in full")
  func full() {
    let off = offset(.full, today: person(.full), within: [SIMD2(20, 40), SIMD2(60, 300)])
    #expect(off.length < 1e-3)
  }

  @Test("an earlier offset is mostly applied within a minute if it holds, else removed")
  func adapts() {
    let whole = offset(.full, today: gainOnly, within: even)
    // 3° and 2° at 35 cm are 119 and 80 points; the bars are half of these.
    #expect(abs(whole.x) > 60 && abs(whole.y) > 40, "\(whole)")
    let holds = offset(.assumed, today: person(.full), within: even)
    #expect(abs(holds.x) < 0.3 * abs(whole.x), "\(holds) of \(whole)")
    let gone = offset(.assumed, today: gainOnly, within: even)
    #expect(abs(gone.x) < 0.4 * abs(whole.x), "\(gone) of \(whole)")
    // Vertically the gaze's position is weak evidence: more than a third of the offset remains.
    #expect(abs(gone.y) > 0.35 * abs(whole.y) && abs(gone.y) < 0.65 * abs(whole.y), "\(gone) of \(whole)")
  }

  private var gainOnly: PersonCalibration {
    var today = person(.full)
    today.gazeOffset = .zero
    return today
  }

  @Test("for any gaze the pointer lies between those with the full offset and without it")
  func bounded() {
    for places in [[SIMD2(20.0, 30)], [SIMD2(360, 800)], [SIMD2(-300, 400)], [SIMD2(188, -2_000)], even] {
      let with = offset(.full, today: gainOnly, within: places)
      let found = offset(.assumed, today: gainOnly, within: places)
      for axis in 0..<2 {
        // Because of the gain, the correction varies slightly over the screen.
        let slack = 0.2 * abs(with[axis]) + 1
        let range = (min(0, with[axis]) - slack)...(max(0, with[axis]) + slack)
        #expect(range.contains(found[axis]), "\(places)")
      }
    }
  }

  @Test("text that nobody reads leaves the offset trusted as without recentring")
  func unreadText() {
    let lines = (0..<20).map { TextLine(x: 20, y: 40 + 35 * Double($0), width: 335, height: 22) }
    for reading in Recentring.Reading.allCases {
      var plain = pipeline(.assumed)
      var recentred = StandardPipeline(
        geometry: geometry, person: person(.assumed), smoothing: .none, trigger: .test,
        recentring: Recentring.Settings(reading: reading), lines: lines)
      for index in 0..<1800 {
        let frame = frame(even[index / 15 % 16], gainOnly, at: Double(index) / 30)
        #expect(recentred.step(frame, AppContext(page: 0)) == plain.step(frame), "\(index)")
      }
      #expect(recentred.recentring?.used == 0)
    }
  }

  @Test("a dot's offset refers to a share of the stored one that never changes")
  func dot() throws {
    var pipeline = StandardPipeline(
      geometry: geometry, person: person(.assumed), smoothing: .none, trigger: .test, recentring: Recentring.Settings())
    let dot = size / 2
    for index in 0..<60 {
      _ = pipeline.step(frame(dot, gainOnly, at: Double(index) / 30), AppContext(dot: dot))
    }
    // A minute at the screen's top, which would change the trust in the offset.
    for index in 60..<1860 { _ = pipeline.step(frame(SIMD2(dot.x, 60), gainOnly, at: Double(index) / 30)) }
    #expect(pipeline.recentring?.used == 1)
    let seen = try #require(pipeline.step(frame(dot, gainOnly, at: 62)).pointer)
    // A fifth of what the dot showed counts as drift, which is forgotten within a minute.
    var untaught = self.pipeline(.assumed)
    let whole = try #require(untaught.step(frame(dot, gainOnly, at: 0)).pointer)
    expectNear(seen, dot, 0.25 * (whole - dot).length, "\(seen - dot) of \(whole - dot)")
  }

  @Test("without a calibration nothing changes to the last bit, with any trust")
  func none() {
    var nobody = PersonCalibration.none
    nobody.trust = .assumed
    var a = StandardPipeline(geometry: geometry, person: nobody, smoothing: .none, trigger: .test)
    var b = StandardPipeline(geometry: geometry, smoothing: .none, trigger: .test)
    for index in 0..<60 {
      let frame = frame(even[index % 16], person(.full), at: Double(index) / 10)
      #expect(a.step(frame) == b.step(frame))
    }
  }

  @Test("the trust is greater if sessions are more alike, and with more sessions")
  func fromSessions() {
    func trust(_ degrees: Double, _ sessions: Int) -> PersonTrust {
      PersonTrust(sessionSpread: degrees.radians, sessions: sessions)
    }
    #expect(trust(0.5, 1).share > 0.9 && trust(4, 1).share < 0.25)
    expectNear(trust(2, 1).share, 0.5, 1e-12)
    #expect(trust(2, 4).share > trust(2, 1).share && trust(2, 4).spread < trust(2, 1).spread)
    #expect(trust(2, 1).spread > 2.0.radians)
  }
}
