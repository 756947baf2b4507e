import GazeMetrics
import GazePipeline
import GazeRecording
import GazeSimulation
import GazeTesting
import Profiles
import Testing

struct AccuracyCheckTests {
  private let phone: NominalPhone

  init() throws { phone = try NominalPhone(device: "iphone12mini") }

  /// A limit that every pointer meets, and a limit on the lag. The first limit alone would be refused; a pointer that
  /// never moves has no lag, and so does not meet the second.
  static let lax = 100_000.0
  static let lag = AccuracyGate(.pointerLatencyMilliseconds, atMost: 1000)

  /// Eight people, the fewest for an interval of a mean, 20 s each, seed 11; with `typical` tracking fails for some of
  /// them.
  private func check(_ preset: GazePreset = .ideal, participants: Int = 8) -> AccuracyCheck {
    AccuracyCheck(
      Simulation(
        device: phone, scenario: .validation, preset: preset, seed: 11, participants: participants, duration: 20))
  }

  private func pipeline(_ person: AccuracyCheck.Participant? = nil, isFlipped: Bool = false) -> AppPipeline {
    AppPipeline(screen: person?.screen ?? phone.geometry, isFlipped: isFlipped)
  }

  @Test("an undecided limit says about how many people would decide it, and that many do")
  func peopleThatDecide() throws {
    let gate = AccuracyGate(.pointerErrorPointsMedian, atMost: 150)
    let report = try check(.typical, participants: 20).report([gate, Self.lag]) { pipeline($0) }
    #expect(report.verdict == .inconclusive && report.people + report.leftOut == 20, "\(report)")
    let found = try #require("\(report)".firstMatch(of: /pointer.errorPoints.median: about (\d+) people would/))
    let needed = try #require(Int(found.1))
    #expect((21...2000).contains(needed), "\(report)")
    let close = AccuracyGate(.pointerErrorPointsMedian, atMost: try #require(report.gates[0].value) + 0.01)
    let undecided = try check(.typical, participants: 20).report([close, Self.lag]) { pipeline($0) }
    #expect("\(undecided)".contains("is too close to its limit to be decided by 10000 people"))
  }

  @Test("an app's own pipeline with y flipped fails, and passes after the repair")
  func flipped() throws {
    let gate = AccuracyGate(.pointerErrorPointsMedian, atMost: 1)
    let broken = try check().report([gate]) { pipeline($0, isFlipped: true) }
    #expect(broken.verdict == .fail)
    #expect("\(broken)".contains("y runs the wrong way: the pointer moves by -1.0 points where the gaze moves by 1"))
    // The person looks all over the 812 points of height, so an inverted y is a large error.
    #expect(try #require(broken.gates[0].value) > 200)
    let mended = try check().report([gate]) { pipeline($0) }
    #expect(mended.verdict == .pass)
    #expect(try #require(mended.gates[0].value) < 0.01)
  }

  @Test("in a closed loop an app's pipeline moves the page people read")
  func closedLoop() throws {
    // The pipeline scrolls down whenever the eyes are in the lowest tenth: the person looks there in order to scroll.
    struct Scroller: PointerPipeline {
      var app: AppPipeline

      mutating func step(_ frame: FaceFrame) -> PointerOutput {
        var output = app.step(frame)
        if let y = output.pointer?.y, y > 0.9 * app.screen.points.y {
          output.scroll = ScrollCommand(direction: .down, distance: 5)
        }
        return output
      }
    }
    // Two people, 100 s, seed 11. If no intent is hidden from the pipeline, each one is fulfilled. In an open loop the
    // page moves on its own, and the people behave differently.
    var simulation = Simulation(
      device: phone, scenario: .reading, preset: .ideal, seed: 11, participants: 2, duration: 100)
    try simulation.set("task.hiddenIntent", 0)
    try simulation.set("task.upIntent", 0)
    let open = try AccuracyCheck(simulation).results { _ in Scroller(app: pipeline()) }
    simulation.loop = "mine"
    let closed = try AccuracyCheck(simulation).results { _ in Scroller(app: pipeline()) }
    for result in closed {
      #expect(result.scroll.intents > 1)
      #expect(try #require(result.errorPoints.p95) < 0.01)
    }
    #expect(zip(open, closed).allSatisfy { $0.scroll != $1.scroll })
  }

  @Test("a gate passes above, fails below, is inconclusive inside, in numbers")
  func verdicts() throws {
    func report(_ limit: Double, participants: Int = 12) throws -> AccuracyReport {
      let gate = AccuracyGate(.pointerErrorPointsMedian, atMost: limit)
      return try check(.typical, participants: participants).report([gate, Self.lag]) { pipeline($0) }
    }
    func gate(_ limit: Double) throws -> GateResult { try report(limit).gates[0] }
    let passed = try gate(Self.lax)
    #expect(passed.verdict == .pass)
    let (value, interval) = (try #require(passed.value), try #require(passed.ci95))
    #expect(interval.lower < value && value < interval.upper)
    // One of two gates fails only if it does so at 97.5 % (Holm).
    let people = try check(.typical, participants: 12).results { _ in pipeline() }.filter { !$0.isFailing }
    let strict = try GazeMetric.named("pointer.errorPoints.median").estimate(people, level: 0.975)?.interval.interval
    #expect(try gate(try #require(strict).lower * 0.99).verdict == .fail)
    #expect(try gate(value).verdict == .inconclusive)
    #expect(try gate(interval.upper).verdict == .pass)
    // Two people give no interval, however lax the limit; the text says how many are needed.
    let few = try report(Self.lax, participants: 2)
    #expect(few.verdict == .inconclusive)
    #expect(few.gates[0].ci95 == nil)
    #expect(few.gates[0].peopleNeeded == 8)
    // The mapping is right, and the text says so; it blames nothing on the simulated tracker's own gain and bias.
    #expect(few.correctness.verdict == .pass && few.correctness.findings.isEmpty)
    #expect("\(few)".contains("the mapping is right; the rest is the simulated tracker's error"))
    // Tracking fails for one of these two people.
    #expect(few.people == 1 && "\(few)".contains("none: it needs 8 people but has 1"), "\(few)")
    let two = try check(.typical, participants: 2).shortfalls([
      AccuracyGate(.pointerErrorPointsMedian, atMost: 1)
    ])
    #expect(two.map { "\($0)" } == ["pointer.errorPoints.median needs 8 people but has 2"])
    let text = "\(passed)"
    // Four digits of each number: between 10 and 1000 here.
    let numbers = [value, interval.lower, interval.upper].map { number in
      let digits = number < 100 ? 100.0 : 10.0
      return "\((number * digits).rounded() / digits)"
    }
    for part in ["pointer.errorPoints.median", "\(Self.lax)", "pass"] + numbers {
      #expect(text.contains(part), "\(part) in \(text)")
    }
  }

  @Test("everybody gets a pipeline of their own, in order, also one that is not Sendable")
  func ownPipelines() throws {
    var (asked, made) = ([Int](), [ModelPipeline]())
    let results = try check(participants: 3).results { participant in
      asked.append(participant.number)
      made.append(ModelPipeline(pipeline()))
      return made[made.count - 1]
    }
    #expect(asked == [0, 1, 2])
    #expect(results.map(\.participant) == [0, 1, 2] && made.map(\.model.frames) == results.map(\.frames))
    // The results equal those of the same people one by one.
    #expect(try results == (0..<3).map { try check(participants: 3).result(participant: $0, pipeline: pipeline()) })
    let gates = [AccuracyGate(.pointerErrorPointsMedian, atMost: 1)]
    #expect(try check().report(gates) { ModelPipeline(pipeline($0)) }.verdict == .pass)
  }

  @Test("people whose tracking fails count in no gate, and are reported")
  func failingPeople() throws {
    var check = check(.typical)
    let gate = AccuracyGate(.pointerErrorPointsMedian, atMost: Self.lax)
    try check.simulation.set("people.failingShare", 1)
    let people = try check.results { _ in pipeline() }
    #expect(people.count == 8)
    #expect(people.allSatisfy { $0.isFailing })
    let report = try check.report([gate, Self.lag]) { pipeline($0) }
    #expect(report.verdict == .inconclusive && report.people == 0)
    #expect(report.gates[0].value == nil)
    #expect("\(report)".contains("; 8 more left out, since tracking fails for them"))
    try check.simulation.set("people.failingShare", 0)
    #expect(try check.report([gate, Self.lag]) { pipeline($0) }.people == 8)
  }

  @Test("an unknown metric is an error with the nearest names; so an older version")
  func unknownMetric() {
    let old = AccuracyGate(.pointerSizeFor95Points, atMost: 500, version: 1)
    #expect(throws: OutdatedMetricError.self) { try check().report([old, Self.lag]) { pipeline($0) } }
    let gate = AccuracyGate(metric: "pointer.errorPoints.medium", limit: 1, direction: .max)
    let error = #expect(throws: UnknownNameError.self) { try check(participants: 1).report([gate]) { pipeline($0) } }
    #expect(error?.suggestions.contains("pointer.errorPoints.median") == true)
  }

  @Test("limits that inaction keeps are refused, and those on what nobody does")
  func trivialLimits() throws {
    func fault(_ gates: AccuracyGate...) -> LimitsError? {
      #expect(throws: LimitsError.self) { try check(.typical).report(gates) { pipeline($0) } }
    }
    // Eight people, 20 s, seed 11: 250 is the limit that this library's own documentation once used.
    let error = AccuracyGate(.pointerErrorPointsMedian, atMost: 250)
    let still = try #require(fault(error, AccuracyGate(.pointerDataLoss, atMost: 0.1)))
    #expect(still.description.hasPrefix("a pointer that never moves (the screen's middle) meets all limits: "))
    #expect(still.description.contains("limit <= 250; pointer.dataLoss is 0.0"))
    let asked = try #require(fault(error, AccuracyGate(.scrollF1, atLeast: 0.1)))
    #expect(
      asked == .notMeasured(limit: 1, metric: "scroll.f1", scenarios: ["validation"])
        && asked.description.hasPrefix("scroll.f1 is not measured: nobody is asked to scroll in validation; "))
    // A pointer that never moves has no measurable lag, so it does not meet a limit on the lag.
    try check(.typical).checkLimits([
      error, AccuracyGate(.pointerLatencyMilliseconds, atMost: 70),
    ])
  }

  @Test("limits that a pipeline which never or always scrolls keeps are refused")
  func trivialScrolling() throws {
    // Six people, 100 s, seed 11.
    var simulation = Simulation(device: phone, scenario: .reading, seed: 11, participants: 6, duration: 100)
    func refused(_ gates: AccuracyGate...) -> LimitsError? {
      #expect(throws: LimitsError.self) { try AccuracyCheck(simulation).checkLimits(gates) }
    }
    let few = AccuracyGate(.scrollFalsePerMinute, atMost: 3.5)
    // A further limit on the pointer changes nothing: a pipeline that never scrolls may have a pointer that meets this
    // limit.
    let never = refused(few, AccuracyGate(.pointerErrorPointsMedian, atMost: 10))
    guard case .keptBy(.neverScrolls, let kept)? = never else {
      Issue.record("\(String(describing: never))")
      return
    }
    #expect(kept.map(\.value) == [0])
    let often = refused(AccuracyGate(.scrollRecall, atLeast: 0.5))
    guard case .keptBy(.scrollsEverySecond, _)? = often else {
      Issue.record("\(String(describing: often))")
      return
    }
    let both = [few, AccuracyGate(.scrollRecall, atLeast: 0.5)]
    try AccuracyCheck(simulation).checkLimits(both)
    simulation.loop = "mine"
    try AccuracyCheck(simulation).checkLimits(both)
  }

  /// Calls every method of a check; each must refuse with a sentence that names the cause.
  private func refused(_ words: String, _ check: AccuracyCheck) throws {
    let gate = AccuracyGate(.pointerErrorPointsMedian, atMost: 200)
    let calls: [() throws -> Void] = [
      { try check.validate() }, { _ = try check.report([gate, Self.lag]) { pipeline($0) } },
      { _ = try check.results { _ in pipeline() } }, { _ = try check.result(participant: 0, pipeline: pipeline()) },
      { _ = try check.correctness { AppPipeline(screen: $0) } },
      { try check.checkLimits([gate, Self.lag]) },
      { _ = try check.compare([.pointerErrorPointsMedian], to: { _ in pipeline() }) { _ in pipeline() } },
      { _ = try check.baseline(of: "own", [.pointerErrorPointsMedian]) { _ in pipeline() } },
    ]
    for (index, call) in calls.enumerated() {
      let error = try #require(#expect(throws: SimulationError.self, "\(words), call \(index)") { try call() })
      #expect(error.description.contains(words))
    }
  }

  @Test("a simulation that cannot be run is refused with a sentence, and nothing traps")
  func invalidSimulation() throws {
    let cases: [(String, (inout Simulation) -> Void)] = [
      ("participants = -1: expected 1 to 100000", { $0.participants = -1 }),
      ("participants = 0: expected 1 to 100000", { $0.participants = 0 }),
      ("participants = 9223372036854775807: expected", { $0.participants = .max }),
      ("rate = 0.0: expected 1 to 240 frames a second", { $0.rate = 0 }),
      ("rate = nan: expected", { $0.rate = .nan }), ("rate = inf: expected", { $0.rate = .infinity }),
      ("rate = -60.0: expected", { $0.rate = -60 }), ("rate = 1e+300: expected", { $0.rate = 1e300 }),
      ("duration = 0.0: expected more than 0", { $0.duration = 0 }), ("duration = -1.0", { $0.duration = -1 }),
      ("duration = nan", { $0.duration = .nan }), ("duration = inf", { $0.duration = .infinity }),
      ("duration = 1e+300", { $0.duration = 1e300 }),
      (
        "loop = mine: validation has no page that a pipeline could move; expected reading, recipe", { $0.loop = "mine" }
      ),
      ("loop = mine: stare has no page", { ($0.loop, $0.scenario) = ("mine", .stare) }),
      ("its screen is nan x 812.0 points", { $0.device.geometry.points.x = .nan }),
      ("expected sizes above 0", { $0.device.geometry.points.y = 0 }),
      ("expected sizes above 0", { $0.device.geometry.metres.x = -0.05 }),
      ("expected sizes above 0", { $0.device.geometry.metres.y = .infinity }),
      ("numbers for camera", { $0.device.geometry.camera.x = .nan }),
      ("numbers for camera", { $0.device.cameraSigma.x = .nan }),
    ]
    for (words, change) in cases {
      var check = check()
      change(&check.simulation)
      try refused(words, check)
    }
    for number in [-1, .min, .max, 100_000] {
      #expect(throws: SimulationError.argument("participant = \(number): expected 0 to 99999")) {
        try check().result(participant: number, pipeline: pipeline())
      }
    }
    var simulation = check().simulation
    #expect(throws: UnknownNameError.self) { try simulation.set("people.no", 1) }
    #expect(throws: SimulationError.self) { try simulation.set("people.failingShare", .nan) }
  }

