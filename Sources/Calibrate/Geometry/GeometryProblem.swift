import GazePipeline
import GazeRecording

/// The fit as a least-squares problem: the free parameters, their positions in x, and the rows.
///
/// x holds the free device parameters, then for each person the person's parameters and those of the person's sessions,
/// in the fit's units (cm, degrees, 1). The rows are yaw and pitch of each fixation, divided by `sigma` and weighted,
/// and then one row per prior, (x − nominal)/σ. A fixation depends only on its person's columns and the device's, so
/// the Jacobian is an arrow. All code here works on one person's block at a time, so that the time grows with the
/// number of people, not with its square.
final class GeometryProblem: FixationProblem {
  /// A column of the Jacobian.
  struct Column {
    let parameter: GeometryParameter
    /// Index of the person; nil for a device parameter.
    let person: Int?
    /// Index of the person's session; nil unless it is a session's parameter.
    let session: Int?
    let nominal: Double
    let priorSigma: Double?
    /// True if the column's parameter is held at the data sheet's value (`KeptParameters`).
    var isKept = false

    /// 1/σ², or 0 without a prior; for a kept parameter, large enough to hold it.
    var precision: Double { isKept ? keptPrecision : priorSigma.map { 1 / ($0 * $0) } ?? 0 }

    /// Precision that practically fixes a parameter: its prior's σ divided by ten thousand.
    var keptPrecision: Double { priorSigma.map { 1e8 / ($0 * $0) } ?? 0 }

    /// Variance of a prior's score, precision · (truth − nominal), if the truth is off by the prior's σ. The precision
    /// may be another one, with which the fit holds the parameter.
    func score(of precision: Double) -> Double { priorSigma.map { precision * precision * $0 * $0 } ?? 0 }
  }

  let model: AngularModel
  private(set) var columns: [Column]
  let personCount: Int
  /// Number of the device's columns, which come first.
  let deviceCount: Int
  /// Columns of each person.
  let ownColumns: [Range<Int>]
  /// Fixations of each person, in the order of sessions and time.
  let looksOfPerson: [[Int]]
  /// Standard deviation of a fixation's mean, one axis, degrees.
  var sigma = 1.0 { didSet { equations = nil } }
  /// Weight of each fixation, 0…1.
  var weights: [Double] { didSet { equations = nil } }
  let nominal: ModelParameters
  /// True if GSL also solves for a person alone, as a reference for `PersonProblem`.
  var prefersGSL = false
  /// Rows and normal equations at the last solution, with the present sigma and weights. The same are asked for once
  /// more, for the number of effective parameters.
  private var equations: (x: [Double], blocks: [GeometryBlock], normals: [NormalBlock])?
  /// Measured − predicted of each fixation at its person's last parameters, which each person's array holds: the
  /// device's, then the person's own. Weights, checks and sums ask for the same ones up to five times.
  private var known: (residuals: [SIMD2<Double>?], parameters: [[Double]])
  var wantsExactSigma: Bool { personCount == 1 && deviceCount == 0 }

  init(
    model: AngularModel, nominal: ModelParameters, free: Set<GeometryParameter>, priors: GeometryPriors?,
    personCount: Int
  ) {
    self.model = model
    self.nominal = nominal
    self.personCount = personCount
    weights = [Double](repeating: 1, count: model.looks.count)
    known = ([SIMD2<Double>?](repeating: nil, count: model.looks.count), [[Double]](repeating: [], count: personCount))
    let inOrder = GeometryParameter.allCases.filter { free.contains($0) }
    func column(_ parameter: GeometryParameter, _ person: Int?, _ session: Int? = nil) -> Column {
      Column(
        parameter: parameter, person: person, session: session, nominal: nominal[parameter],
        priorSigma: priors?.sigma(of: parameter).map { $0 * parameter.internalPerUnit })
    }
    var columns = inOrder.filter { $0.level == .device }.map { column($0, nil) }
    deviceCount = columns.count
    var ranges: [Range<Int>] = []
    for person in 0..<personCount {
      let start = columns.count
      columns += inOrder.filter { $0.level == .person }.map { column($0, person) }
      for session in 0..<model.sessions[person] {
        columns += inOrder.filter { $0.level == .session }.map { column($0, person, session) }
      }
      ranges.append(start..<columns.count)
    }
    self.columns = columns
    ownColumns = ranges
    var looks = [[Int]](repeating: [], count: personCount)
    for (index, look) in model.looks.enumerated() { looks[look.person].append(index) }
    looksOfPerson = looks.map { own in
      own.sorted { (model.looks[$0].session, model.looks[$0].start) < (model.looks[$1].session, model.looks[$1].start) }
    }
  }

