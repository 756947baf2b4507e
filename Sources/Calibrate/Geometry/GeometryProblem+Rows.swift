import GazePipeline
import GazeRecording

extension GeometryProblem {
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
  func residual(of look: Int, at x: [Double]) -> SIMD2<Double>? {
    let person = model.looks[look].person
    predict(person, at: x)
    return known[person].block.errors[places[look]]
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
      predict(person, at: x)
      return zip(looksOfPerson[person], known[person].block.errors).reduce(sum) { sum, look in
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
      (AngularModel.Point(parameters(of: look, at: x)), slopePlaces(person, in: look.session))
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
}
