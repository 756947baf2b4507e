@testable import Calibrate

extension ArrowInverse {
  /// Variance of a linear combination of the device's and one person's parameters.
  func variance(_ person: Int, device v: [Double], own o: [Double]) -> Double {
    own[person].square(of: o, plus: device.square(of: eliminated(person, device: v, own: o)))
  }
}