  /// Holds these columns at the data sheet's values from now on.
  func keep(_ kept: Set<Int>) {
    for i in kept { columns[i].isKept = true }
  }

  /// x with the kept parameters at exactly their nominal values.
  func restored(_ x: [Double]) -> [Double] { zip(x, columns).map { $1.isKept ? $1.nominal : $0 } }

  var start: [Double] { columns.map(\.nominal) }
  var dataRows: Int { 2 * model.looks.count }

  /// Model parameters of a fixation at x; parameters that are not free are nominal.
  func parameters(of look: AngularModel.Look, at x: [Double]) -> ModelParameters {
    var p = nominal
    for i in 0..<deviceCount { p[columns[i].parameter] = x[i] }
    for i in ownColumns[look.person] where columns[i].session ?? look.session == look.session {
      p[columns[i].parameter] = x[i]
    }
    return p
  }

  /// Measured − predicted, degrees; nil if the model is undefined.
  func residual(of look: Int, at x: [Double]) -> SIMD2<Double>? {
    learn(model.looks[look].person, at: x)
    return known.residuals[look]
  }

  /// Computes the residuals of a person's fixations, unless they are known.
  private func learn(_ person: Int, at x: [Double]) {
    if isKnown(person, at: x) { return }
    var (point, session) = (AngularModel.Point(nominal), -1)
    for index in looksOfPerson[person] {
      let look = model.looks[index]
      if look.session != session {
        point = AngularModel.Point(parameters(of: look, at: x), wantsPlane: false)
        session = look.session
      }
      let prediction = model.predict(look, point)
      known.residuals[index] = prediction.isDefined ? look.measured - SIMD2(prediction.yaw, prediction.pitch) : nil
    }
    known.parameters[person] = Array(x[..<deviceCount] + x[ownColumns[person]])
  }

  private func isKnown(_ person: Int, at x: [Double]) -> Bool {
    let (parameters, own) = (known.parameters[person], ownColumns[person])
    guard parameters.count == deviceCount + own.count, !parameters.isEmpty else { return false }
    for i in 0..<deviceCount where parameters[i] != x[i] { return false }
    for i in own where parameters[deviceCount + i - own.lowerBound] != x[i] { return false }
    return true
  }

  /// Measured − predicted in degrees: yaw and pitch of each fixation in turn.
  func residuals(at x: [Double]) -> [Double] {
    model.looks.indices.flatMap { index in
      let r = residual(of: index, at: x) ?? SIMD2(repeating: AngularModel.undefinedResidual)
      return [r.x, r.y]
    }
  }

  /// Σ w·|r|², degrees².
  func squaredResiduals(at x: [Double]) -> Double {
    looksOfPerson.indices.reduce(0) { sum, person in
      learn(person, at: x)
      return looksOfPerson[person].reduce(sum) { sum, index in
        let r = known.residuals[index] ?? SIMD2(repeating: AngularModel.undefinedResidual)
        return sum + weights[index] * (r * r).sum()
      }
    }
  }

  /// Derivatives of the pointer in the screen's middle, seen straight from 35 cm, in degrees of (yaw, pitch), by the
  /// device's columns and by the person's own. A session's drift is left out because the next session has another
  /// drift.
  func pointer(_ person: Int, at x: [Double]) -> [(device: [Double], own: [Double])] {
    var p = nominal
    for i in 0..<deviceCount { p[columns[i].parameter] = x[i] }
    for i in ownColumns[person] where columns[i].session == nil { p[columns[i].parameter] = x[i] }
    let sample = Fixation.Sample(
      cameraFromFace: RigidTransform(rotation: .identity, translation: p.middle(from: 0.35)), origin: .zero,
      reported: .zero)
    let model = AngularModel(
      [Fixation(target: SIMD2(0.5, 0.5), samples: [sample])], points: SIMD2(1, 1), people: [0: 0])
    let prediction = model.predict(model.looks[0], p)
    return [(prediction.yawSlopes, p[.gainH]), (prediction.pitchSlopes, p[.gainV])].map { slopes, gain in
      (
        (0..<deviceCount).map { slopes[columns[$0].parameter] / gain },
        ownColumns[person].map { columns[$0].session == nil ? slopes[columns[$0].parameter] / gain : 0 }
      )
    }
  }

  /// Rows and normal equations of each person at x.
  func equations(at x: [Double]) -> (blocks: [GeometryBlock], normals: [NormalBlock]) {
    if let equations, equations.x == x { return (equations.blocks, equations.normals) }
    let blocks = (0..<personCount).map { block($0, at: x) }
    return (blocks, blocks.map(\.normal))
  }

