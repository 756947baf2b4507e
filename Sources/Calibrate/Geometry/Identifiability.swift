import GazePipeline
import GazeRecording

/// Spread of a recording's viewing conditions within one person. It separates device, offset and gain.
struct ViewingSpans {
  /// Largest viewing distance over the smallest.
  var distanceRatio = 1.0
  /// Range of the head's rotation, radians.
  var yaw = 0.0
  var pitch = 0.0

  /// The best spans of all people: one person who moved separates the shared parameters for everybody.
  init(_ fixations: [Fixation]) {
    for own in Dictionary(grouping: fixations, by: \.participant).values {
      func range(_ value: (Fixation) -> Double) -> (low: Double, high: Double) {
        let values = own.map(value).filter(\.isFinite)
        return (values.min() ?? 0, values.max() ?? 0)
      }
      let distance = range(\.distance)
      if distance.low > 0 { distanceRatio = max(distanceRatio, distance.high / distance.low) }
      let (heads, pitches) = (range(\.headAngles.yaw), range(\.headAngles.pitch))
      yaw = max(yaw, heads.high - heads.low)
      pitch = max(pitch, pitches.high - pitches.low)
    }
  }
}

/// Parameters that the data alone determine.
///
/// Two tests decide. By rule: camera and gaze offset trade off as o ≈ z · tan κ at a single distance z, and gain and
/// size are one product without head rotation, however low the noise. By bound: the information JᵀJ without priors,
/// with each parameter measured in its tolerance, is decomposed into eigenvectors. An eigenvector with a standard
/// deviation above 1 is a combination that the data do not determine.
struct Identifiability {
  /// Ratio that viewing distances must span to separate camera and offset: from one distance to 25/35/45 cm the bound
  /// of the camera falls from 7 mm to 0.4 mm at 1° noise (derived).
  static let distanceRatio = 1.5
  /// Angle that head rotations must span to separate gain and size: ±5°; the protocol has ±10°.
  static let headSpan = 10.0.radians
  /// Share of a unit eigenvector from which on a parameter is named.
  static let strongLoading = 0.3

  /// By column: true if the data determine the parameter.
  private(set) var isIdentified: [Bool]
  /// By column: true if the rule applies, so that even a small standard error means nothing.
  let isConfounded: [Bool]
  let statements: [CalibrationFile.Unidentified]

  init(_ solved: GeometryFit.Solved, _ spans: ViewingSpans) {
    let (problem, uncertainty, participants) = (solved.problem, solved.uncertainty, solved.participants)
    let (columns, normals) = (problem.columns, uncertainty.normals)
    // By column: the ratio of the variance to that of independent fixations.
    let inflation = zip(uncertainty.standardErrors, uncertainty.robustStandardErrors).map { model, robust in
      guard let model, let robust, model > 0 else { return 1.0 }
      return max(robust * robust / (model * model), 1)
    }
    let confounded = Self.confounded(Set(columns.map(\.parameter)), spans)
    isConfounded = columns.map { column in confounded.contains { $0.contains(column.parameter) } }
    // Only its prior distinguishes a session's drift from the offset. It counts as known here, since the question is
    // which parameters these sessions determine.
    let sessions = columns.map { $0.parameter.level == .session ? 1e12 : 0 }
    let units = columns.map { $0.parameter.tolerance * $0.parameter.internalPerUnit }
    let inverse = ArrowInverse(problem, normals, adding: sessions)
    isIdentified = columns.indices.map { i in
      inverse.isDetermined[i] && inverse.variances[i] * inflation[i] / (units[i] * units[i]) <= 1
    }
    let directions = Self.openDirections(problem, normals, inverse, units, adding: sessions)
    let open = Self.openCombinations(directions, columns, besides: confounded)
    let statements =
      confounded.map { names in
        let isPersonal = participants.count == 1 && names.allSatisfy { !$0.isShared }
        return Self.statement(names, of: isPersonal ? participants[0] : nil, spans)
      }
      + open.flatMap { names, people in
        let isOfAll =
          people.count == participants.count && (participants.count > 1 || names.contains(where: \.isShared))
        let whose: [Int?] = people.isEmpty || isOfAll ? [nil] : people.sorted().map { participants[$0] }
        return whose.map { Self.statement(names, of: $0, spans) }
      }
    self.statements = statements
    // A parameter named in a statement is not identified, even if each one of a combination is known well enough by
    // itself.
    for (i, column) in columns.enumerated() {
      let whose = column.person.map { participants[$0] }
      if statements.contains(where: { statement in
        statement.parameters.contains(column.parameter.rawValue)
          && (statement.participant == nil || whose == nil || statement.participant == whose)
      }) {
        isIdentified[i] = false
      }
    }
  }

