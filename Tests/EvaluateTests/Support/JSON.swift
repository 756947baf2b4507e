import Foundation
import Testing

/// The object that a file or a line holds.
func jsonObject(_ data: Data) throws -> [String: Any] {
  try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
}

/// A value as the object that its JSON is.
func jsonObject(_ value: some Encodable) throws -> [String: Any] { try jsonObject(Data(jsonText(value).utf8)) }

/// A value's JSON with its keys in order, so that equal values have equal texts.
func jsonText(_ value: some Encodable) throws -> String {
  let encoder = JSONEncoder()
  encoder.outputFormatting = .sortedKeys
  return String(decoding: try encoder.encode(value), as: UTF8.self)
}
