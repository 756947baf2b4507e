import GazeMetrics
import GazePipeline
import GazeRecording
import GazeSimulation

/// The part of the people's takes that a page keeps, so that its file stays below a size: every n-th frame of the first
/// people, and a limited number of seconds of each take.
struct TraceSampling: Sendable, Equatable {
  /// Largest rate of samples, Hz: a replay is watched, not measured.
  static let mostRate = 12.0
  /// Smallest rate of samples, Hz; below it, people are left out instead.
  static let leastRate = 5.0
  /// Largest number of people.
  static let mostPeople = 20
  /// Largest size of all samples together, characters: the page's other parts need less than 0.4 MB.
  static let budget = 2_300_000.0
  /// Number of people whose raw pointers are filtered by all filters of `LagJitterFront.bank`.
  static let frontPeople = 6
  /// Seconds of raw pointer per person that are filtered by all filters.
  static let frontSeconds = 60.0

  /// Interval of the kept frames: every n-th is kept.
  var keepsEvery: Int
  /// Number of people kept, the first ones.
  var people: Int
  /// Kept part of each take, seconds.
  var seconds: Double
  /// Number of pipelines.
  var pipelines: Int
  /// Frame rate, Hz.
  var rate: Double

  /// Makes a plan.
  ///
  /// - Parameters:
  ///   - seconds: duration of each take of a person.
  ///   - pipelines: number of pipelines whose pointers are kept.
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

  /// Size of a sample in characters, measured on simulated people: a constant part for the pose, the gaze and the raw
  /// pointer, and a part for each pipeline.
  private static func characters(pipelines: Int) -> Double { 13 + 4 * Double(max(pipelines, 1)) }

  /// Largest number of samples that a page keeps from recordings, whose length is not known before their end.
  static let mostSamples = Int(budget / characters(pipelines: 1))

  /// A plan for recordings of unknown length: 10 minutes of each person at a rate that 20 people could have.
  init(recordedAt rate: Double) {
    self.init(rate: rate, seconds: [600], participants: Self.mostPeople, pipelines: 1)
    (people, seconds) = (.max, 600)
  }
}