  @Test("takes, sessions and lengths at the ends of their ranges run", arguments: GazeScenario.allCases)
  func extremes(_ scenario: GazeScenario) throws {
    var check = check(participants: 1)
    check.simulation.scenario = scenario
    for (session, take, duration, rate) in [
      (Int.min, Int.max, 1e-9, 1.0), (-1, -1, 0.02, 240), (70_000, 300, 3, 60), (0, 0, 1, 1),
    ] {
      check.simulation.session = session
      check.simulation.take = take
      check.simulation.duration = duration
      check.simulation.rate = rate
      #expect(try check.results { _ in pipeline() }.count == 1)
      _ = try check.correctness { AppPipeline(screen: $0) }
    }
  }

  @Test("no limits, and limits that are no numbers, are refused with advice")
  func limits() throws {
    let none = #expect(throws: LimitsError.noLimits) { try check().report([]) { pipeline($0) } }
    #expect("\(try #require(none))".contains("give at least one, such as AccuracyGate("))
    #expect(throws: LimitsError.noLimits) { try check().checkLimits([]) }
    for value in [Double.nan, .infinity, -.infinity] {
      let gate = AccuracyGate(.pointerErrorPointsMedian, atMost: value)
      let error = #expect(throws: LimitsError.self) { try check().report([Self.lag, gate]) { pipeline($0) } }
      #expect(error?.limit == 1)
      #expect(
        "\(try #require(error))"
          == "the limit of pointer.errorPoints.median is \(value); expected a number in the metric's unit")
    }
  }

  /// A class that holds an object which is not `Sendable`, as a pipeline on Core ML does.
  private final class ModelPipeline: PointerPipeline {
    final class Model { var frames = 0 }
    let model = Model()
    var app: AppPipeline

    init(_ app: AppPipeline) { self.app = app }

    func step(_ frame: FaceFrame) -> PointerOutput {
      model.frames += 1
      return app.step(frame)
    }
  }
}