  /// Keeps the rows and normal equations of a solution.
  func remember(_ blocks: [GeometryBlock], _ normals: [NormalBlock], at x: [Double]) {
    equations = (x, blocks, normals)
  }

  /// Rows of one person at x.
  func block(_ person: Int, at x: [Double]) -> GeometryBlock {
    var block = GeometryBlock(
      looks: looksOfPerson[person], own: ownColumns[person], device: deviceCount,
      sessions: looksOfPerson[person].map { model.looks[$0].session },
      times: looksOfPerson[person].map { model.looks[$0].start })
    fill(&block, person, at: x)
    return block
  }

  /// Writes one person's rows at x into an existing block.
  func fill(_ block: inout GeometryBlock, _ person: Int, at x: [Double]) {
    let own = ownColumns[person]
    let places = columns[..<deviceCount].map(\.parameter.index) + columns[own].map(\.parameter.index)
    let sessions = columns[own].map { $0.session ?? -1 }
    let wantsPlane = columns[..<deviceCount].contains { [.tiltX, .tiltY, .depth].contains($0.parameter) }
    var (point, session) = (AngularModel.Point(nominal), -1)
    for (row, index) in block.looks.enumerated() {
      let look = model.looks[index]
      if look.session != session {
        point = AngularModel.Point(parameters(of: look, at: x), wantsPlane: wantsPlane)
        session = look.session
      }
      let prediction = model.predict(look, point)
      known.residuals[index] = prediction.isDefined ? look.measured - SIMD2(prediction.yaw, prediction.pitch) : nil
      let scale = weights[index].squareRoot() / sigma
      block.setResidual(row, (known.residuals[index] ?? SIMD2(repeating: AngularModel.undefinedResidual)) * scale)
      for i in 0..<deviceCount {
        let place = places[i]
        block.setDevice(row, i, SIMD2(prediction.yawSlopes[place], prediction.pitchSlopes[place]) * -scale)
      }
      for (k, own) in sessions.enumerated() {
        let place = places[deviceCount + k]
        let isOther = own >= 0 && own != look.session
        block.setOwn(
          row, k, isOther ? .zero : SIMD2(prediction.yawSlopes[place], prediction.pitchSlopes[place]) * -scale)
      }
    }
    known.parameters[person] = Array(x[..<deviceCount] + x[own])
  }

  /// The whole problem for a solver that does not use blocks: one person's problem, or that of a few people.
  func leastSquares() -> LeastSquaresProblem {
    let priorRows = columns.indices.filter { columns[$0].priorSigma != nil }
    var cache: (x: [Double], blocks: [GeometryBlock])?
    func blocks(at x: [Double]) -> [GeometryBlock] {
      // GSL requests the residuals and then the Jacobian at the same x, so one pass computes both.
      if let cache, cache.x == x { return cache.blocks }
      let blocks = (0..<personCount).map { block($0, at: x) }
      cache = (x, blocks)
      return blocks
    }
    return LeastSquaresProblem(
      parameterCount: columns.count, residualCount: dataRows + priorRows.count,
      residuals: { [self] x, r in
        var row = 0
        for block in blocks(at: x) {
          for value in block.residuals {
            r[row] = value
            row += 1
          }
        }
        for i in priorRows {
          r[row] = (x[i] - columns[i].nominal) * columns[i].precision.squareRoot()
          row += 1
        }
      },
      jacobian: { [self] x, j in
        var row = 0
        for block in blocks(at: x) {
          for i in block.residuals.indices {
            for k in 0..<deviceCount { j[row, k] = block.device(i, k) }
            for k in block.own { j[row, k] = block.own(i, k - block.own.lowerBound) }
            row += 1
          }
        }
        for i in priorRows {
          j[row, i] = columns[i].precision.squareRoot()
          row += 1
        }
      })
  }
}

/// One person's rows of the Jacobian: two per fixation, with the device's columns and the person's own, weighted and in
/// units of sigma.
struct GeometryBlock {
  /// Indices of the fixations in the model's `looks`.
  let looks: [Int]
  /// The person's columns in x.
  let own: Range<Int>
  /// Session and time of each fixation.
  let sessions: [Int]
  let times: [Double]
  private(set) var residuals: [Double]
  private let deviceCount: Int
  private var deviceValues: [Double]
  private var ownValues: [Double]

  init(looks: [Int], own: Range<Int>, device: Int, sessions: [Int], times: [Double]) {
    self.looks = looks
    self.own = own
    self.sessions = sessions
    self.times = times
    deviceCount = device
    residuals = [Double](repeating: 0, count: 2 * looks.count)
    deviceValues = [Double](repeating: 0, count: 2 * looks.count * device)
    ownValues = [Double](repeating: 0, count: 2 * looks.count * own.count)
  }

