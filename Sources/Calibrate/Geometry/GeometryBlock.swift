import GazePipeline
import GazeRecording

/// One person's rows of the Jacobian: two per fixation, yaw and pitch, with the device's columns and then the person's
/// own, weighted and in units of sigma.
///
/// The slopes are stored without weight and sigma, so that new weights or another sigma need no new predictions. Four
/// fixations of a session lie side by side, as `FourFixations` are predicted, since predictions and products of columns
/// are half of the time of a fit.
struct GeometryBlock {
  /// Indices of the fixations in the model's `fixations`.
  let fixations: [Int]
  /// The person's columns in x.
  let own: Range<Int>
  /// Session and time of each fixation.
  let sessions: [Int]
  let times: [Double]
  /// Measured − predicted of each fixation, degrees; nil if the model is undefined.
  private(set) var errors: [Vector2?]
  /// The same by row, weighted and in units of sigma.
  private(set) var residuals: [Double]
  private let deviceCount: Int
  private var columnCount: Int { deviceCount + own.count }

  /// Four fixations, of which those at `places` count.
  private struct Group {
    let places: Range<Int>
    let fixations: FourFixations
    /// Factor from the fixations' slopes to their rows, −√weight/sigma; 0 in a lane that does not count.
    var factors = FourNumbers.zero
  }

  private var groups: [Group]
  /// Four times the group of each fixation, and its lane.
  private let lanes: [Int]
  /// Derivatives of the predicted angles by all columns, first of yaw and then of pitch; group after group.
  private var slopes: [FourNumbers]
  private var predictions = FourPredictions()

  init(_ model: AngularModel, fixations: [Int], own: Range<Int>, device: Int) {
    self.fixations = fixations
    self.own = own
    sessions = fixations.map { model.fixations[$0].session }
    times = fixations.map { model.fixations[$0].start }
    deviceCount = device
    errors = [Vector2?](repeating: nil, count: fixations.count)
    residuals = [Double].zeros(2 * fixations.count)
    groups = FourFixations.groups(fixations.map { model.fixations[$0] }, of: model).map {
      Group(places: $0.places, fixations: $0.fixations)
    }
    lanes = groups.enumerated().flatMap { index, group in (0..<group.places.count).map { 4 * index + $0 } }
    slopes = [FourNumbers](repeating: .zero, count: 2 * (device + own.count) * groups.count)
  }

  /// Derivative of row `row` by a device column.
  func device(_ row: Int, _ column: Int) -> Double { element(row, column) }
  /// Derivative of row `row` by one of the person's columns.
  func own(_ row: Int, _ column: Int) -> Double { element(row, deviceCount + column) }

  private func element(_ row: Int, _ column: Int) -> Double {
    let (group, lane) = (lanes[row / 2] / 4, lanes[row / 2] % 4)
    return slopes[(2 * group + row % 2) * columnCount + column][lane] * groups[group].factors[lane]
  }

  /// Predicts the angles and their slopes of all fixations. `condition` returns, for the session of a fixation, the
  /// point in parameter space and the columns' places in a prediction.
  mutating func predict(
    by model: AngularModel, _ condition: (AngularModel.Look) -> (point: AngularModel.Point, places: [Int])
  ) {
    var index = 0
    while index < groups.count {
      let start = groups[index].places.lowerBound
      let (session, (point, places)) = (sessions[start], condition(model.fixations[fixations[start]]))
      while index < groups.count, sessions[groups[index].places.lowerBound] == session {
        AngularModel.predict(groups[index].fixations, point, into: &predictions)
        for (lane, place) in groups[index].places.enumerated() {
          let angles = SIMD2(predictions.yaw[lane], predictions.pitch[lane])
          errors[place] = predictions.isDefined[lane] ? model.fixations[fixations[place]].measured - angles : nil
        }
        let first = 2 * index * columnCount
        for (column, place) in places.enumerated() {
          slopes[first + column] = predictions.slopes[place]
          slopes[first + columnCount + column] = predictions.slopes[FourPredictions.places + place]
        }
        index += 1
      }
    }
  }

  /// Gives the rows their weights, with which a fixation's rows count, and sigma.
  mutating func weigh(_ weights: [Double], sigma: Double) {
    for (place, index) in fixations.enumerated() {
      let scale = weights[index].squareRoot() / sigma
      let residual = (errors[place] ?? SIMD2(repeating: AngularModel.undefinedResidual)) * scale
      groups[lanes[place] / 4].factors[lanes[place] % 4] = -scale
      (residuals[2 * place], residuals[2 * place + 1]) = (residual.x, residual.y)
    }
  }

