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
  /// Columns of each person.
  let ownColumns: [Range<Int>]
  /// Fixations of each person, in the order of sessions and time.
  let looksOfPerson: [[Int]]
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
    weights = [Double](repeating: 1, count: model.looks.count)
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
    var places = [Int](repeating: 0, count: model.looks.count)
    for own in looksOfPerson { for (place, look) in own.enumerated() { places[look] = place } }
    self.places = places
    known = zip(looksOfPerson, ownColumns).map { looks, own in
      Known(block: GeometryBlock(model, looks: looks, own: own, device: deviceCount))
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
}
