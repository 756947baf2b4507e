import GazePipeline

/// The fit as a least-squares problem: which parameters are free, where each stands in x, and the rows.
///
/// x holds the free device parameters, then each person's, in the fit's units (cm, degrees, 1). Rows: yaw and pitch of
/// each fixation, divided by `sigma`; then one row a prior, (x − nominal)/σ. A fixation touches its person's columns
/// and the device's only, so time grows with the number of people, not its square.
final class GeometryProblem {
  /// A column of the Jacobian.
  struct Column {
    let parameter: GeometryParameter
    /// Index of the person; nil for the device's.
    let person: Int?
    let nominal: Double
    let priorSigma: Double?
  }

  let model: AngularModel
  let columns: [Column]
  let personCount: Int
  /// Degrees, one axis.
  var sigma = 1.0
  private let nominal: ModelParameters
  /// By person, pairs of column and model index.
  private let columnsOfPerson: [[(column: Int, index: Int)]]
  private let priorRows: [(column: Int, sigma: Double)]
  private var cache: (x: [Double], predictions: [AngularModel.Prediction])?

  /// Degrees of residual where the model is undefined.
  private static let undefinedResidual = 1e4

  init(
    model: AngularModel, nominal: ModelParameters, free: Set<GeometryParameter>, priors: GeometryPriors?,
    personCount: Int
  ) {
    self.model = model
    self.nominal = nominal
    self.personCount = personCount
    let inOrder = GeometryParameter.allCases.filter { free.contains($0) }
    func column(_ parameter: GeometryParameter, _ person: Int?) -> Column {
      Column(
        parameter: parameter, person: person, nominal: nominal[parameter.index],
        priorSigma: priors?.sigma(of: parameter).map { $0 * parameter.internalPerUnit })
    }
    var columns = inOrder.filter(\.isShared).map { column($0, nil) }
    for person in 0..<personCount { columns += inOrder.filter { !$0.isShared }.map { column($0, person) } }
    self.columns = columns
    columnsOfPerson = (0..<personCount).map { person in
      columns.indices.filter { columns[$0].person ?? person == person }.map { ($0, columns[$0].parameter.index) }
    }
    priorRows = columns.indices.compactMap { index in columns[index].priorSigma.map { (index, $0) } }
  }

  var start: [Double] { columns.map(\.nominal) }
  var dataRows: Int { 2 * model.looks.count }

  /// The eight numbers of a person at x; fixed ones are nominal.
  func parameters(of person: Int, at x: [Double]) -> ModelParameters {
    var p = nominal
    for (column, index) in columnsOfPerson[person] { p[index] = x[column] }
    return p
  }

  func leastSquares() -> LeastSquaresProblem {
    LeastSquaresProblem(
      parameterCount: columns.count, residualCount: dataRows + priorRows.count,
      residuals: { [self] x, r in
        for (row, residual) in residuals(at: x).enumerated() { r[row] = residual / sigma }
        for (row, prior) in priorRows.enumerated() {
          r[dataRows + row] = (x[prior.column] - columns[prior.column].nominal) / prior.sigma
        }
      },
      jacobian: { [self] x, j in
        let predictions = predictions(at: x)
        for (i, look) in model.looks.enumerated() {
          for (column, index) in columnsOfPerson[look.person] {
            j[2 * i, column] = -predictions[i].yawSlopes[index] / sigma
            j[2 * i + 1, column] = -predictions[i].pitchSlopes[index] / sigma
          }
        }
        for (row, prior) in priorRows.enumerated() { j[dataRows + row, prior.column] = 1 / prior.sigma }
      })
  }

  /// Measured − predicted in degrees: yaw and pitch of each fixation in turn.
  func residuals(at x: [Double]) -> [Double] {
    var r: [Double] = []
    r.reserveCapacity(dataRows)
    for (look, prediction) in zip(model.looks, predictions(at: x)) {
      let (yaw, pitch) = (look.measured.x - prediction.yaw, look.measured.y - prediction.pitch)
      r.append(prediction.isDefined ? yaw : Self.undefinedResidual)
      r.append(prediction.isDefined ? pitch : Self.undefinedResidual)
    }
    return r
  }

  /// Index of the first fixation for which the model has no value.
  func firstUndefined(at x: [Double]) -> Int? { predictions(at: x).firstIndex { !$0.isDefined } }

  /// JᵀJ of the data alone, and of each fixation's two rows Jᵀr, both divided by `sigma` squared.
  func normalEquations(at x: [Double]) -> (data: Matrix, scores: [[(column: Int, value: Double)]]) {
    let residuals = residuals(at: x)
    let predictions = predictions(at: x)
    var data = Matrix(rows: columns.count, columns: columns.count)
    var scores: [[(column: Int, value: Double)]] = []
    let weight = 1 / (sigma * sigma)
    for (i, look) in model.looks.enumerated() {
      let own = columnsOfPerson[look.person]
      let (yaw, pitch) = (predictions[i].yawSlopes, predictions[i].pitchSlopes)
      for (a, indexA) in own {
        for (b, indexB) in own {
          data[a, b] += (yaw[indexA] * yaw[indexB] + pitch[indexA] * pitch[indexB]) * weight
        }
      }
      scores.append(
        own.map { ($0, (yaw[$1] * residuals[2 * i] + pitch[$1] * residuals[2 * i + 1]) * weight) })
    }
    return (data, scores)
  }

  /// GSL asks for residuals and Jacobian at the same x one after the other; both come from one pass.
  private func predictions(at x: [Double]) -> [AngularModel.Prediction] {
    if let cache, cache.x == x { return cache.predictions }
    let people = (0..<personCount).map { parameters(of: $0, at: x) }
    let predictions = model.looks.map { model.predict($0, people[$0.person]) }
    cache = (x, predictions)
    return predictions
  }
}
