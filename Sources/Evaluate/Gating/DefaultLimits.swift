package import GazeMetrics
package import GazeRecording
import GazeSimulation
import GazeTesting
private import PortableFoundation
import Profiles

/// A rig's limits for devices whose profiles state none, as `script/limits` made them: an embedded limits file.
///
/// A set holds for all devices on which the figures agree, in units that are the same on all of them. A pointer's error
/// in degrees agrees within 4 % over phones, but tablets have larger screens and cameras at other places, so gaze has
/// two sets.
package struct DefaultLimits: Sendable {
  /// The kind of device that a set is for.
  package enum Kind: Sendable {
    /// A device whose upright screen is narrower than 0.1 m.
    case phone
    /// A device with a wider screen.
    case tablet

    /// The kind of a device.
    package init(_ profile: DeviceProfile) { self = profile.screen.width.value < 0.1 ? .phone : .tablet }
  }

  /// Name of the set and, with `.json`, of its file.
  package let name: String
  /// Name of the rig.
  package let rig: String
  /// The kind of device; nil for all devices.
  package let kind: Kind?
  /// The limits and their origin. The file is part of the program, so an invalid one is not a user's mistake: it holds
  /// no limits here, and a test reads every file.
  package let file: LimitsFile

  private init(_ name: String, rig: String, kind: Kind? = nil, _ bytes: [UInt8]) {
    (self.name, self.rig, self.kind) = (name, rig, kind)
    file = (try? JSONDecoder().decode(LimitsFile.self, from: Data(bytes))) ?? LimitsFile([])
  }

  /// All sets.
  package static let all: [DefaultLimits] = [
    DefaultLimits("gaze-phone", rig: "gaze", kind: .phone, PackageResources.gaze_phone_json),
    DefaultLimits("gaze-tablet", rig: "gaze", kind: .tablet, PackageResources.gaze_tablet_json),
    DefaultLimits("head", rig: "head", PackageResources.head_json),
    DefaultLimits("body", rig: "body", PackageResources.body_json),
    DefaultLimits("drag", rig: "drag", PackageResources.drag_json),
  ]

  /// The set of a rig for a kind of device; nil if the rig has no set.
  package static func of(_ rig: String, _ kind: Kind = .phone) -> DefaultLimits? {
    all.first { $0.rig == rig && ($0.kind == nil || $0.kind == kind) }
  }

  /// The limits of a rig for a kind of device; none if there is no set.
  package static func limits(of rig: String, _ kind: Kind = .phone) -> [AccuracyGate] {
    of(rig, kind)?.file.limits ?? []
  }

  /// The limits with those in points multiplied by `factor` and rounded to a hundredth of a point, the finest useful
  /// step; without change for a factor that is no positive number.
  package static func scaled(
    _ limits: [AccuracyGate], by factor: Double, _ isLength: (_ metric: String) -> Bool
  ) -> [AccuracyGate] {
    guard factor.isFinite, factor > 0 else { return limits }
    return limits.map { gate in
      guard isLength(gate.metric) else { return gate }
      var gate = gate
      gate.limit = (gate.limit * factor * 100).rounded() / 100
      return gate
    }
  }

  /// The built-in devices that the set is for, by identifier.
  package var devices: [DeviceProfile] {
    BuiltInProfiles.all.filter { kind == nil || Kind($0) == kind }.sorted { $0.id < $1.id }
  }

  /// The inputs that have changed since the limits were made, by name; empty for limits that are up to date.
  ///
  /// - Parameter inputs: the present inputs; names that are missing there are not compared.
  package func changes(since inputs: LimitsInputs) -> [String] {
    inputs.digests.keys.sorted().filter { inputs.digests[$0] != file.provenance?.inputs[$0] }
  }

  /// A sentence on limits that are older than their inputs; nil for a device with limits of its own, and for limits
  /// that are up to date. Only inputs that need no simulation are compared.
  package static func remark<R: Rig>(_: R.Type, _ profile: DeviceProfile) throws -> String? {
    guard R.statedLimits(of: profile) == nil, let limits = of(R.name, Kind(profile)) else { return nil }
    let changes = limits.changes(since: try LimitsInputs(of: limits, R.self))
    guard !changes.isEmpty else { return nil }
    return """
      the default limits \(limits.name) are older than \(changes.joined(separator: ", ")): make them again with \
      script/limits
      """
  }
}

extension Rig {
  /// True if a user wrote limits into the device's profile: those of a profile that is not built in.
  package static func writesLimits(_ profile: DeviceProfile) -> Bool {
    statedLimits(of: profile) != nil && !BuiltInProfiles.all.contains(profile)
  }
}
