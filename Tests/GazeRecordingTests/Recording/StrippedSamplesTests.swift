import GazeRecording
import RecordingFixtures
import Testing

@Suite struct StrippedSamplesTests {
  @Test("a rig's sample loses what stands below truth and the time of day, its header the true constants and the draws")
  func strip() throws {
    var header = probeHeader()
    (header.seed, header.phone, header.noise, header.preset) = (1, 2, 3, "typical")
    header.constants = ["truth.driftDegreesPerMinute": 2, "fieldOfViewDegrees": 60]
    var stripping = StrippedSamples<ProbeSample>(header)
    var generator = SeededGenerator(seed: 85)
    for index in 0..<200 {
      var sample = ProbeSample.random(using: &generator)
      (sample.participant, sample.time) = (index % 2, 7.25e8 * Double(index % 2) + Double(index / 2))
      let stripped = try stripping.sample(sample)
      #expect(!stripped.hasTruth && stripped.participant == sample.participant)
      #expect(stripped.time == Double(index / 2))
      let kept = ProbeSample(unchecked: sample.values.enumerated().map { $0 < ProbeSample.seen ? $1 : .nan })
      #expect(ProbeSample(unchecked: stripped.values) == kept)
    }
    var expected = header
    (expected.seed, expected.phone, expected.noise, expected.preset) = (nil, nil, nil, nil)
    expected.constants = ["fieldOfViewDegrees": 60]
    #expect(stripping.header == expected)
    let words = stripping.removed.joined(separator: "; ")
    for part in ["the truth of ", "1 true constant of the header", "seed, phone, noise, preset", "time of day"] {
      #expect(words.contains(part), "\(part) in \(words)")
    }
    #expect(!words.contains("coefficients"))
  }
}
