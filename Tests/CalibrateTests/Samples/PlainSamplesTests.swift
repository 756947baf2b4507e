import GazePipeline
import TestSupport
import Testing

@testable import Calibrate

@Suite struct PlainSamplesTests {
  private let nominal = SyntheticSession.nominal
  private let x = [5.8, 12.4, 3.3, 0.1, 1.2, -0.8, 4.9, 2.1, 0.9, 0.88]

  private func looks(_ poses: ArraySlice<HeadPose>, samples: Int, noise: Double) -> [Fixation] {
    var random = SeededGenerator(seed: 3)
    return SyntheticSession().fixations(poses: Array(poses), samples: samples, noise: noise, using: &random)
  }

  @Test("residuals and derivatives are the looks' model's, for an even and an odd number of samples")
  func agreement() throws {
    for samples in [1, 2] {
      let looks = looks(HeadPose.protocolOfDevice[...], samples: samples, noise: 2)
      let singles = looks.flatMap { look in
        look.samples.map { sample in
          var single = look
          single.samples = [sample]
          return single
        }
      }
      let plain = PlainSamples(looks, nominal: nominal)
      #expect(plain.count == 135 * samples)
      let problem = GeometryProblem(
        model: AngularModel(singles, points: nominal.points, people: [0: 0]),
        nominal: GeometryFit.modelParameters(nominal, .none), free: Set(PlainSamples.parameters), priors: nil,
        personCount: 1)
      #expect(problem.columns.map(\.parameter) == PlainSamples.parameters && problem.start == plain.nominal)
      let (ours, theirs) = (plain.leastSquares(), problem.leastSquares())
      #expect(ours.residualCount == theirs.residualCount)
      let (jacobian, theirJacobian) = (try #require(ours.jacobian), try #require(theirs.jacobian))
      let write = try #require(ours.both)
      for x in [x, plain.nominal] {
        var (r, expected) = (
          [Double](repeating: 0, count: 2 * plain.count), [Double](repeating: 0, count: 2 * plain.count)
        )
        var (j, slopes) = (Matrix(rows: r.count, columns: 10), Matrix(rows: r.count, columns: 10))
        ours.residuals(x, &r)
        theirs.residuals(x, &expected)
        for i in r.indices { #expect(abs(r[i] - expected[i]) < 1e-11) }
        theirJacobian(x, &slopes)
        jacobian(x, &j)
        for i in j.values.indices { #expect(abs(j.values[i] - slopes.values[i]) < 1e-10) }
        var (again, both) = (r, Matrix(rows: r.count, columns: 10))
        write(x, &again, &both)
        #expect(again == r && both == j)
      }
    }
  }

  @Test("the fit of plain samples is the fit through the looks' model")
  func fit() throws {
    let plain = PlainSamples(looks(HeadPose.protocolOfDevice[...], samples: 2, noise: 0.5), nominal: nominal)
    let exact = try LeastSquares.solve(plain.leastSquares(), from: plain.nominal)
    let fast = try LeastSquares.solve(plain.leastSquares(), from: plain.nominal, options: .init(solver: .cholesky))
    #expect(fast.stop == .smallStep && fast.rank == 10)
    let covariance = try #require(exact.covariance)
    for k in 0..<10 { #expect(abs(fast.x[k] - exact.x[k]) < 1e-6 * covariance[k, k].squareRoot()) }
  }

  @Test("a target behind the face is undefined in its own rows alone")
  func behind() {
    var looks = looks(HeadPose.protocolOfDevice[..<1], samples: 1, noise: 0)
    var turned = HeadPose()
    turned.yaw = .pi
    looks[3].samples[0].cameraFromFace = turned.cameraFromFace()
    let plain = PlainSamples(looks, nominal: nominal)
    var r = [Double](repeating: 0, count: 2 * plain.count)
    plain.leastSquares().residuals(x, &r)
    for i in r.indices { #expect(r[i].isFinite == (i / 2 != 3)) }
  }
}
