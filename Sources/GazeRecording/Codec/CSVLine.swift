/// One line of values separated by commas, tabs or semicolons, split in place. Line ends inside quotes are not
/// supported, because the tables that this package reads hold numbers.
package struct CSVLine {
  package private(set) var separator = UInt8.comma
  /// Range of bytes of each field, without its quotes.
  package private(set) var fields: [Range<Int>] = []

  package init() {}

  /// Takes the first of tab, semicolon and comma that a line of names holds for the separator.
  package mutating func separate(as names: some Collection<UInt8>) {
    separator = [0x09, UInt8(ascii: ";")].first { names.contains($0) } ?? .comma
  }

  /// Splits a line.
  ///
  /// - Throws: `LineFault` if a quote is not closed or text follows a closing quote.
  package mutating func split(_ bytes: UnsafeRawBufferPointer) throws(LineFault) {
    fields.removeAll(keepingCapacity: true)
    var start = 0
    while true {
      var (first, last) = (start, start)
      while first < bytes.count, isBlank(bytes[first]) { first += 1 }
      let isQuoted = first < bytes.count && bytes[first] == .quote
      if isQuoted {
        first += 1
        last = first
        while true {
          guard let quote = bytes[last...].firstIndex(of: .quote) else {
            throw LineFault(message: "expected the closing quote of a field, found the end of the line")
          }
          start = quote + 1
          last = quote
          // Inside a quoted field, two quotes in a row stand for one quote.
          guard start < bytes.count, bytes[start] == .quote else { break }
          last = start + 1
        }
        while start < bytes.count, isBlank(bytes[start]) { start += 1 }
        try expect(
          start == bytes.count || bytes[start] == separator, nil,
          "expected `\(separator == 0x09 ? "tab" : String(UnicodeScalar(separator)))` after a quoted field")
      } else {
        start = bytes[first...].firstIndex(of: separator) ?? bytes.count
        last = start
        while last > first, isBlank(bytes[last - 1]) { last -= 1 }
      }
      fields.append(first..<last)
      guard start < bytes.count else { return }
      start += 1
    }
  }

  private func isBlank(_ byte: UInt8) -> Bool {
    byte != separator && (byte == 0x20 || byte == 0x09 || byte == 0x0D)
  }
}

extension CSVLine {
  package func text(_ index: Int, in bytes: UnsafeRawBufferPointer) -> String {
    String(decoding: UnsafeRawBufferPointer(rebasing: bytes[fields[index]]), as: UTF8.self)
  }

  /// A field as a finite number.
  ///
  /// - Throws: `LineFault` if the field is not a finite number.
  package func number(_ index: Int, in bytes: UnsafeRawBufferPointer, column: String) throws(LineFault) -> Double {
    let field = fields[index]
    var position = field.lowerBound
    let upToField = UnsafeRawBufferPointer(rebasing: bytes[..<field.upperBound])
    if let number = DecimalText(upToField, at: &position), position == field.upperBound {
      let value = number.double(in: bytes)
      if value.isFinite { return value }
    } else if let value = lenient(field, in: bytes), value.isFinite {
      return value
    }
    let text = LineFault.printable(text(index, in: bytes))
    let hasComma = Double(text.replacing(",", with: ".")) != nil && text.contains(",")
    let advice = hasComma ? "; write numbers with a decimal point" : ""
    throw LineFault(field: column, message: "expected a finite number, found `\(text)`\(advice)")
  }

  /// Reads `+1`, `.5`, `1.` and `007`, which JSON does not allow but tables contain; refuses `nan`, `inf` and
  /// hexadecimal.
  private func lenient(_ field: Range<Int>, in bytes: UnsafeRawBufferPointer) -> Double? {
    let text = UnsafeRawBufferPointer(rebasing: bytes[field])
    guard text.count <= 64, text.allSatisfy({ "0123456789+-.eE".utf8.contains($0) }) else { return nil }
    return Double(String(decoding: text, as: UTF8.self))
  }
}
