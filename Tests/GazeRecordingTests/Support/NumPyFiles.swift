import Foundation
import GazePipeline
import TestSupport

@testable import GazeRecording

/// The poses of a tracked frame in the description of a `.npy`.
let arrayPoses =
  "('camera', '<f4', (16,)), ('face', '<f4', (16,)), ('leftEye', '<f4', (16,)), ('rightEye', '<f4', (16,))"

/// Writes a `.npy` with this description and these rows, followed by a header.
func writeArray(
  _ description: String, _ rows: [UInt8], _ header: RecordingHeader = usualHeader, version: UInt8 = 1, to path: String
) throws {
  let text = Array((description + "\n").utf8)
  let length = (0..<(version == 1 ? 2 : 4)).map { UInt8(truncatingIfNeeded: text.count >> (8 * $0)) }
  let bytes = NumPyLayout.magic + [version, 0] + length + text + rows + NumPyLayout.trailer(header)
  try Data(bytes).write(to: URL(fileURLWithPath: path))
}