  mutating func add(_ look: Int, _ value: Vector2) {
    residuals[2 * look] += value.x
    residuals[2 * look + 1] += value.y
  }

  /// Writes the derivatives to the whole Jacobian from its row `first` on, and returns the number of rows.
  func write(to jacobian: inout Matrix, from first: Int) -> Int {
    for row in residuals.indices {
      for column in 0..<deviceCount { jacobian[first + row, column] = element(row, column) }
      for column in own.indices { jacobian[first + row, column] = element(row, deviceCount + column - own.lowerBound) }
    }
    return residuals.count
  }

  /// Jᵀ·column in its two parts.
  func products(with column: [Double]) -> (device: [Double], own: [Double]) {
    let products = (0..<columnCount).map { k in
      column.indices.sum { column[$0] * element($0, k) }
    }
    return (Array(products[..<deviceCount]), Array(products[deviceCount...]))
  }

  /// JᵀJ in its three parts, Jᵀr in its two parts and rᵀr, of the data alone.
  var normal: NormalBlock {
    // One product of all columns with each other, where the residual is the last column. The rows of four fixations,
    // yaw and pitch, are added together, since loading and storing the sums costs more than their products.
    let count = columnCount + 1
    var sums = [FourNumbers](repeating: .zero, count: count * count)
    var rows = [FourNumbers](repeating: .zero, count: 2 * count)
    sums.withUnsafeMutableBufferPointer { sums in
      rows.withUnsafeMutableBufferPointer { rows in
        for index in groups.indices {
          let (first, factors, places) = (2 * index * columnCount, groups[index].factors, groups[index].places)
          for i in 0..<columnCount {
            rows[2 * i] = slopes[first + i] * factors
            rows[2 * i + 1] = slopes[first + columnCount + i] * factors
          }
          var (yaw, pitch) = (FourNumbers.zero, FourNumbers.zero)
          for (lane, place) in places.enumerated() {
            (yaw[lane], pitch[lane]) = (residuals[2 * place], residuals[2 * place + 1])
          }
          (rows[2 * columnCount], rows[2 * columnCount + 1]) = (yaw, pitch)
          for i in 0..<count {
            let (yaw, pitch) = (rows[2 * i], rows[2 * i + 1])
            // A column of another session.
            if all((yaw .== 0) .& (pitch .== 0)) { continue }
            for j in i..<count { sums[i * count + j] += yaw * rows[2 * j] + pitch * rows[2 * j + 1] }
          }
        }
      }
    }
    return NormalBlock(device: deviceCount, own: own.count) { i, j in sums[i * count + j].sum() }
  }
}

/// One person's normal equations: JᵀJ, Jᵀr and |r|² in the device's columns and the person's own.
struct NormalBlock {
  /// `cross`: own × device.
  var device, own, cross: Matrix
  var deviceGradient, ownGradient: [Double]
  /// Sum of the squared residuals.
  let square: Double

  /// `product` returns the product of columns i and j ≥ i of [device, own, residual].
  init(device d: Int, own m: Int, product: (_ i: Int, _ j: Int) -> Double) {
    device = Matrix(symmetric: d) { product($0, $1) }
    own = Matrix(symmetric: m) { product(d + $0, d + $1) }
    cross = Matrix(rows: m, columns: d)
    for i in 0..<d { for k in 0..<m { cross[k, i] = product(i, d + k) } }
    deviceGradient = (0..<d).map { product($0, d + m) }
    ownGradient = (0..<m).map { product(d + $0, d + m) }
    square = product(d + m, d + m)
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
    for path: WritableKeyPath<NormalBlock, Matrix> in [\.device, \.own, \.cross] {
      weighted[keyPath: path].values = self[keyPath: path].values.map { $0 * weight }
    }
    weighted.deviceGradient = deviceGradient.map { $0 * weight }
    weighted.ownGradient = ownGradient.map { $0 * weight }
    return weighted
  }
}

extension Matrix {
  /// A symmetric matrix from its elements (i, j ≥ i).
  fileprivate init(symmetric size: Int, _ element: (_ i: Int, _ j: Int) -> Double) {
    self.init(rows: size, columns: size)
    for i in 0..<size {
      for j in i..<size { (self[i, j], self[j, i]) = (element(i, j), element(i, j)) }
    }
  }
}
