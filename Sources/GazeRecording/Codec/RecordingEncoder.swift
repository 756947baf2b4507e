/// Encodes recordings of gaze as JSON Lines, by pure functions that append to a buffer.
///
/// Numbers are written as the shortest text that reads back bit for bit. Numbers that are not finite have no JSON text.
/// If a pose, `blink` or `lookAt` holds such a number, it is left out of a lost frame and is `null` in a tracked frame;
/// it reads back with all numbers NaN. A frame without a finite time cannot be read back; `RecordingWriter` refuses it.
public enum RecordingEncoder {
  private static let lines = SampleEncoder<RecordedFrame>(
    format: .jsonl, columns: .all, layout: FieldLayout(RecordedFrame.self))

  /// Appends a frame's line.
  public static func append(_ recorded: RecordedFrame, into out: inout [UInt8]) { lines.append(recorded, into: &out) }
}
