/// How much of the people's takes a page keeps, so that its file stays below a size: every so manyth frame of the first
/// people, and no more than so many seconds of each take.
struct TrackPlan: Sendable, Equatable {
  /// Samples a second, at most: a replay is watched, not measured.
  static let mostRate = 12.0
  /// Samples a second, at least, before people are left out instead.
  static let leastRate = 5.0
  /// People, at most.
  static let mostPeople = 20
  /// Characters that the samples may take together: the page's other parts need less than 0.4 MB.
  static let budget = 2_300_000.0
  /// People whose raw pointers go through the bank of filters.
  static let frontPeople = 6
  /// Seconds of each of them.
  static let frontSeconds = 60.0

  /// Every so manyth frame.
  var keepsEvery: Int
  /// The first so many people.
  var people: Int
  /// So many seconds of each take.
  var seconds: Double
  /// How many pipelines there are.
  var pipelines: Int
  /// Frames a second.
  var rate: Double

  /// A plan.
  ///
  /// - Parameters:
  ///   - seconds: of each take of a person.
  ///   - pipelines: whose pointers are kept.
  init(rate: Double, seconds takes: [Double], participants: Int, pipelines: Int) {
    let rate = rate.isFinite && rate > 0 ? rate : 60
    self.rate = rate
    self.pipelines = pipelines
    let samples = Self.budget / Self.characters(pipelines: pipelines)
    let person = max(takes.reduce(0) { $0 + min(max($1, 1), 864_000) }, 1)
    people = max(min(participants, Self.mostPeople, Int(samples / Self.leastRate / person)), 1)
    let affordable = samples / (Double(people) * person)
    keepsEvery = max(Int((rate / min(max(affordable, Self.leastRate), Self.mostRate)).rounded(.up)), 1)
    let kept = samples / (rate / Double(keepsEvery)) / Double(people)
    seconds = kept >= person ? .infinity : max(kept / Double(max(takes.count, 1)), 1)
  }

  /// Characters of a sample, measured on simulated people: what the pose, the gaze and the raw pointer take, and each
  /// pipeline.
  private static func characters(pipelines: Int) -> Double { 13 + 4 * Double(max(pipelines, 1)) }

  /// Samples of recordings that a page keeps; how many there will be is not known before their end.
  static let mostSamples = Int(budget / characters(pipelines: 1))

  /// A plan for recordings of unknown length: 10 minutes of each person at a rate that 20 people could have.
  init(recordedAt rate: Double) {
    self.init(rate: rate, seconds: [600], participants: Self.mostPeople, pipelines: 1)
    (people, seconds) = (.max, 600)
  }
}
