import TestSupport
import Testing

/// Expects a sample's mean, and unless `kurtosis` is nil its standard deviation, within standard errors.
func expect(_ values: [Double], mean: Double, sd: Double, kurtosis: Double? = 3, errors: Double) {
  let n = Double(values.count)
  expectNear(values.mean, mean, errors * sd / n.squareRoot(), "mean \(values.mean) of \(n), expected \(mean)")
  guard let kurtosis else { return }
  let error = sd * ((kurtosis - 1) / (4 * n)).squareRoot()
  expectNear(values.sd, sd, errors * error, "SD \(values.sd) of \(n), expected \(sd)")
}

/// Expects a share of a number, within standard errors.
func expect(_ count: Int, of all: Int, share: Double, errors: Double) {
  let error = (share * (1 - share) / Double(all)).squareRoot()
  expectNear(Double(count) / Double(all), share, errors * error, "\(count) of \(all), expected \(share)")
}

/// Mean and standard deviation that constants of the simulator give to what many people, phones or draws have.
struct Law: Sendable, CustomTestStringConvertible {
  /// Keys of the constants, or the draws' name.
  let keys: [String]
  let mean: Double
  let sd: Double
  /// Fourth moment over the squared variance, which determines the standard error of the standard deviation; nil if
  /// only the mean is checked.
  let kurtosis: Double?
  /// Smallest number of values.
  let least: Int
  /// Bound in standard errors.
  let errors: Double
  let values: @Sendable () throws -> [Double]

  init(
    _ keys: String..., mean: Double, sd: Double, kurtosis: Double? = 3, least: Int = 4000, errors: Double,
    _ values: @escaping @Sendable () throws -> [Double]
  ) {
    (self.keys, self.mean, self.sd, self.kurtosis) = (keys, mean, sd, kurtosis)
    (self.least, self.errors, self.values) = (least, errors, values)
  }

  /// The share of those for whom something is true.
  init(
    _ key: String, share: Double, least: Int = 4000, errors: Double,
    _ values: @escaping @Sendable () throws -> [Bool]
  ) {
    self.init(
      key, mean: share, sd: (share * (1 - share)).squareRoot(), kurtosis: nil, least: least, errors: errors
    ) { try values().map { $0 ? 1 : 0 } }
  }

  func check() throws {
    let values = try values()
    #expect(values.count >= least)
    expect(values, mean: mean, sd: sd, kurtosis: kurtosis, errors: errors)
  }

  var testDescription: String { keys.joined(separator: ", ") }
}