  private static func statement(
    _ names: [GeometryParameter], of participant: Int?, _ spans: ViewingSpans
  ) -> CalibrationFile.Unidentified {
    CalibrationFile.Unidentified(
      parameters: names.map(\.rawValue), participant: participant, reason: reason(names, spans))
  }

  /// Combinations of parameters in the directions that the data do not determine, and the people concerned, without
  /// those combinations that are part of a confounded one. The same combination may be open for several people: it
  /// occurs once, not once for each.
  private static func openCombinations(
    _ directions: [[Double]], _ columns: [GeometryProblem.Column], besides confounded: [[GeometryParameter]]
  ) -> [(names: [GeometryParameter], people: Set<Int>)] {
    var found: [(names: [GeometryParameter], people: Set<Int>)] = []
    for (names, people) in directions.flatMap({ combinations($0, columns) }) {
      if confounded.contains(where: { Set($0).isSuperset(of: names) }) { continue }
      if let known = found.firstIndex(where: { Set($0.names) == Set(names) }) {
        found[known].people.formUnion(people)
      } else {
        found.append((names, people))
      }
    }
    return found
  }

  /// Unit vectors of the combinations that the data do not determine, with the parameters measured in their tolerances:
  /// first the device's, with the parts of each person's parameters that they pull along (eigenvectors of the Schur
  /// complement), then each person's own with the device held.
  private static func openDirections(
    _ problem: GeometryProblem, _ normals: [NormalBlock], _ inverse: ArrowInverse, _ units: [Double],
    adding precisions: [Double]
  ) -> [[Double]] {
    let d = problem.deviceCount
    var schur = Matrix(square: d)
    for (normal, gain) in zip(normals, inverse.gains) {
      for i in 0..<d {
        for j in 0..<d { schur[i, j] += normal.schur(i, j, gain: gain) * units[i] * units[j] }
      }
    }
    var directions = open(schur).map { vector in
      var whole = vector + [Double].zeros(units.count - d)
      for (person, own) in problem.ownColumns.enumerated() {
        for (k, column) in own.enumerated() {
          whole[column] =
            -(0..<d).sum { inverse.gains[person][k, $0] * vector[$0] * units[$0] } / units[column]
        }
      }
      return whole
    }
    for (normal, own) in zip(normals, problem.ownColumns) {
      var matrix = normal.own
      for (k, i) in own.enumerated() { matrix[k, k] += precisions[i] }
      directions += open(matrix.scaled(by: Array(units[own]))).map { vector in
        var whole = [Double].zeros(units.count)
        whole.replaceSubrange(own, with: vector)
        return whole
      }
    }
    return directions.map { vector in
      let length = dot(vector, vector).squareRoot()
      return length > 0 && length.isFinite ? vector.map { $0 / length } : vector
    }
  }

  /// Eigenvectors along which the standard deviation is above 1.
  private static func open(_ matrix: Matrix) -> [[Double]] {
    guard let eigen = SymmetricEigen(matrix) else { return [] }
    return zip(eigen.values, eigen.vectors).filter { $0.0 < 1 }.map(\.1)
  }

