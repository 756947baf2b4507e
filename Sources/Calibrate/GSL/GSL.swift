import CGSL

#if !Command
  #error("Calibrate needs GSL: enable the trait Command of the package gazesim")
#endif

/// Functions shared by the files of this folder, the only ones that call the GNU Scientific Library.
enum GSL {
  private static let handlerOff: Void = { _ = gsl_set_error_handler_off() }()

  /// Turns off GSL's default error handler, which aborts the process. The handler is turned off only once, by the first
  /// thread that calls this; all code in this folder calls it before any GSL function.
  static func turnErrorHandlerOff() { handlerOff }

  static func failure(_ operation: String, _ code: Int32) -> LeastSquaresError {
    if code == GSL_ENOMEM.code { return .outOfMemory }
    return .solver(operation: operation, code: code, reason: String(cString: gsl_strerror(code)))
  }
}

// GSL's error codes are an anonymous enum, which Swift imports as Int; its functions return C's int.
extension Int {
  var code: Int32 { Int32(truncatingIfNeeded: self) }
}

extension [Double] {
  mutating func withGSL<Result>(_ body: (UnsafeMutablePointer<gsl_vector>) -> Result) -> Result {
    withUnsafeMutableBufferPointer { numbers in
      var view = gsl_vector_view_array(numbers.baseAddress, numbers.count)
      return body(&view.vector)
    }
  }

  init(_ vector: UnsafeMutablePointer<gsl_vector>?) {
    guard let vector = vector?.pointee, let data = vector.data else {
      self = []
      return
    }
    self = (0..<vector.size).map { data[$0 * vector.stride] }
  }
}

extension Matrix {
  mutating func withGSL<Result>(_ body: (UnsafeMutablePointer<gsl_matrix>) -> Result) -> Result {
    let (rows, columns) = (rows, columns)
    return values.withUnsafeMutableBufferPointer { values in
      var view = gsl_matrix_view_array(values.baseAddress, rows, columns)
      return body(&view.matrix)
    }
  }

  init(_ matrix: UnsafeMutablePointer<gsl_matrix>?) {
    guard let matrix = matrix?.pointee, let data = matrix.data else {
      self.init(rows: 0, columns: 0)
      return
    }
    self.init(rows: matrix.size1, columns: matrix.size2)
    for row in 0..<rows { for column in 0..<columns { self[row, column] = data[row * matrix.tda + column] } }
  }
}
