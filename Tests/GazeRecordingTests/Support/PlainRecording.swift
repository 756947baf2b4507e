import Foundation
import GazePipeline
import TestSupport

@testable import GazeRecording

let headerLine =
  #"{"format":"gazesim.recording","version":2,"device":"iphone12mini","rate":60,"scenario":"s","participants":100001}"#

/// Sixteen zeros and ones: the unit matrix as a list.
let unit = "[1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1]"

/// The poses of a tracked frame.
let poses = #""camera":\#(unit),"face":\#(unit),"leftEye":\#(unit),"rightEye":\#(unit)"#

/// A header of gaze for any number of people.
let usualHeader = RecordingHeader(device: "x", rate: 60, scenario: "s", participants: 100_001, source: .recorded)

/// A tracked frame whose poses are the unit matrix.
func plainFrame(
  time: Double = 0, participant: Int = 0, app: RecordedFrame.AppState = .init(), truth: RecordedFrame.Truth? = nil,
  _ change: (inout FaceFrame) -> Void = { _ in }
) -> RecordedFrame {
  var frame = FaceFrame(time: time, face: .identity, leftEye: .identity, rightEye: .identity)
  change(&frame)
  return RecordedFrame(observation: .init(participant: participant, frame: frame, app: app), truth: truth)
}

/// The frame of one line, with the usual header.
func frame(_ line: String) throws -> RecordedFrame {
  try read(RecordedFrame.self, text: "\(headerLine)\n\(line)\n").samples[0]
}

/// The line of a header.
func line(_ header: RecordingHeader) -> String {
  var bytes: [UInt8] = []
  RecordingEncoder.append(header, into: &bytes)
  return String(decoding: bytes, as: UTF8.self)
}
