import Foundation
import GazeMetrics
import GazePipeline
import GazeTesting
import Testing

@testable import Evaluate

/// Results as a part holds them, with one field changed: each would be an index, a size or a sum that traps.
@Suite struct CellCheckTests {
  /// The fault of a value after its JSON was changed at a path.
  private func fault<Value: Codable>(_ value: Value, at path: [String], _ new: Any) throws -> ContentFault? {
    func changed(_ json: Any, _ path: ArraySlice<String>) throws -> Any {
      guard let key = path.first else { return new }
      if var list = json as? [Any] {
        let place = try #require(Int(key))
        list[place] = try changed(list[place], path.dropFirst())
        return list
      }
      var object = try #require(json as? [String: Any], "\(path)")
      object[key] = try changed(try #require(object[key], "\(path)"), path.dropFirst())
      return object
    }
    let json = try JSONSerialization.jsonObject(with: PartFile.encoder.encode(value))
    let text = try JSONSerialization.data(withJSONObject: try changed(json, path[...]))
    return CellCheck.fault(try PartFile.decoder.decode(Value.self, from: text))
  }

  /// A person with something in every field.
  private var person: PersonResult {
    var person = PersonResult(participant: 3)
    (person.frames, person.expectedFrames, person.validFrames, person.seconds) = (3, 3, 3, 0.05)
    for value in [1.0, 2, 30] {
      person.errorPoints.add(value)
      person.targetSizes.add(SIMD2(value, value))
      person.cells.add(SIMD2(value, 0), degrees: value, gaze: SIMD2(0.5, 0.5))
      person.byDistance.add(points: value, degrees: value, at: 0.35)
      person.stepResponses.add(0.1)
      person.scroll.latencies.add(-value)
    }
    person.budget = [BudgetSums()]
    return person
  }

  @Test("sound results have no fault")
  func sound() {
    #expect(CellCheck.fault(person) == nil)
    var condensed = person
    condensed.condense()
    #expect(CellCheck.fault(condensed) == nil && CellCheck.fault([Optional(condensed), nil]) == nil)
    #expect(CellCheck.fault(HeadPerson(participant: 0)) == nil && CellCheck.fault(DragPerson(participant: 0)) == nil)
    #expect(CellCheck.fault(BodyPerson(participant: 0)) == nil)
  }

  @Test(
    "a field that would trap is named",
    arguments: [
      (["frames"], "\(Int.max)"), (["frames"], "9999999"), (["validFrames"], "4"), (["seconds"], "1e300"),
      (["longestGap"], "-1"), (["errorPoints", "average"], "1e308"),
      (["errorPoints", "averageSquare"], "1"), (["expectedFrames"], "-1"), (["participant"], "-5"),
      (["errorPoints", "kept"], "[1]"),
      (["errorPoints", "average"], "-1"), (["errorPoints", "sketch", "firstBin"], "\(Int.max)"),
      (["errorPoints", "sketch", "count"], "-1"), (["errorPoints", "sketch", "zeros"], "9"),
      (["errorPoints", "sketch", "bins"], "[1,2,3,4]"), (["errorPoints", "sketch", "least"], "-4"),
      (["errorPoints", "sketch", "most"], "1e12"), (["targetSizes", "halves", "size"], "1000000000"),
      (["targetSizes", "halves", "size"], "400"), (["targetSizes", "halves", "bins"], "[]x"),
      (["targetSizes", "halves", "width"], "0"), (["cells", "cells"], "[]x"), (["byDistance", "size"], "-1"),
      (["byDistance", "size"], "1000000000"), (["byDistance", "bins"], "[]"),
      (["byDistance", "bins", "3", "count"], "\(Int.max)"),
      (["scroll", "confusion", "counts"], "[0,0,0,0,0,0,0,0]"), (["scroll", "curve", "counts"], "[]"),
      (["scroll", "truePositives"], "\(Int.max)"), (["budget", "0", "fixations"], "1e300"),
      (["budget", "0", "all", "sums"], "[]"), (["stepResponses", "bins"], "[1]"),
    ])
  func faults(path: [String], json: String) throws {
    // "[]x" is a list that is one element shorter than it was.
    let new: Any
    if json == "[]x" {
      var value = try JSONSerialization.jsonObject(with: PartFile.encoder.encode(person))
      for key in path { value = try #require((value as? [String: Any])?[key]) }
      new = Array(try #require(value as? [Any]).dropLast())
    } else {
      new = try JSONSerialization.jsonObject(with: Data(json.utf8), options: .fragmentsAllowed)
    }
    let fault = try #require(try fault(person, at: path, new), "\(path)")
    #expect(fault.field.hasPrefix("result.\(path[0])"), "\(fault)")
  }

  @Test("the quantiles of a condensed summary are ascending, not negative, and there")
  func kept() throws {
    var condensed = ErrorSummary()
    for value in [1.0, 2, 30] { condensed.add(value) }
    condensed.condense()
    for kept in [[], [-2.0, -2, 30, 30], [30, 2, 2, 1], [2, 30, 30]] {
      #expect(try fault(condensed, at: ["kept"], kept)?.field == "result.kept", "\(kept)")
    }
  }

  @Test("so are those of the other rigs")
  func rigs() throws {
    let body = try fault(BodyPerson(participant: 0), at: ["errorByJoint"], [Any]())
    #expect(body == ContentFault("result.errorByJoint", "has 0 elements; expected \(BodyJoint.count)"))
    let drag = try fault(DragPerson(participant: 0), at: ["slipByWay", "size"], 8)
    #expect(drag?.field == "result.slipByWay")
    let head = try fault(HeadPerson(participant: 0), at: ["yawCourse", "length"], 0)
    #expect(head?.field == "result.yawCourse.length")
  }
}
