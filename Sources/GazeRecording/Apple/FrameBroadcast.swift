package import GazePipeline

/// Hands each frame of a session to every stream that reads it.
///
/// A stream holds neither the session nor the reader, so it makes no retain cycle. All streams end when this object,
/// which belongs to the session, is released.
@MainActor package final class FrameBroadcast {
  /// Number of frames that wait for a reader that is busy: two seconds at 60 Hz. Beyond that the oldest are dropped.
  package nonisolated static let capacity = 120

  private var streams: [AsyncStream<FaceFrame>.Continuation] = []

  package nonisolated init() {}

  deinit { for stream in streams { stream.finish() } }

  package func stream() -> AsyncStream<FaceFrame> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: FaceFrame.self, bufferingPolicy: .bufferingNewest(Self.capacity))
    streams.append(continuation)
    return stream
  }

  /// Hands a frame to all streams; those that nobody reads any more are removed.
  package func send(_ frame: FaceFrame) {
    guard !streams.isEmpty else { return }
    streams.removeAll { stream in
      if case .terminated = stream.yield(frame) { true } else { false }
    }
  }

  package var count: Int { streams.count }
}
