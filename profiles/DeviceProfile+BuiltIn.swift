public import GazeRecording

extension DeviceProfile {
  /// All built-in profiles, phones first, in order of age from the oldest.
  public static var builtIn: [DeviceProfile] { BuiltInProfiles.all }

  /// The built-in profile with this identifier, such as `iphone12mini`, or with this model identifier of Apple's, such
  /// as `iPhone13,1`.
  ///
  /// - Throws: `UnknownNameError` with the most similar names.
  public static func builtIn(_ device: String) throws(UnknownNameError) -> DeviceProfile {
    if let profile = builtIn.first(where: { $0.isNamed(device) }) { return profile }
    let models = device.contains(",")
    throw UnknownNameError(
      kind: "device", name: device, among: builtIn.flatMap { models ? $0.modelIdentifiers : [$0.id] })
  }
}
