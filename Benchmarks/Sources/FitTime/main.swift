import Foundation
import GazePipeline

@testable import Calibrate
@testable import GazeRecording

// How long fits take, in milliseconds of one thread's time.
//
//   FitTime samples DATA    one person, 81 × 30 samples × 2 eyes, each a fixation of its own, × 2 axes: 9,720
//                           residuals, 10 parameters; writes the data for the programs in Benchmarks/fit and prints
//                           a line as they do: name, milliseconds, evaluations, cost, x
//   FitTime memory          a small fit with the solver's memory kept and without
//   FitTime pooled          whole fits (weights, errors, identifiability) of more and more people
//
// Built with -enable-testing (script/bench does), since the problem that a fit hands to the solver is internal.

let tolerance = 1e-10
let nominal = ScreenGeometry(
  points: SIMD2(375, 812), metres: SIMD2(0.05763, 0.124866), camera: SIMD2(0.0288, -0.0035))
let phone = {
  var phone = nominal
  phone.metres += SIMD2(0.0003, -0.0003)
  phone.camera += SIMD2(0.006, 0.004)
  phone.tilt = SIMD2(1.0, -0.7) * .pi / 180
  return phone
}()

/// A reproducible source of normal numbers (SplitMix64, Box–Muller).
struct Noise {
  var state: UInt64 = 1

  mutating func uniform() -> Double {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return (Double((z ^ (z >> 31)) >> 11) + 0.5) / 9_007_199_254_740_992
  }

  mutating func normal() -> Double { (-2 * log(uniform())).squareRoot() * cos(2 * .pi * uniform()) }
}

/// Nine targets from three distances with the head straight, turned and nodded; `eyes` × `samples` poses per fixation,
/// the head never quite still. Nothing is reported yet.
func looks(participant: Int, samples: Int, eyes: [SIMD3<Double>]) -> [Fixation] {
  let turns: [(yaw: Double, pitch: Double)] = [(0, 0), (10, 0), (0, 10)]
  var looks: [Fixation] = []
  for distance in [0.25, 0.35, 0.45] {
    for turn in turns {
      let rotation = RotationMatrix.aboutY(turn.yaw * .pi / 180) * .aboutX(-turn.pitch * .pi / 180)
      for row in 0..<3 {
        for column in 0..<3 {
          let share = SIMD2(0.1 + 0.4 * Double(column), 0.1 + 0.4 * Double(row))
          let poses = (0..<samples).flatMap { i in
            let t = Double(looks.count * samples + i) / 60
            let wobble = SIMD3(sin(3 * t), cos(2 * t), sin(2.3 * t)) * 0.002
            let face = RigidTransform(rotation: rotation, translation: SIMD3(0.004, -0.05, -distance) + wobble)
            return eyes.map {
              Fixation.Sample(cameraFromFace: face, origin: $0, reported: GazeAngles(yaw: 0, pitch: 0))
            }
          }
          looks.append(
            Fixation(
              participant: participant, target: share * nominal.points, start: Double(looks.count) * 2, samples: poses))
        }
      }
    }
  }
  return looks
}

/// The model's angles of a person, with noise in degrees per fixation and axis.
func reported(_ looks: [Fixation], _ person: PersonCalibration, noise sigma: Double, _ noise: inout Noise) -> [Fixation]
{
  let model = AngularModel(looks, points: nominal.points, people: [looks[0].participant: 0], posesPerFixation: 64)
  let parameters = ModelParameters(phone, person)
  return zip(looks, model.fixations).map { look, prepared in
    let prediction = model.predict(prepared, parameters)
    let angles = GazeAngles(
      yaw: (prediction.yaw + sigma * noise.normal()) * .pi / 180,
      pitch: (prediction.pitch + sigma * noise.normal()) * .pi / 180)
    var look = look
    for i in look.samples.indices { look.samples[i].reported = angles }
    return look
  }
}

func milliseconds(bestOf runs: Int, _ body: () throws -> Void) rethrows -> Double {
  func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) / 1e6
  }
  var best = Double.infinity
  for _ in 0..<runs {
    let start = now()
    try body()
    best = min(best, now() - start)
  }
  return best
}

