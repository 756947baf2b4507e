import Foundation

/// The available profiles. A user's own folder overrides the built-in ones, and a single file overrides both.
public struct ProfileLibrary: Sendable {
  /// The profiles in the given order; a profile that replaces another one takes its place, and a new profile is
  /// appended.
  public private(set) var profiles: [DeviceProfile]

  /// A library.
  ///
  /// - Parameters:
  ///   - builtIn: the profiles to start with.
  ///   - folder: a folder in which every `.json` file replaces the profile with the same identifier, or is added; a
  ///     folder that does not exist counts as empty.
  ///   - file: one more profile, added after the folder's.
  /// - Throws: if a file is not a profile, or two files of the folder have the same identifier.
  public init(_ builtIn: [DeviceProfile], folder: String? = nil, file: String? = nil) throws(FileError) {
    profiles = builtIn
    if let folder { try add(folder: folder) }
    if let file { add(try DeviceProfile(path: file)) }
  }

  /// The profile with this identifier, or with this model identifier of a phone.
  ///
  /// - Throws: an error with the most similar identifiers.
  public func profile(id: String) throws(UnknownNameError) -> DeviceProfile {
    if let profile = profiles.first(where: { $0.id == id }) { return profile }
    if let profile = profile(modelIdentifier: id) { return profile }
    throw UnknownNameError(
      kind: "device", name: id, among: profiles.map(\.id), listing: Wording.listing("gazesim devices"))
  }

  /// The profile that lists this model identifier (`utsname.machine`); nil if none does.
  public func profile(modelIdentifier: String) -> DeviceProfile? {
    profiles.first { $0.modelIdentifiers.contains(modelIdentifier) }
  }

  private mutating func add(_ profile: DeviceProfile) {
    if let place = profiles.firstIndex(where: { $0.id == profile.id }) {
      profiles[place] = profile
    } else {
      profiles.append(profile)
    }
  }

  private mutating func add(folder: String) throws(FileError) {
    var status = stat()
    guard stat(folder, &status) == 0 else {
      let code = errno
      if code == ENOENT { return }
      throw .system(code, "read", path: folder)
    }
    let names: [String]
    do {
      names = try FileManager.default.contentsOfDirectory(atPath: folder)
    } catch {
      throw FileError(path: folder, message: "cannot read: expected a folder of profiles that you may read")
    }
    var origins: [String: String] = [:]
    for name in names.sorted() where name.hasSuffix(".json") && !name.hasPrefix(".") {
      let path = folder.hasSuffix("/") ? folder + name : folder + "/" + name
      let profile = try DeviceProfile(path: path)
      if let other = origins.updateValue(name, forKey: profile.id) {
        throw FileError(
          path: path, field: "id", message: "\"\(profile.id)\" is also in \(other); remove one of them")
      }
      add(profile)
    }
  }
}
