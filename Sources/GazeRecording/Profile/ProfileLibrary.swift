import Foundation

/// The profiles at hand: built-in ones, a user's own folder over them, one single file over both.
public struct ProfileLibrary: Sendable {
  /// In the order given, replaced ones in place, new ones behind.
  public private(set) var profiles: [DeviceProfile]

  /// A library.
  ///
  /// - Parameters:
  ///   - builtIn: where it starts.
  ///   - folder: every `.json` file in it replaces the profile of the same identifier or joins; a folder that does
  ///     not exist holds none.
  ///   - file: one profile more, after the folder's.
  /// - Throws: where a file is no profile, or two of the folder have one identifier.
  public init(_ builtIn: [DeviceProfile], folder: String? = nil, file: String? = nil) throws(FileError) {
    profiles = builtIn
    if let folder { try add(folder: folder) }
    if let file { add(try DeviceProfile(path: file)) }
  }

  /// The profile of this identifier, or of a phone's own name for itself.
  ///
  /// - Throws: with the nearest identifiers.
  public func profile(id: String) throws(UnknownNameError) -> DeviceProfile {
    if let profile = profiles.first(where: { $0.id == id }) { return profile }
    if let profile = profile(modelIdentifier: id) { return profile }
    throw UnknownNameError(kind: "device", name: id, among: profiles.map(\.id), listing: "gazesim devices")
  }

  /// The profile of a phone's own name for itself (`utsname.machine`), nil where none lists it.
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