func samples(writingTo file: String) throws {
  var noise = Noise()
  let person = PersonCalibration(
    gazeOffset: Kappa(towardsX: 5 * .pi / 180, up: 2 * .pi / 180), gain: SIMD2(0.9, 0.9))
  let eyes = [SIMD3(-0.0315, 0.028, 0.03), SIMD3(0.0315, 0.028, 0.03)]
  // Every sample of either eye is a fixation of its own: no means are taken.
  let singles = looks(participant: 0, samples: 30, eyes: eyes).flatMap { look in
    look.samples.map { sample in
      var single = look
      single.samples = [sample]
      return single
    }
  }
  let data = reported(singles, person, noise: 1, &noise)
  let problem = GeometryProblem(
    model: AngularModel(data, points: nominal.points, people: [0: 0]),
    nominal: ModelParameters(nominal, .none),
    free: [
      .screenWidth, .screenHeight, .cameraX, .cameraY, .tiltX, .tiltY, .gazeOffsetH, .gazeOffsetV, .gainH, .gainV,
    ], priors: nil, personCount: 1)
  precondition(problem.dataRows == 9720 && problem.start.count == 10)
  try write(data, start: problem.start, to: file)

  var options = LeastSquares.Options()
  (options.xTolerance, options.gTolerance) = (tolerance, 3e-16)
  func line(_ name: String, _ solve: () throws -> LeastSquaresSolution) throws {
    var found: LeastSquaresSolution?
    let time = try milliseconds(bestOf: 50) { found = try solve() }
    guard let found else { return }
    let x = found.x.map { "\($0)" }.joined(separator: " ")
    print("\(name)\t\(String(format: "%.3f", time))\t\(found.evaluations)\t\(found.cost)\t\(x)")
  }
  options.solver = .cholesky
  var solver = LeastSquaresSolver(options: options)
  // The problem remembers the rows at the point that it saw last, which is another one than the start.
  try line("gazesim") { try solver.solve(problem.reducedLeastSquares(), from: problem.start) }
  solver.options.solver = .qr
  try line("gazesim, QR") { try solver.solve(problem.leastSquares(), from: problem.start) }
}

/// Start, tolerance and samples as Benchmarks/fit/scipy_fit.py reads them.
func write(_ data: [Fixation], start: [Double], to file: String) throws {
  var rows = start + [tolerance] + [Double](repeating: 0, count: 5)
  for look in data {
    let sample = look.samples[0]
    let back = sample.cameraFromFace.inverse
    let share = look.target / nominal.points
    rows += [share.x, share.y]
    for axis in [back.rotation.x, back.rotation.y, back.rotation.z, back.translation - sample.origin] {
      rows += [axis.x, axis.y, axis.z]
    }
    rows += [sample.reported.yaw * 180 / .pi, sample.reported.pitch * 180 / .pi]
  }
  try rows.withUnsafeBytes { try Data($0).write(to: URL(filePath: file)) }
}

/// The gain from keeping the solver's memory: nothing for many residuals, something for few.
func memory() throws {
  let t = (0..<20).map { Double($0) / 5 }
  let problem = LeastSquaresProblem(
    parameterCount: 3, residualCount: 20,
    residuals: { x, r in
      for i in 0..<20 { r[i] = x[0] * exp(-x[1] * t[i]) + x[2] - 2 * exp(-0.7 * t[i]) - 0.05 * sin(9 * t[i]) }
    },
    jacobian: { x, j in
      for i in 0..<20 {
        let e = exp(-x[1] * t[i])
        j[i, 0] = e
        j[i, 1] = -t[i] * x[0] * e
        j[i, 2] = 1
      }
    })
  for (name, linear) in [("QR", LeastSquares.Solver.qr), ("Cholesky", .cholesky)] {
    let options = LeastSquares.Options(solver: linear)
    var solver = LeastSquaresSolver(options: options)
    let kept = try milliseconds(bestOf: 10) { for _ in 0..<500 { _ = try solver.solve(problem, from: [1, 1, 0]) } }
    let new = try milliseconds(bestOf: 10) {
      for _ in 0..<500 { _ = try LeastSquares.solve(problem, from: [1, 1, 0], options: options) }
    }
    print(
      String(
        format: "fit of 20 residuals, 3 parameters, %@: %.1f µs with the solver's memory kept, %.1f µs without",
        name, kept * 2, new * 2))
  }
}

func pooled() throws {
  var noise = Noise()
  var fit = GeometryFit(
    nominal: nominal, priors: GeometryPriors(screen: SIMD2(0.00016, 0.00016), camera: SIMD2(0.003, 0.002)))
  for count in [5, 10, 20, 50] {
    var fixations: [Fixation] = []
    for participant in 0..<count {
      let person = PersonCalibration(
        gazeOffset: Kappa(towardsX: 0.02 * noise.normal(), up: 0.02 * noise.normal()), gain: SIMD2(0.9, 0.9))
      fixations += reported(
        looks(participant: participant, samples: 30, eyes: [SIMD3(0, 0.028, 0.03)]), person, noise: 0.7, &noise)
    }
    // Rounds of weights, where some look is far off, are an accident of the noise; without them time goes by people.
    for rejects in [false, true] {
      fit.rejectsOutliers = rejects
      let time = try milliseconds(bestOf: 3) { _ = try fit.fit(fixations) }
      print(
        String(
          format: "pooled fit, %2d people, 81 fixations each, %@: %6.1f ms, %.2f ms a person", count,
          rejects ? "weighed" : "plain  ", time, time / Double(count)))
    }
  }
}

switch CommandLine.arguments.dropFirst().first {
case "samples" where CommandLine.arguments.count == 3: try samples(writingTo: CommandLine.arguments[2])
case "memory": try memory()
case "pooled": try pooled()
default:
  print("usage: FitTime samples DATA | FitTime memory | FitTime pooled")
  exit(2)
}
