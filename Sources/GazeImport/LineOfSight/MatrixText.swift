import GazePipeline
import GazeRecording

/// Matrix in JSON, in any of the forms that Swift's encoders and apps' own code write.
///
/// A list of 16 numbers; four lists of 4 (`simd_float4x4`, its columns); an object `m11`…`m44` (`SCNMatrix4`, whose
/// rows are the images of the axes, so that its memory layout is that of columns); an object whose key `columns` or
/// `rows` holds a list of one of these forms.
struct MatrixText {
  /// Sixteen numbers in the order of the file, or in the order `m11`, `m12`, … `m44`.
  var values = [Double](repeating: .nan, count: 16)
  /// Layout that the text itself states; nil if it states none.
  var layout: MatrixLayout?

  /// Reads a matrix at the cursor; `null` reads as nil.
  static func read(_ scanner: inout JSONScanner, _ field: StaticString) throws(LineFault) -> MatrixText? {
    if scanner.take("null") { return nil }
    var text = MatrixText()
    try text.read(&scanner, field)
    return text
  }

  private mutating func read(_ scanner: inout JSONScanner, _ field: StaticString) throws(LineFault) {
    if scanner.peek() == UInt8(ascii: "{") { return try readObject(&scanner, field) }
    try scanner.expect(
      UInt8(ascii: "["), "a matrix: 16 numbers, four lists of 4, or an object m11 to m44", "\(field)")
    guard scanner.peek() == UInt8(ascii: "[") else {
      try numbers(16, from: 0, &scanner, field)
      return
    }
    for part in 0..<4 {
      try scanner.expect(UInt8(ascii: "["), "a list of 4 numbers", "\(field)")
      try numbers(4, from: part * 4, &scanner, field)
      let more = try scanner.more(until: UInt8(ascii: "]"), "\(field)")
      guard more == (part < 3) else { throw LineFault(field: "\(field)", message: "expected four lists of 4 numbers") }
    }
  }

  /// Reads the rest of a list, including its closing bracket.
  private mutating func numbers(
    _ count: Int, from first: Int, _ scanner: inout JSONScanner, _ field: StaticString
  ) throws(LineFault) {
    var n = 0
    repeat {
      let value = try Self.number(&scanner, field)
      if n < count { values[first + n] = value }
      n += 1
    } while try scanner.more(until: UInt8(ascii: "]"), "\(field)")
    guard n == count else { throw LineFault(field: "\(field)", message: "expected \(count) numbers, found \(n)") }
  }

  private mutating func readObject(_ scanner: inout JSONScanner, _ field: StaticString) throws(LineFault) {
    var found = 0
    try scanner.object("an object", "\(field)") { key, scanner throws(LineFault) in
      if let layout = MatrixLayout(rawValue: key) {
        try read(&scanner, field)
        self.layout = layout
        found = 16
      } else if key.utf8.count == 3, key.first == "m", let row = key.utf8.dropFirst().first.map({ Int($0) - 0x31 }),
        let column = key.utf8.last.map({ Int($0) - 0x31 }), (0..<4).contains(row), (0..<4).contains(column)
      {
        values[row * 4 + column] = try Self.number(&scanner, field)
        layout = .columns
        found += 1
      } else {
        try scanner.skip("\(field)")
      }
    }
    guard found >= 16, !values.contains(where: \.isNaN) else {
      throw LineFault(field: "\(field)", message: "expected the keys m11 to m44, or columns")
    }
  }

  private static func number(_ scanner: inout JSONScanner, _ field: StaticString) throws(LineFault) -> Double {
    let value = try scanner.double(field)
    guard abs(value) <= 1e6 else { throw LineFault(field: "\(field)", message: "expected a number within ±1e6") }
    return value
  }

  /// Returns the matrix, with lengths in metres.
  func matrix(_ reading: ImportReading) -> TransformMatrix {
    Self.matrix(values, layout: layout ?? reading.layout, metres: reading.length.metres)
  }

  /// Returns sixteen numbers as a matrix with lengths in metres.
  static func matrix(_ values: [Double], layout: MatrixLayout, metres: Double) -> TransformMatrix {
    var matrix = TransformMatrix.identity
    for index in 0..<16 { matrix[index] = Float(values[index]) }
    if layout == .rows { matrix = matrix.transposed }
    if metres != 1 { for index in 12..<15 { matrix[index] = Float(Double(matrix[index]) * metres) } }
    return matrix
  }
}
