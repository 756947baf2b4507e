import GazeRecording

/// One person's rows of the Jacobian: two per fixation, yaw and pitch, with the device's columns and then the person's
/// own, weighted and in units of sigma.
///
/// The slopes are stored without weight and sigma, so that new weights or another sigma need no new predictions. They
/// are stored in vectors of four, the last of which ends with zeros, since the products of columns are half of the
/// time of a fit.
struct GeometryBlock {
  /// Indices of the fixations in the model's `looks`.
  let looks: [Int]
  /// The person's columns in x.
  let own: Range<Int>
  /// Session and time of each fixation.
  let sessions: [Int]
  let times: [Double]
  /// Measured − predicted of each fixation, degrees; nil if the model is undefined.
  private(set) var errors: [SIMD2<Double>?]
  /// The same by row, weighted and in units of sigma.
  private(set) var residuals: [Double]
  private let deviceCount: Int
  /// Number of vectors of a row: all columns and the residual.
  private let vectors: Int
  /// Derivatives of the predicted angles, row by row.
  private var slopes: [SIMD4<Double>]
  /// Factor from a fixation's slopes to its rows, −√weight/sigma.
  private var factors: [Double]

  init(looks: [Int], own: Range<Int>, device: Int, sessions: [Int], times: [Double]) {
    self.looks = looks
    self.own = own
    self.sessions = sessions
    self.times = times
    deviceCount = device
    vectors = (device + own.count) / 4 + 1
    errors = [SIMD2<Double>?](repeating: nil, count: looks.count)
    residuals = [Double](repeating: 0, count: 2 * looks.count)
    slopes = [SIMD4<Double>](repeating: .zero, count: 2 * looks.count * vectors)
    factors = [Double](repeating: 0, count: looks.count)
  }

  /// Derivative of row `row` by a device column.
  func device(_ row: Int, _ column: Int) -> Double { slope(row, column) * factors[row / 2] }
  /// Derivative of row `row` by one of the person's columns.
  func own(_ row: Int, _ column: Int) -> Double { slope(row, deviceCount + column) * factors[row / 2] }

  private func slope(_ row: Int, _ column: Int) -> Double { slopes[row * vectors + column / 4][column % 4] }

  /// Predicts the angles and their slopes of all fixations. `condition` returns, for the session of a fixation, the
  /// point in parameter space and the columns' places in a prediction.
  mutating func predict(
    by model: AngularModel, _ condition: (AngularModel.Look) -> (point: AngularModel.Point, lanes: [Int])
  ) {
    var (place, prediction) = (0, AngularModel.Prediction())
    while place < looks.count {
      let (session, (point, lanes)) = (sessions[place], condition(model.looks[looks[place]]))
      while place < looks.count, sessions[place] == session {
        let look = model.looks[looks[place]]
        model.predict(look, point, into: &prediction)
        errors[place] = prediction.isDefined ? look.measured - SIMD2(prediction.yaw, prediction.pitch) : nil
        copy(lanes, of: &prediction.yawSlopes, to: 2 * place)
        copy(lanes, of: &prediction.pitchSlopes, to: 2 * place + 1)
        place += 1
      }
    }
  }

  /// Copies some lanes of an angle's slopes to a row. They are read from memory, since SIMD32's subscript would copy all
  /// lanes in order to read one whose place is known only now.
  private mutating func copy(_ lanes: [Int], of angle: inout ModelParameters, to row: Int) {
    withUnsafeBytes(of: &angle) { angle in
      slopes.withUnsafeMutableBytes { slopes in
        for (column, lane) in lanes.enumerated() {
          let slope = angle.load(fromByteOffset: 8 * lane, as: Double.self)
          slopes.storeBytes(of: slope, toByteOffset: 32 * row * vectors + 8 * column, as: Double.self)
        }
      }
    }
  }

  /// Gives the rows their weights, with which a fixation's rows count, and sigma.
  mutating func weigh(_ weights: [Double], sigma: Double) {
    for (place, index) in looks.enumerated() {
      let scale = weights[index].squareRoot() / sigma
      let residual = (errors[place] ?? SIMD2(repeating: AngularModel.undefinedResidual)) * scale
      factors[place] = -scale
      (residuals[2 * place], residuals[2 * place + 1]) = (residual.x, residual.y)
    }
  }

  /// Adds to the residual of a fixation.
  mutating func add(_ look: Int, _ value: SIMD2<Double>) {
    residuals[2 * look] += value.x
    residuals[2 * look + 1] += value.y
  }

  /// Writes the derivatives to the whole Jacobian from its row `first` on, and returns the number of rows.
  func write(to jacobian: inout Matrix, from first: Int) -> Int {
    let columns = jacobian.columns
    slopes.withUnsafeBytes { slopes in
      jacobian.values.withUnsafeMutableBufferPointer { values in
        for row in residuals.indices {
          let (line, start, factor) = ((first + row) * columns, 32 * row * vectors, factors[row / 2])
          for column in 0..<deviceCount + own.count {
            let place = column < deviceCount ? column : own.lowerBound + column - deviceCount
            values[line + place] = slopes.load(fromByteOffset: start + 8 * column, as: Double.self) * factor
          }
        }
      }
    }
    return residuals.count
  }

  /// Jᵀ·column in its two parts.
  func products(with column: [Double]) -> (device: [Double], own: [Double]) {
    let products = (0..<deviceCount + own.count).map { k in
      column.indices.reduce(0) { $0 + column[$1] * (slope($1, k) * factors[$1 / 2]) }
    }
    return (Array(products[..<deviceCount]), Array(products[deviceCount...]))
  }

  /// JᵀJ in its three parts, Jᵀr in its two parts and rᵀr, of the data alone.
  var normal: NormalBlock {
    // One product of all columns with each other; a line is [device, own, residual]. The two lines of a fixation are
    // added together, since loading and storing the sums costs more than their products.
    let (residual, stride) = (deviceCount + own.count, 4 * vectors)
    var sums = [SIMD4<Double>](repeating: .zero, count: (residual + 1) * vectors)
    var lines = [SIMD4<Double>](repeating: .zero, count: 2 * vectors)
    sums.withUnsafeMutableBufferPointer { sums in
      lines.withUnsafeMutableBufferPointer { lines in
        let numbers = UnsafeMutableRawBufferPointer(lines).bindMemory(to: Double.self)
        for look in looks.indices {
          let (factor, first) = (factors[look], 2 * look * vectors)
          for v in lines.indices { lines[v] = slopes[first + v] * factor }
          numbers[residual] = residuals[2 * look]
          numbers[stride + residual] = residuals[2 * look + 1]
          for i in 0...residual {
            let (a, b) = (numbers[i], numbers[stride + i])
            // A column of another session.
            if a == 0, b == 0 { continue }
            for v in i / 4..<vectors {
              sums[i * vectors + v] = (sums[i * vectors + v] + lines[v] * a) + lines[vectors + v] * b
            }
          }
        }
      }
    }
    return NormalBlock(device: deviceCount, own: own.count) { i, j in sums[i * vectors + j / 4][j % 4] }
  }
}
