import CGSL
import GazePipeline
import TestSupport
import Testing

@Suite struct MovingAverageOracleTests {
  @Test("the streaming mean of N is GSL's gsl_movstat_mean over N − 1 samples back and none ahead")
  func movstat() throws {
    var random = SeededGenerator(seed: 40)
    let values = (0..<500).map { _ in random.normal() * 300 }
    for window in [1, 2, 5, 10, 32] {
      let workspace = try #require(gsl_movstat_alloc2(window - 1, 0))
      defer { gsl_movstat_free(workspace) }
      let input = try #require(gsl_vector_alloc(values.count))
      defer { gsl_vector_free(input) }
      let output = try #require(gsl_vector_alloc(values.count))
      defer { gsl_vector_free(output) }
      for (index, value) in values.enumerated() { gsl_vector_set(input, index, value) }
      // At the start fewer samples are averaged, as in the streaming filter.
      #expect(gsl_movstat_mean(GSL_MOVSTAT_END_TRUNCATE, input, output, workspace) == 0)
      var filter = MovingAverage(window: window)
      for (index, value) in values.enumerated() {
        let found = filter.step(SIMD2(value, -value))
        expectNear(found.x, gsl_vector_get(output, index), 1e-10, "window \(window), sample \(index)")
        #expect(found.y == -found.x)
      }
    }
  }
}