  /// Derivative of row `row` by a device column.
  func device(_ row: Int, _ column: Int) -> Double { deviceValues[row * deviceCount + column] }
  /// Derivative of row `row` by one of the person's columns.
  func own(_ row: Int, _ column: Int) -> Double { ownValues[row * own.count + column] }

  mutating func setResidual(_ look: Int, _ value: SIMD2<Double>) {
    residuals[2 * look] = value.x
    residuals[2 * look + 1] = value.y
  }
  /// Adds to the residual of a fixation.
  mutating func add(_ look: Int, _ value: SIMD2<Double>) {
    residuals[2 * look] += value.x
    residuals[2 * look + 1] += value.y
  }
  mutating func setDevice(_ look: Int, _ column: Int, _ value: SIMD2<Double>) {
    deviceValues[2 * look * deviceCount + column] = value.x
    deviceValues[(2 * look + 1) * deviceCount + column] = value.y
  }
  mutating func setOwn(_ look: Int, _ column: Int, _ value: SIMD2<Double>) {
    ownValues[2 * look * own.count + column] = value.x
    ownValues[(2 * look + 1) * own.count + column] = value.y
  }

  /// Jᵀ·column in its two parts.
  func products(with column: [Double]) -> (device: [Double], own: [Double]) {
    func product(_ values: [Double], _ width: Int) -> [Double] {
      (0..<width).map { k in column.indices.reduce(0) { $0 + column[$1] * values[$1 * width + k] } }
    }
    return (product(deviceValues, deviceCount), product(ownValues, own.count))
  }

  /// JᵀJ in its three parts and Jᵀr in its two parts, of the data alone.
  var normal: NormalBlock {
    let (d, m) = (deviceCount, own.count)
    var normal = NormalBlock(device: d, own: m)
    // One product of all columns with each other; a row is [device, own, residual].
    let width = d + m + 1
    var sums = [Double](repeating: 0, count: width * width)
    var line = [Double](repeating: 0, count: width)
    sums.withUnsafeMutableBufferPointer { sums in
      line.withUnsafeMutableBufferPointer { line in
        for row in residuals.indices {
          for i in 0..<d { line[i] = deviceValues[row * d + i] }
          for k in 0..<m { line[d + k] = ownValues[row * m + k] }
          line[width - 1] = residuals[row]
          for i in 0..<width {
            let a = line[i]
            if a == 0 { continue }
            for j in i..<width { sums[i * width + j] += a * line[j] }
          }
        }
      }
    }
    for i in 0..<d {
      for j in i..<d { normal.device[j, i] = sums[i * width + j] }
      for k in 0..<m { normal.cross[k, i] = sums[i * width + d + k] }
      normal.deviceGradient[i] = sums[i * width + width - 1]
    }
    for k in 0..<m {
      for l in k..<m { normal.own[l, k] = sums[(d + k) * width + d + l] }
      normal.ownGradient[k] = sums[(d + k) * width + width - 1]
    }
    normal.symmetrise()
    return normal
  }
}

/// The normal equations of one person's rows.
struct NormalBlock {
  var device: Matrix
  var own: Matrix
  /// Own × device.
  var cross: Matrix
  var deviceGradient: [Double]
  var ownGradient: [Double]

  init(device d: Int, own m: Int) {
    device = Matrix(rows: d, columns: d)
    own = Matrix(rows: m, columns: m)
    cross = Matrix(rows: m, columns: d)
    deviceGradient = [Double](repeating: 0, count: d)
    ownGradient = [Double](repeating: 0, count: m)
  }

  /// Element (i, j) of D − BᵀG, the person's part of the device's Schur complement, with G = A⁻¹B.
  func schur(_ i: Int, _ j: Int, gain: Matrix) -> Double {
    var sum = device[i, j]
    for k in 0..<gain.rows { sum -= cross[k, i] * gain[k, j] }
    return sum
  }

  /// Block in which every row counts `weight` times.
  func weighted(by weight: Double) -> NormalBlock {
    var weighted = self
    for i in device.values.indices { weighted.device.values[i] *= weight }
    for i in own.values.indices { weighted.own.values[i] *= weight }
    for i in cross.values.indices { weighted.cross.values[i] *= weight }
    weighted.deviceGradient = deviceGradient.map { $0 * weight }
    weighted.ownGradient = ownGradient.map { $0 * weight }
    return weighted
  }

  mutating func symmetrise() {
    for i in 0..<device.rows { for j in 0..<i { device[j, i] = device[i, j] } }
    for i in 0..<own.rows { for j in 0..<i { own[j, i] = own[i, j] } }
  }
}
