public import GazeRecording

import struct Foundation.Data

/// The built-in device profiles: one JSON file per device in `profiles/`, embedded in the binary.
public enum BuiltInProfiles {
  /// All built-in profiles, phones first, in order of age from the oldest.
  ///
  /// The files are part of the program, so an invalid one is not a user's mistake. It is left out here, and a test
  /// compares the list with the folder.
  public static let all: [DeviceProfile] = embedded.compactMap { id, bytes in
    try? DeviceProfile(json: Data(bytes), path: "profiles/\(id).json")
  }

  /// The built-in profiles together with a user's own, which take precedence.
  ///
  /// - Parameters:
  ///   - folder: the user's folder, `$GAZESIM_PROFILES` or `~/.config/gazesim/profiles`; it need not exist.
  ///   - file: a single profile, which takes precedence over all others.
  /// - Throws: `FileError` if one of the user's files is not a valid profile.
  public static func library(folder: String? = nil, file: String? = nil) throws(FileError) -> ProfileLibrary {
    try ProfileLibrary(all, folder: folder, file: file)
  }

  /// Identifier and file, as embedded.
  static let embedded: [(id: String, json: [UInt8])] = [
    ("iphonex", PackageResources.iphonex_json),
    ("iphonexs", PackageResources.iphonexs_json),
    ("iphonexsmax", PackageResources.iphonexsmax_json),
    ("iphonexr", PackageResources.iphonexr_json),
    ("iphone11", PackageResources.iphone11_json),
    ("iphone11pro", PackageResources.iphone11pro_json),
    ("iphone11promax", PackageResources.iphone11promax_json),
    ("iphone12mini", PackageResources.iphone12mini_json),
    ("iphone12", PackageResources.iphone12_json),
    ("iphone12pro", PackageResources.iphone12pro_json),
    ("iphone12promax", PackageResources.iphone12promax_json),
    ("iphone13mini", PackageResources.iphone13mini_json),
    ("iphone13", PackageResources.iphone13_json),
    ("iphone13pro", PackageResources.iphone13pro_json),
    ("iphone13promax", PackageResources.iphone13promax_json),
    ("iphone14", PackageResources.iphone14_json),
    ("iphone14plus", PackageResources.iphone14plus_json),
    ("iphone14pro", PackageResources.iphone14pro_json),
    ("iphone14promax", PackageResources.iphone14promax_json),
    ("iphone15", PackageResources.iphone15_json),
    ("iphone15plus", PackageResources.iphone15plus_json),
    ("iphone15pro", PackageResources.iphone15pro_json),
    ("iphone15promax", PackageResources.iphone15promax_json),
    ("iphone16", PackageResources.iphone16_json),
    ("iphone16plus", PackageResources.iphone16plus_json),
    ("iphone16pro", PackageResources.iphone16pro_json),
    ("iphone16promax", PackageResources.iphone16promax_json),
    ("iphone16e", PackageResources.iphone16e_json),
    ("iphone17", PackageResources.iphone17_json),
    ("iphone17pro", PackageResources.iphone17pro_json),
    ("iphone17promax", PackageResources.iphone17promax_json),
    ("iphoneair", PackageResources.iphoneair_json),
    ("iphone17e", PackageResources.iphone17e_json),
    ("ipadpro11gen1", PackageResources.ipadpro11gen1_json),
    ("ipadpro11gen2", PackageResources.ipadpro11gen2_json),
    ("ipadpro11gen3", PackageResources.ipadpro11gen3_json),
    ("ipadpro11gen4", PackageResources.ipadpro11gen4_json),
    ("ipadpro11m4", PackageResources.ipadpro11m4_json),
    ("ipadpro11m5", PackageResources.ipadpro11m5_json),
    ("ipadpro129gen3", PackageResources.ipadpro129gen3_json),
    ("ipadpro129gen4", PackageResources.ipadpro129gen4_json),
    ("ipadpro129gen5", PackageResources.ipadpro129gen5_json),
    ("ipadpro129gen6", PackageResources.ipadpro129gen6_json),
    ("ipadpro13m4", PackageResources.ipadpro13m4_json),
    ("ipadpro13m5", PackageResources.ipadpro13m5_json),
  ]
}
