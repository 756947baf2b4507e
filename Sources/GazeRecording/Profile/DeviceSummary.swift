/// The part of a device profile that a list of devices shows, read from the profile's JSON without the rest.
package struct DeviceSummary: Sendable, Equatable, Decodable {
  /// Identifier, `[a-z0-9-]{1,64}`.
  package let id: String
  /// Commercial name.
  package let name: String
  /// The screen in points.
  package let points: DeviceProfile.Points
  /// The lit panel's size.
  package let screen: DeviceProfile.Screen
  /// The camera's position.
  package let camera: DeviceProfile.Camera

  /// The part of this profile.
  package init(_ profile: DeviceProfile) {
    id = profile.id
    name = profile.name
    points = profile.points
    screen = profile.screen
    camera = profile.camera
  }
}
