public import PortableFoundation

extension GazeRecorder {
  /// Reason why recording stopped, or why one frame was left out.
  public enum Failure: Error, Sendable, Equatable {
    /// The file already exists; it was not touched. Choose another name.
    case exists(String)
    /// The disk is full. The file holds this many frames and ends with a whole frame.
    case diskFull(path: String, frames: Int)
    /// The system cannot write for another reason. The file holds this many frames.
    case cannotWrite(FileError, frames: Int)
    /// No reader would accept this frame or header; recording continues without the frame.
    case refused(FileError)
  }
}

extension GazeRecorder.Failure: CustomStringConvertible, LocalizedError {
  /// The failure in one line.
  public var description: String {
    switch self {
    case .exists(let path): "\(path): already exists; choose another name"
    case .diskFull(let path, 0): "\(path): the disk is full; nothing was recorded. Make room and start again"
    case .diskFull(let path, let frames):
      "\(path): the disk is full; the recording ends after \(frames) frames, which are kept. "
        + "Make room and start a new one"
    case .cannotWrite(let error, let frames):
      frames == 0
        ? error.description : "\(error.description); the recording ends after \(frames) frames, which are kept"
    case .refused(let error): error.description
    }
  }

  /// The failure in one line, for code that prints `localizedDescription`.
  public var errorDescription: String? { description }
}
