/// Any JSON value, for files whose fields are checked or compared by their names.
enum JSONValue: Decodable {
  case null
  case flag(Bool)
  /// A number as it is printed: whole numbers without a point.
  case number(String)
  case text(String)
  case list([JSONValue])
  case object([String: JSONValue])

  init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    if (try? decoder.unkeyedContainer()) != nil {
      self = .list(try value.decode([JSONValue].self))
    } else if (try? decoder.container(keyedBy: NoKey.self)) != nil {
      self = .object(try value.decode([String: JSONValue].self))
    } else if value.decodeNil() {
      self = .null
    } else if let flag = try? value.decode(Bool.self) {
      self = .flag(flag)
    } else if let whole = try? value.decode(Int.self) {
      self = .number("\(whole)")
    } else if let number = try? value.decode(Double.self) {
      self = .number("\(number)")
    } else if let text = try? value.decode(String.self) {
      self = .text(text)
    } else {
      throw DecodingError.dataCorruptedError(
        in: value, debugDescription: "is a number out of range, or a string that is not UTF-8")
    }
  }

  private enum NoKey: CodingKey {}

  /// The fields of an object; nil for another value.
  var fields: [String: JSONValue]? {
    guard case .object(let fields) = self else { return nil }
    return fields
  }

  /// The elements of a list; nil for another value.
  var elements: [JSONValue]? {
    guard case .list(let elements) = self else { return nil }
    return elements
  }
}

/// A JSON object that is written field by field, in no type of its own; a field without a value is left out.
package struct JSONFields: Encodable, ExpressibleByDictionaryLiteral {
  private let fields: [(String, (any Encodable)?)]

  package init(dictionaryLiteral fields: (String, (any Encodable)?)...) { self.fields = fields }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: AnyKey.self)
    for case (let name, let value?) in fields { try container.encode(value, forKey: AnyKey(name)) }
  }
}
