import GazePipeline
import GazeRecording
import GazeSimulation
import GazeTesting

@testable import Evaluate
@testable import StudySupport

extension RecentreStudy: ClaimStudy {
  init(_ words: inout Words) throws {
    self.init(
      profile: try words.device(),
      worlds: try (try words.names("split") ?? World.defaults).map { try World($0) })
    participants = try words.int("participants", 200)
    let (seeds, phones) = (try words.numbers("seed", [1]), try words.numbers("phone", [1]))
    guard phones.count == 1 || phones.count == seeds.count else {
      throw Words.Mistake(description: "--phone: expected one phone, or one for each seed")
    }
    draws = seeds.indices.map { .init(seed: seeds[$0], phone: phones[phones.count == 1 ? 0 : $0]) }
    compensation = try words.double("compensation", 0, 0...1)
    seconds = try words.double("duration", 180, 90...3600)
    rule = ScrollRule(rawValue: try words.choice("trigger", among: ["edge", "confirm"])) ?? .edge
    let named = try words.names("condition") ?? [Condition.typical.rawValue]
    conditions = try named == ["all"] ? Condition.allCases : named.map { try Condition.named($0) }
    arms = try words.names("arms").map { try $0.map { try Arm.named($0) } } ?? Arm.judged + Arm.pure
    // A condition needs the plain ratio of reading.
    if conditions.contains(where: { $0 != .typical }), !arms.contains(.reading) { arms.append(.reading) }
  }
}

extension ReadersStudy: ClaimStudy {
  init(_ words: inout Words) throws {
    guard let folder = try words.text("data") else {
      throw Words.Mistake(
        description: "--data: expected a folder with \(Self.files.fixations) and \(Self.files.passages)")
    }
    try self.init(folder: folder)
    data = [folder]
    if let names = try words.names("passages") { try choose(names) }
    width = try words.double("width", width, 300...5000)
    error.offset = try words.double("offset", error.offset, 0...500)
    error.drift = try words.double("drift", error.drift, 0...500)
    draws = try words.int("draws", draws, 1...1000)
    seed = try words.seed("seed")
  }

  var inputs: [String] { data }
}

extension MisuseStudy: ClaimStudy {
  init(_ words: inout Words) throws {
    self.init(profile: try words.device())
    participants = try words.int("participants", 20)
    seed = try words.seed("seed")
    preset = try GazePreset.load(try words.text("preset") ?? GazePreset.ideal.name)
    seconds = try words.double("duration", 600, 30...3600)
    compensation = try words.double("compensation", 0, 0...1)
  }
}

extension ConfirmStudy: ClaimStudy {
  init(_ words: inout Words) throws {
    let profile = try words.device()
    self.init(profile: profile, simulation: try words.simulation(profile, .reading, participants: 100))
    detection = try words.double("detection", 0.8, 1e-6...1)
    (hasMap, hasOnlyBars) = (try words.flag("map"), try words.flag("bars"))
  }
}

extension TrustStudy: ClaimStudy {
  init(_ words: inout Words) throws {
    let profile = try words.device()
    let simulation = try words.simulation(profile, .validation, participants: 200)
    self.init(Run<GazeRig>(profile: profile, simulation: simulation, scenarios: [.validation]))
  }
}

extension PopulationStudy: ClaimStudy {
  init(_ words: inout Words) throws {
    let profile = try words.device()
    self.init(profile: profile, simulation: try words.simulation(profile, .validation, participants: 2000))
  }
}

extension SplitStudy: ClaimStudy {
  init(_ words: inout Words) throws {
    let profile = try words.device()
    let simulation = try words.simulation(profile, .validation, participants: 1400)
    self.init(PopulationStudy(profile: profile, simulation: simulation), isFitting: try words.flag("fit"))
  }
}

extension ProtocolStudy: ClaimStudy {
  init(_ words: inout Words) throws {
    let profile = try words.device()
    let presets = try words.names("presets") ?? GazePreset.all.map(\.name)
    let shared = words
    self.init(
      profile: profile,
      simulations: try presets.map { preset in
        words = shared
        return try words.simulation(profile, .validation, participants: 20, preset: preset)
      })
    gridSide = try words.int("grid", gridSide, 2...16)
    shift = try words.double("shift", 50, 0.1...100) / 1000
    reference = ErrorReference(rawValue: try words.choice("against", among: ["truth", "target"])) ?? .truth
  }
}

extension TriggerStudy: ClaimStudy {
  init(_ words: inout Words) throws {
    let profile = try words.device()
    self.init(profile: profile, simulation: try words.simulation(profile, .validation, participants: 20))
    duration = simulation.duration
    cost.falseScroll = try words.double("false-scroll", cost.falseScroll, 0...1e6)
    cost.missedWish = try words.double("missed-intent", cost.missedWish, 0...1e6)
    cost.waitingSecond = try words.double("waiting-second", cost.waitingSecond, 0...1e6)
    cost.strayPoint = try words.double("stray-point", cost.strayPoint, 0...1e6)
  }
}

extension SensitivityStudy: ClaimStudy {
  init(_ words: inout Words) throws {
    let profile = try words.device()
    let scenarios = try words.names("scenario")?.map { try GazeScenario.named($0) } ?? GazeRig.facts.scenarios
    let run = Run<GazeRig>(
      profile: profile, simulation: try words.simulation(profile, scenarios[0], participants: 20), scenarios: scenarios,
      pipeline: try GazeRig.pipeline(named: try words.text("pipeline") ?? GazeRig.standard.name))
    self.init(
      run, constants: try words.names("keys")?.map { try GazeConstant.named($0) } ?? Self.assumed,
      top: try words.int("top", 12, 0...100_000))
  }
}
