public import GazePipeline
public import PortableFoundation

// `localizedDescription`, which alerts show, is a generic sentence for every error that is not a `LocalizedError`. The
// types are listed here, because GazePipeline, where two of them are, does not import Foundation.

extension UnknownNameError: LocalizedError {
  /// The error in one line, for code that shows `localizedDescription`.
  public var errorDescription: String? { description }
}

extension SampleError: LocalizedError {
  /// The fault in one line, for code that shows `localizedDescription`.
  public var errorDescription: String? { description }
}

extension SessionLife.Failure: LocalizedError {
  /// The sentence to show, for code that shows `localizedDescription`.
  public var errorDescription: String? { description }
}

extension DevicePipeline.Failure: LocalizedError {
  /// The mismatch and what to do, for code that shows `localizedDescription`.
  public var errorDescription: String? { description }
}

extension DisplayTransformError: LocalizedError {
  /// The fault and what to do, for code that shows `localizedDescription`.
  public var errorDescription: String? { description }
}

extension PerspectiveViewError: LocalizedError {
  /// The fault and what is expected, for code that shows `localizedDescription`.
  public var errorDescription: String? { description }
}
