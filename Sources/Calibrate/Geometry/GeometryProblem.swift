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
  let model: AngularModel
  private(set) var columns: [Column]
  let personCount: Int
  /// Number of the device's columns, which come first.
  let deviceCount: Int
  let ownColumns: [Range<Int>]
  /// Fixations of each person, in the order of sessions and time.
  let fixationsOfPerson: [[Int]]
  /// Place of each fixation among its person's.
  let places: [Int]
  /// Standard deviation of a fixation's mean, one axis, degrees.
  var sigma = 1.0 { didSet { reweigh() } }
  /// Weight of each fixation, 0…1.
  var weights: [Double] { didSet { reweigh() } }
  let nominal: ModelParameters
  /// True if GSL also solves for a person alone, as a reference for `PersonProblem`.
  var prefersGSL = false
  /// Each person's rows at the person's last parameters. Steps, checks, weights and sums ask for the same ones up to
  /// ten times.
  var known: [Known] = []
  var wantsExactSigma: Bool { personCount == 1 && deviceCount == 0 }

  init(
    model: AngularModel, nominal: ModelParameters, free: Set<GeometryParameter>, priors: GeometryPriors?,
    personCount: Int
  ) {
    self.model = model
    self.nominal = nominal
    self.personCount = personCount
    weights = [Double](repeating: 1, count: model.fixations.count)
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
    for (index, look) in model.fixations.enumerated() { looks[look.person].append(index) }
    fixationsOfPerson = looks.map { own in
      own.sorted {
        (model.fixations[$0].session, model.fixations[$0].start) < (
          model.fixations[$1].session, model.fixations[$1].start
        )
      }
    }
    var places = [Int](repeating: 0, count: model.fixations.count)
    for own in fixationsOfPerson { for (place, look) in own.enumerated() { places[look] = place } }
    self.places = places
    known = zip(fixationsOfPerson, ownColumns).map { looks, own in
      Known(block: GeometryBlock(model, fixations: looks, own: own, device: deviceCount))
    }
  }

  /// Holds these columns at the data sheet's values from now on.
  func keep(_ kept: Set<Int>) {
    for i in kept { columns[i].isKept = true }
  }

  /// x with the kept parameters at exactly their nominal values.
  func restored(_ x: [Double]) -> [Double] { zip(x, columns).map { $1.isKept ? $1.nominal : $0 } }

  var start: [Double] { columns.map(\.nominal) }
  var dataRows: Int { 2 * model.fixations.count }

  /// Model parameters at x, with the drifts of one of the person's sessions or without; parameters that are not free
  /// are nominal.
  func parameters(of person: Int, session: Int? = nil, at x: [Double]) -> ModelParameters {
    var p = nominal
    for i in 0..<deviceCount { p[columns[i].parameter] = x[i] }
    for i in ownColumns[person] where columns[i].session == nil || columns[i].session == session {
      p[columns[i].parameter] = x[i]
    }
    return p
  }

  // MARK: Columns

  struct Column {
    let parameter: GeometryParameter
    /// `person`: index of the person; nil for a device parameter; `session`: index of the person's session; nil
    /// unless it is a session's parameter.
    let person, session: Int?
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

  // MARK: Rows

  /// A person's rows, and the state in which they are.
  struct Known {
    var block: GeometryBlock
    /// Parameters of the predictions: the device's, then the person's own; nil before the first ones.
    var parameters: [Double]?
    /// True if the rows have the present weights and sigma.
    var isWeighed = false
    /// Normal equations of the rows, if they were asked for.
    var normal: NormalBlock?

    func isAt(_ x: [Double], _ deviceCount: Int) -> Bool {
      guard let parameters else { return false }
      for i in 0..<deviceCount where parameters[i] != x[i] { return false }
      for (k, i) in block.own.enumerated() where parameters[deviceCount + k] != x[i] { return false }
      return true
    }
  }

  /// Rows of one person at x.
  func block(_ person: Int, at x: [Double]) -> GeometryBlock {
    predict(person, at: x)
    weigh(person)
    return known[person].block
  }

  /// Normal equations of one person at x.
  func normal(_ person: Int, at x: [Double]) -> NormalBlock {
    predict(person, at: x)
    weigh(person)
    if let normal = known[person].normal { return normal }
    let normal = known[person].block.normal
    known[person].normal = normal
    return normal
  }

  /// Measured − predicted, degrees; nil if the model is undefined.
  func residual(of look: Int, at x: [Double]) -> Vector2? {
    let person = model.fixations[look].person
    predict(person, at: x)
    return known[person].block.errors[places[look]]
  }

  /// Σ w·|r|², degrees².
  func squaredResiduals(at x: [Double]) -> Double {
    fixationsOfPerson.indices.reduce(0) { sum, person in
      predict(person, at: x)
      return zip(fixationsOfPerson[person], known[person].block.errors).reduce(sum) { sum, look in
        let r = look.1 ?? SIMD2(repeating: AngularModel.undefinedResidual)
        return sum + weights[look.0] * (r * r).sum()
      }
    }
  }

  /// Marks all rows as having other weights or another sigma.
  func reweigh() {
    for person in known.indices { (known[person].isWeighed, known[person].normal) = (false, nil) }
  }

  /// Predicts a person's angles and their slopes at x, unless they are known.
  private func predict(_ person: Int, at x: [Double]) {
    if known[person].isAt(x, deviceCount) { return }
    known[person].block.predict(by: model) { look in
      (
        AngularModel.Point(parameters(of: person, session: look.session, at: x)), slopePlaces(person, in: look.session)
      )
    }
    known[person].parameters = Array(x[..<deviceCount] + x[ownColumns[person]])
    (known[person].isWeighed, known[person].normal) = (false, nil)
  }

  /// Places in a prediction of the device's and the person's columns; for another session's column a place that is
  /// always 0.
  private func slopePlaces(_ person: Int, in session: Int) -> [Int] {
    (columns[..<deviceCount] + columns[ownColumns[person]]).map { column in
      column.session ?? session == session ? column.parameter.index : FourPredictions.places - 1
    }
  }

  /// Gives a person's rows the present weights and sigma, unless they have them.
  private func weigh(_ person: Int) {
    if known[person].isWeighed { return }
    known[person].block.weigh(weights, sigma: sigma)
    known[person].isWeighed = true
  }

  // MARK: Pointer

  /// Derivatives of the pointer at a target (a share of the screen), seen straight from a distance, in degrees of (yaw,
  /// pitch), by the device's columns and then by the person's own. A session's drift is left out because the next
  /// session has another drift. All are 0 if the model is undefined.
  func pointer(
    _ person: Int, at x: [Double], targets: [Vector2], distances: [Double]
  ) -> [(yaw: [Double], pitch: [Double])] {
    let p = parameters(of: person, at: x)
    let looks = distances.flatMap { distance in
      let sample = Fixation.Sample(
        cameraFromFace: RigidTransform(rotation: .identity, translation: p.middle(from: distance)), origin: .zero,
        reported: .zero)
      return targets.map { Fixation(target: $0, samples: [sample]) }
    }
    let model = AngularModel(looks, points: SIMD2(1, 1), people: [0: 0])
    return model.fixations.map { look in
      let prediction = model.predict(look, p)
      func row(_ slopes: ModelParameters, _ gain: GeometryParameter) -> [Double] {
        (columns[..<deviceCount] + columns[ownColumns[person]]).map {
          $0.session == nil && prediction.isDefined ? slopes[$0.parameter] / p[gain] : 0
        }
      }
      return (row(prediction.yawSlopes, .gainH), row(prediction.pitchSlopes, .gainV))
    }
  }

  /// The same for the pointer in the screen's middle from 35 cm: yaw and pitch, each by the device's columns and by the
  /// person's own.
  func pointer(_ person: Int, at x: [Double]) -> [(device: [Double], own: [Double])] {
    let middle = pointer(person, at: x, targets: [SIMD2(0.5, 0.5)], distances: [0.35])[0]
    return [middle.yaw, middle.pitch].map { (Array($0[..<deviceCount]), Array($0[deviceCount...])) }
  }
}