  /// Pairs of parameters that the viewing conditions do not separate.
  private static func confounded(_ free: Set<GeometryParameter>, _ spans: ViewingSpans) -> [[GeometryParameter]] {
    var pairs: [[GeometryParameter]] = []
    if spans.distanceRatio < distanceRatio {
      pairs += [[.cameraX, .gazeOffsetH], [.cameraY, .gazeOffsetV]]
    }
    if spans.yaw < headSpan { pairs.append([.gainH, .screenWidth]) }
    if spans.pitch < headSpan { pairs.append([.gainV, .screenHeight]) }
    return pairs.filter { free.isSuperset(of: $0) }
  }

  /// Parameters with a strong loading in an eigenvector, horizontal and vertical ones separately, the strongest first,
  /// and the people whose own parameters are in it. A parameter's loading is taken over all people, since a shared one
  /// trades off against a small part of everybody's.
  private static func combinations(
    _ vector: [Double], _ columns: [GeometryProblem.Column]
  ) -> [(names: [GeometryParameter], people: Set<Int>)] {
    [true, false].compactMap { isHorizontal in
      let own = columns.indices.filter { columns[$0].parameter.isHorizontal == isHorizontal }
      let loading = Dictionary(grouping: own) { columns[$0].parameter }
        .mapValues { $0.sum { vector[$0] * vector[$0] }.squareRoot() }
      let names = loading.filter { $0.value >= strongLoading }
        .sorted { ($1.value, $0.key.index) < ($0.value, $1.key.index) }.map(\.key)
      guard !names.isEmpty else { return nil }
      var share: [Int: Double] = [:]
      for i in own where names.contains(columns[i].parameter) {
        if let person = columns[i].person { share[person, default: 0] += vector[i] * vector[i] }
      }
      let strongest = share.values.max() ?? 0
      let people = share.filter { $0.value >= strongest * strongLoading * strongLoading }.keys
      return (names, Set(people))
    }
  }

  /// The advice repeats the device's protocol, 9 targets and heads turned by ±10° (`CalibrationScript`); nothing
  /// compares the two.
  private static func reason(_ names: [GeometryParameter], _ spans: ViewingSpans) -> String {
    let list = names.map(\.rawValue).joined(separator: " and ")
    let hasCamera = names.contains(.cameraX) || names.contains(.cameraY)
    let hasOffset = names.contains(.gazeOffsetH) || names.contains(.gazeOffsetV)
    let hasGain = names.contains(.gainH) || names.contains(.gainV)
    let hasSize = names.contains(.screenWidth) || names.contains(.screenHeight)
    let axis = names.first?.isHorizontal == true ? "yaw" : "pitch"
    let span = names.first?.isHorizontal == true ? spans.yaw : spans.pitch
    if hasCamera && hasOffset && !hasGain && !hasSize && spans.distanceRatio < distanceRatio {
      return "\(list) move the pointer alike at one viewing distance, and these span a ratio of "
        + "\(NumberText.rounded(spans.distanceRatio, 2)); record at distances that span a ratio of \(distanceRatio)"
    }
    if hasGain && hasSize && !hasCamera && !hasOffset && span < headSpan {
      return "\(list) are one product without head rotation, and the head's \(axis) spans "
        + "\(NumberText.rounded(span.degrees, 1))°; record with the head turned by ±10° in \(axis)"
    }
    if names.count == 1 {
      return
        "the data alone do not determine \(list) to "
        + "\(names[0].tolerance)\(names[0].unit == "1" ? "" : " " + names[0].unit); "
        + "record more fixations, or hold it at its nominal value"
    }
    // If the recording covers the whole protocol, do not suggest repeating it.
    if spans.distanceRatio >= distanceRatio, spans.yaw >= headSpan, spans.pitch >= headSpan {
      return "\(list) move the pointer in nearly the same way, and the fixations are too few or too noisy to "
        + "distinguish them although distances and head rotations are spread enough; record more people, or free fewer"
    }
    return "\(list) move the pointer in nearly the same way in these data; record 9 targets across the screen at "
      + "distances that span a ratio of \(distanceRatio) and with the head turned by ±10°, or free fewer"
  }
}
