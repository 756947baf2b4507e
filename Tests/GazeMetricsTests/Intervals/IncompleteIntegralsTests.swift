import CGSL
import TestSupport
import Testing

@testable import GazeMetrics

/// Gamma, beta, Student and normal distributions against those of GSL.
struct IncompleteIntegralsTests {
  @Test(
    "The gamma distribution agrees with GSL's to 1e-10", arguments: [0.05, 0.5, 1, 3.7, 50, 2000],
    [0.001, 0.1, 0.5, 0.9, 1, 1.1, 2, 5])
  func gamma(a: Double, ratio: Double) {
    expectNear(IncompleteGamma.lower(a, a * ratio), gsl_cdf_gamma_P(a * ratio, a, 1), 1e-10)
  }

  @Test(
    "The beta distribution agrees with GSL's to 1e-10",
    arguments: [(0.5, 0.5), (2.5, 0.5), (1, 1), (0.1, 30), (12.5, 7.25), (900, 1100)],
    [1e-9, 0.01, 0.3, 0.45, 0.6, 0.99, 1 - 1e-9])
  func beta(shape: (Double, Double), x: Double) {
    expectNear(IncompleteBeta.lower(x, shape.0, shape.1), gsl_cdf_beta_P(x, shape.0, shape.1), 1e-10)
  }

  @Test(
    "Student's quantiles agree with GSL's distribution to 1e-10", arguments: [1, 2, 4, 7, 19, 59, 1000],
    [0.75, 0.95, 0.975, 0.999, 0.99995])
  func student(degrees: Double, p: Double) {
    expectNear(gsl_cdf_tdist_P(StudentT.quantile(p, degrees: degrees), degrees), p, 1e-10)
  }

  @Test("Normal quantiles agree with GSL's to 1e-10", arguments: [0.75, 0.975, 0.995, 0.99995])
  func normal(p: Double) { expectNear(StandardNormal.quantile(p), gsl_cdf_ugaussian_Pinv(p), 1e-10) }

  @Test("Outside the support distributions and their quantiles are 0 and 1")
  func ends() {
    #expect(IncompleteGamma.lower(2, -1) == 0 && IncompleteGamma.lower(2, .infinity) == 1)
    #expect(IncompleteBeta.lower(-1, 2, 3) == 0 && IncompleteBeta.lower(2, 2, 3) == 1)
    #expect(IncompleteGamma.quantile(0, 2) == 0 && IncompleteBeta.quantile(0, 2, 3) == 0)
    #expect(IncompleteBeta.quantile(1, 2, 3) == 1)
  }
}
