import GazePipeline
import GazeRecording
import TestSupport
import Testing

@MainActor struct FrameBroadcastTests {
  private func frame(_ time: Double) -> FaceFrame {
    FaceFrame(time: time, face: .identity, leftEye: .identity, rightEye: .identity)
  }

  private func times(_ stream: AsyncStream<FaceFrame>) async -> [Double] {
    var times: [Double] = []
    for await frame in stream { times.append(frame.time) }
    return times
  }

  @Test("each stream gets the frames from its beginning on, and ends with the session")
  func streams() async {
    var broadcast: FrameBroadcast? = FrameBroadcast()
    let first = broadcast?.stream()
    broadcast?.send(frame(1))
    let second = broadcast?.stream()
    broadcast?.send(frame(2))
    #expect(broadcast?.count == 2)
    broadcast = nil
    if let first { #expect(await times(first) == [1, 2]) }
    if let second { #expect(await times(second) == [2]) }
  }

  @Test("a stream that nobody reads any more is removed with the next frame")
  func abandoned() {
    let broadcast = FrameBroadcast()
    do { _ = broadcast.stream() }
    broadcast.send(frame(1))
    broadcast.send(frame(2))
    #expect(broadcast.count == 0)
  }

  @Test("while a reader is busy the newest 120 frames wait for it")
  func busy() async {
    var broadcast: FrameBroadcast? = FrameBroadcast()
    let stream = broadcast?.stream()
    for time in 0..<500 { broadcast?.send(frame(Double(time))) }
    broadcast = nil
    if let stream { #expect(await times(stream) == (380..<500).map(Double.init)) }
  }
}
