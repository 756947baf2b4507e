public import GazeRecording

/// The built-in device profiles: one JSON file per device in `profiles/`, embedded in the binary.
public enum BuiltInProfiles {
  /// All built-in profiles, phones first, in order of age from the oldest.
  ///
  /// The files are part of the program, so an invalid one is not a user's mistake. It is left out here, and a test
  /// compares the list with the folder.
  public static let all: [DeviceProfile] = embedded.compactMap(\.profile)

  /// The identifiers of `all`, for which no profile is decoded.
  package static let ids: [String] = embedded.map(\.id)

  /// The built-in profiles together with a user's own, which take precedence.
  ///
  /// - Parameters:
  ///   - folder: the user's folder, `$GAZESIM_PROFILES` or `~/.config/gazesim/profiles`; it need not exist.
  ///   - file: a single profile, which takes precedence over all others.
  /// - Throws: `FileError` if one of the user's files is not a valid profile.
  public static func library(folder: String? = nil, file: String? = nil) throws(FileError) -> ProfileLibrary {
    try ProfileLibrary(embedded: embedded, folder: folder, file: file)
  }

  /// Identifier and file, as embedded.
  static let embedded: [ProfileLibrary.Embedded] = [
    .init(id: "iphonex", json: PackageResources.iphonex_json),
    .init(id: "iphonexs", json: PackageResources.iphonexs_json),
    .init(id: "iphonexsmax", json: PackageResources.iphonexsmax_json),
    .init(id: "iphonexr", json: PackageResources.iphonexr_json),
    .init(id: "iphone11", json: PackageResources.iphone11_json),
    .init(id: "iphone11pro", json: PackageResources.iphone11pro_json),
    .init(id: "iphone11promax", json: PackageResources.iphone11promax_json),
    .init(id: "iphone12mini", json: PackageResources.iphone12mini_json),
    .init(id: "iphone12", json: PackageResources.iphone12_json),
    .init(id: "iphone12pro", json: PackageResources.iphone12pro_json),
    .init(id: "iphone12promax", json: PackageResources.iphone12promax_json),
    .init(id: "iphone13mini", json: PackageResources.iphone13mini_json),
    .init(id: "iphone13", json: PackageResources.iphone13_json),
    .init(id: "iphone13pro", json: PackageResources.iphone13pro_json),
    .init(id: "iphone13promax", json: PackageResources.iphone13promax_json),
    .init(id: "iphone14", json: PackageResources.iphone14_json),
    .init(id: "iphone14plus", json: PackageResources.iphone14plus_json),
    .init(id: "iphone14pro", json: PackageResources.iphone14pro_json),
    .init(id: "iphone14promax", json: PackageResources.iphone14promax_json),
    .init(id: "iphone15", json: PackageResources.iphone15_json),
    .init(id: "iphone15plus", json: PackageResources.iphone15plus_json),
    .init(id: "iphone15pro", json: PackageResources.iphone15pro_json),
    .init(id: "iphone15promax", json: PackageResources.iphone15promax_json),
    .init(id: "iphone16", json: PackageResources.iphone16_json),
    .init(id: "iphone16plus", json: PackageResources.iphone16plus_json),
    .init(id: "iphone16pro", json: PackageResources.iphone16pro_json),
    .init(id: "iphone16promax", json: PackageResources.iphone16promax_json),
    .init(id: "iphone16e", json: PackageResources.iphone16e_json),
    .init(id: "iphone17", json: PackageResources.iphone17_json),
    .init(id: "iphone17pro", json: PackageResources.iphone17pro_json),
    .init(id: "iphone17promax", json: PackageResources.iphone17promax_json),
    .init(id: "iphoneair", json: PackageResources.iphoneair_json),
    .init(id: "iphone17e", json: PackageResources.iphone17e_json),
    .init(id: "ipadpro11gen1", json: PackageResources.ipadpro11gen1_json),
    .init(id: "ipadpro11gen2", json: PackageResources.ipadpro11gen2_json),
    .init(id: "ipadpro11gen3", json: PackageResources.ipadpro11gen3_json),
    .init(id: "ipadpro11gen4", json: PackageResources.ipadpro11gen4_json),
    .init(id: "ipadpro11m4", json: PackageResources.ipadpro11m4_json),
    .init(id: "ipadpro11m5", json: PackageResources.ipadpro11m5_json),
    .init(id: "ipadpro129gen3", json: PackageResources.ipadpro129gen3_json),
    .init(id: "ipadpro129gen4", json: PackageResources.ipadpro129gen4_json),
    .init(id: "ipadpro129gen5", json: PackageResources.ipadpro129gen5_json),
    .init(id: "ipadpro129gen6", json: PackageResources.ipadpro129gen6_json),
    .init(id: "ipadpro13m4", json: PackageResources.ipadpro13m4_json),
    .init(id: "ipadpro13m5", json: PackageResources.ipadpro13m5_json),
  ]
}
