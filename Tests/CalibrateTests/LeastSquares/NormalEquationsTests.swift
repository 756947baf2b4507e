import Testing

@testable import Calibrate

@Suite struct NormalEquationsTests {
  @Test("JᵀJ is the sum of products, for any number of rows and columns", arguments: [1, 2, 3, 4, 5, 7, 10])
  func sums(columns: Int) {
    for rows in [columns, columns + 1, columns + 2, columns + 3, 41] {
      var jacobian = Matrix(rows: rows, columns: columns)
      for i in jacobian.values.indices { jacobian.values[i] = Double((i * 7919) % 101) - 50 }
      var sums = NormalEquations(jacobian)
      for _ in 0..<2 {
        for i in 0..<columns {
          for k in 0..<columns {
            #expect(sums.matrix[i, k] == (0..<rows).reduce(0) { $0 + jacobian[$1, i] * jacobian[$1, k] })
          }
        }
        let u = (0..<rows).map { Double($0 % 7) - 3 }
        u.withUnsafeBufferPointer { sums.update(jacobian, times: $0) }
        for k in 0..<columns { #expect(sums.product[k] == (0..<rows).reduce(0) { $0 + jacobian[$1, k] * u[$1] }) }
      }
      let u = (0..<rows).map { Double($0 % 5) - 1 }
      let product = u.withUnsafeBufferPointer { jacobian.transposed(times: $0) }
      for k in 0..<columns { #expect(product[k] == (0..<rows).reduce(0) { $0 + jacobian[$1, k] * u[$1] }) }
    }
  }

  @Test("a step solves the linear problem and says what it gains; a singular matrix has none")
  func step() throws {
    var jacobian = Matrix(rows: 3, columns: 2)
    jacobian.values = [1, 2, 3, 4, 5, 7]
    let r = [1.0, -2, 0.5]
    let gradient = r.withUnsafeBufferPointer { jacobian.transposed(times: $0) }
    let found = try #require(NormalEquations(jacobian).step(gradient))
    let after = zip(r, jacobian.times(found.step)).map { $0 + $1 }
    for slope in after.withUnsafeBufferPointer({ jacobian.transposed(times: $0) }) { #expect(abs(slope) < 1e-12) }
    let gain = r.reduce(0) { $0 + $1 * $1 } - after.reduce(0) { $0 + $1 * $1 }
    #expect(abs(found.gain - gain) < 1e-12)
    jacobian.values = [1, 2, 2, 4, 3, 6]
    #expect(NormalEquations(jacobian).step([1, 1]) == nil)
    jacobian.values[0] = .nan
    #expect(!NormalEquations(jacobian).isDefined)
  }
}
