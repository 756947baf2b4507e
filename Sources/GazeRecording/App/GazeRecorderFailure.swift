public import Foundation

extension GazeRecorder {
  /// Why nothing more is recorded, or one frame was not.
  public enum Failure: Error, Sendable, Equatable {
    /// The file is there already; it was not touched. Choose another name.
    case exists(String)
    /// No room. The file holds so many frames and ends with a whole one.
    case diskFull(path: String, frames: Int)
    /// The system cannot write for another reason. The file holds so many frames.
    case cannotWrite(FileError, frames: Int)
    /// A frame or a header that no reader would take; recording goes on without that frame.
    case refused(FileError)
  }
}

extension GazeRecorder.Failure: CustomStringConvertible, LocalizedError {
  /// One line.
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

  /// The same line, for whoever prints `localizedDescription`.
  public var errorDescription: String? { description }
}
