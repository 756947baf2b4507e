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

extension JSONScanner {
  /// Reads a matrix at the cursor.
  mutating func matrix(_ field: String) throws(LineFault) -> MatrixText {
    if peek() == .openBrace { return try matrixObject(field) }
    try expect(.openBracket, "a matrix: 16 numbers, four lists of 4, or an object m11 to m44", field)
    guard peek() == .openBracket else { return MatrixText(values: try numbers(16, field)) }
    var values: [Double] = []
    for part in 0..<4 {
      try expect(.openBracket, "a list of 4 numbers", field)
      values += try numbers(4, field)
      guard try more(until: .closeBracket, field) == (part < 3) else {
        throw LineFault(field: field, message: "expected four lists of 4 numbers")
      }
    }
    return MatrixText(values: values)
  }

  /// Reads the rest of a list of this many numbers, including its closing bracket.
  private mutating func numbers(_ count: Int, _ field: String) throws(LineFault) -> [Double] {
    var values: [Double] = []
    repeat { values.append(try element(field)) } while try more(until: .closeBracket, field)
    guard values.count == count else {
      throw LineFault(field: field, message: "expected \(count) numbers, found \(values.count)")
    }
    return values
  }

  private mutating func matrixObject(_ field: String) throws(LineFault) -> MatrixText {
    var (text, found) = (MatrixText(), 0)
    try object("an object", field) { key, scanner throws(LineFault) in
      if let layout = MatrixLayout(rawValue: key) {
        text = MatrixText(values: try scanner.matrix(field).values, layout: layout)
        found = 16
      } else if key.utf8.count == 3, key.first == "m", let row = key.utf8.dropFirst().first.map({ Int($0) - 0x31 }),
        let column = key.utf8.last.map({ Int($0) - 0x31 }), (0..<4).contains(row), (0..<4).contains(column)
      {
        text.values[row * 4 + column] = try scanner.element(field)
        text.layout = .columns
        found += 1
      } else {
        try scanner.skip(field)
      }
    }
    guard found >= 16, !text.values.contains(where: \.isNaN) else {
      throw LineFault(field: field, message: "expected the keys m11 to m44, or columns")
    }
    return text
  }

  private mutating func element(_ field: String) throws(LineFault) -> Double {
    let value = try double(field)
    guard abs(value) <= 1e6 else { throw LineFault(field: field, message: "expected a number within ±1e6") }
    return value
  }
}

extension TransformMatrix {
  /// `faceFromEye` of an eye's pose in the world; unknown if either pose is not a rigid transform.
  func relative(to face: TransformMatrix) -> TransformMatrix {
    guard let worldFromEye = RigidTransform(self), let worldFromFace = RigidTransform(face) else { return .unknown }
    return TransformMatrix(worldFromFace.inverse * worldFromEye)
  }
}
