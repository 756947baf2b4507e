import Foundation
import GazeRecording
import TestSupport
import Testing

/// JSON of a limits file.
func limits(_ limits: (metric: String, limit: Double, direction: String)...) -> String {
  let list = limits.map { #"{"metric":"\#($0.metric)","limit":\#($0.limit),"direction":"\#($0.direction)"}"# }
  return #"{"schema":"gazesim.limits","version":1,"limits":[\#(list.joined(separator: ","))]}"#
}

/// A report on simulated people, changed to the report on a recording of the same people. Recorded people may differ
/// from the simulator's, so a verdict needs at least 44 of them (`Population.fewestPeople`).
func asRecorded(_ json: [String: Any]) throws -> [String: Any] {
  var json = json
  let needed = try #require(json["peopleNeeded"] as? [String: Int])
  #expect(!needed.isEmpty)
  json["peopleNeeded"] = needed.mapValues { max($0, 44) }
  return json
}

func jsonObject(_ data: Data) throws -> [String: Any] {
  try #require(
    try JSONSerialization.jsonObject(with: data) as? [String: Any],
    "not an object: \(String(decoding: data, as: UTF8.self))")
}
