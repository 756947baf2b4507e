import Foundation
import GazeRecording
import TestSupport
import Testing

/// JSON of a limits file.
func limits(_ limits: (metric: String, limit: Double, direction: String)...) -> String {
  let list = limits.map { #"{"metric":"\#($0.metric)","limit":\#($0.limit),"direction":"\#($0.direction)"}"# }
  return #"{"schema":"gazesim.limits","version":1,"limits":[\#(list.joined(separator: ","))]}"#
}

func jsonObject(_ data: Data) throws -> [String: Any] {
  try #require(
    try JSONSerialization.jsonObject(with: data) as? [String: Any],
    "not an object: \(String(decoding: data, as: UTF8.self))")
}
