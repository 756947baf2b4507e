#if canImport(UIKit)
  private import Foundation
  private import UIKit

  extension RecordingHeader.ThermalState {
    /// The phone's state now, for the header of a take.
    public static var now: Self { Self(ProcessInfo.processInfo.thermalState) }

    /// Converts the system's value; a state that the system adds later counts as `critical`.
    private init(_ state: ProcessInfo.ThermalState) {
      self =
        switch state {
        case .nominal: .nominal
        case .fair: .fair
        case .serious: .serious
        case .critical: .critical
        @unknown default: .critical
        }
    }
  }
#endif
