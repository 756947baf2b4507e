import GazePipeline
import GazeRecording

extension GeometryFit {
  /// Number of fixations from which on the sandwich alone is trusted; with fewer fixations, the larger of the
  /// sandwich's and the model's error is used.
  private static let enoughClusters = 20

  /// All columns in the form of a calibration file.
  func parameters(_ solved: Solved, _ identifiability: Identifiability) -> [CalibrationFile.Parameter] {
    let (problem, uncertainty) = (solved.problem, solved.uncertainty)
    return problem.columns.enumerated().map { i, column in
      let perUnit = column.parameter.internalPerUnit
      if column.isKept { return kept(column) }
      let isPlausible = held(by: column.parameter) == nil && !isContradicted(column, solved.x[i])
      // If the viewing conditions confound two parameters and neither has a prior, a small error is accidental and is
      // not reported.
      let hasError = isPlausible && (column.priorSigma != nil || !identifiability.isConfounded[i])
      let model = hasError ? uncertainty.standardErrors[i] : nil
      let robust = hasError ? uncertainty.robustStandardErrors[i] : nil
      let value = solved.x[i] / perUnit
      // The larger of the model's and the robust error is used, so that the scatter of fixations and of people lowers
      // the share learned.
      let posterior = model.flatMap { model in robust.map { max(model, $0) } }
      let looks = column.person.map { problem.fixationsOfPerson[$0].count } ?? problem.model.fixations.count
      let interval = model.flatMap { model in
        robust.map { robust in
          let error = (looks >= Self.enoughClusters ? robust : max(model, robust)) / perUnit
          let reach = Distributions.studentQuantile(0.975, freedom: uncertainty.freedom[i]) * error
          return [value - reach, value + reach]
        }
      }
      let learned = posterior.flatMap { posterior in
        column.priorSigma.map { max(1 - (posterior / $0) * (posterior / $0), 0) }
      }
      let isLearned = (learned ?? 1) >= KeptParameters.fewLearned
      var parameter = CalibrationFile.Parameter(
        name: column.parameter.rawValue, participant: column.person.map { solved.participants[$0] },
        session: column.session,
        unit: column.parameter.unit, value: value, priorSigma: column.priorSigma.map { $0 / perUnit },
        standardError: model.map { $0 / perUnit }, robustStandardError: robust.map { $0 / perUnit }, ci95: interval,
        learned: learned, identified: identifiability.isIdentified[i] && isPlausible && isLearned)
      parameter.source = parameter.identified ? .data : isLearned ? .partly : .prior
      return parameter
    }
  }

  /// A parameter that stays at the data sheet's value, with the data sheet's error.
  private func kept(_ column: GeometryProblem.Column) -> CalibrationFile.Parameter {
    let perUnit = column.parameter.internalPerUnit
    let (value, sigma) = (column.nominal / perUnit, column.priorSigma.map { $0 / perUnit })
    var parameter = CalibrationFile.Parameter(
      name: column.parameter.rawValue, unit: column.parameter.unit, value: value, priorSigma: sigma,
      standardError: sigma, robustStandardError: sigma,
      ci95: sigma.map { sigma in
        let reach = Distributions.normalQuantile(0.975) * sigma
        return [value - reach, value + reach]
      }, learned: 0, identified: false)
    parameter.source = .dataSheet
    return parameter
  }

  /// Estimates further than this many prior standard deviations from the data sheet contradict it.
  private static let contradiction = 4.0

  private func isContradicted(_ column: GeometryProblem.Column, _ x: Double) -> Bool {
    column.priorSigma.map { abs(x - column.nominal) > Self.contradiction * $0 } ?? false
  }

  /// A person's parameter that is not fitted, so that this device parameter absorbs its effect.
  private func held(by parameter: GeometryParameter) -> GeometryParameter? {
    let partners: [GeometryParameter: GeometryParameter] = [.cameraX: .gazeOffsetH, .cameraY: .gazeOffsetV]
    return partners[parameter].flatMap { free.contains($0) ? nil : $0 }
  }

  /// Parameters whose values the fixations contradict, with the reason in words.
  func contradictions(_ solved: Solved) -> [CalibrationFile.Unidentified] {
    solved.problem.columns.enumerated().compactMap { i, column in
      guard column.session == nil else { return nil }
      let parameter = column.parameter
      func statement(_ reason: String) -> CalibrationFile.Unidentified {
        CalibrationFile.Unidentified(
          parameters: [parameter.rawValue], participant: column.person.map { solved.participants[$0] }, reason: reason)
      }
      if let partner = held(by: parameter) {
        return statement(
          """
          \(partner.rawValue) is held at 0, so that \(parameter.rawValue) takes up how far everybody's gaze is off; \
          free \(partner.rawValue), too
          """)
      }
      guard let sigma = column.priorSigma, isContradicted(column, solved.x[i]) else { return nil }
      let many = NumberText.rounded(abs(solved.x[i] - column.nominal) / sigma, 1)
      return statement(
        """
        \(parameter.rawValue) ended \(many) of its prior's standard deviations from where it was expected, so \
        fixations and prior contradict each other and no interval is given; check that the recording is of \
        this device, held upright as its header says, with targets in points, and that people looked at them
        """)
    }
  }
}
