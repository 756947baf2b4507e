import PortableFoundation

/// The available profiles. A user's own folder overrides the built-in ones, and a single file overrides both.
public struct ProfileLibrary: Sendable {
  /// A profile, decoded or as the JSON that is part of the program, with the identifier that it states.
  ///
  /// The JSON is decoded when the profile is asked for: all that are built in take 3 ms, a quarter of what a short
  /// command takes.
  package struct Embedded: Sendable {
    package let id: String
    private var json: [UInt8] = []
    private var decoded: DeviceProfile?

    package init(id: String, json: [UInt8]) { (self.id, self.json) = (id, json) }

    fileprivate init(_ profile: DeviceProfile) { (id, decoded) = (profile.id, profile) }

    /// The profile; nil if the JSON is not one, which a test rules out.
    package var profile: DeviceProfile? {
      decoded ?? (try? DeviceProfile(json: Data(json), path: "profiles/\(id).json"))
    }

    fileprivate var summary: DeviceSummary? {
      decoded.map { DeviceSummary($0) } ?? (try? JSONDecoder().decode(DeviceSummary.self, from: Data(json)))
    }
  }

  private var entries: [Embedded]

  /// The profiles in the given order; a profile that replaces another one takes its place, and a new profile is
  /// appended.
  public var profiles: [DeviceProfile] { entries.compactMap(\.profile) }

  /// The part of each profile that a list of devices shows, in the order of `profiles`.
  package var summaries: [DeviceSummary] { entries.compactMap(\.summary) }

  /// A library.
  ///
  /// - Parameters:
  ///   - builtIn: the profiles to start with.
  ///   - folder: a folder in which every `.json` file replaces the profile with the same identifier, or is added; a
  ///     folder that does not exist counts as empty.
  ///   - file: one more profile, added after the folder's.
  /// - Throws: if a file is not a profile, or two files of the folder have the same identifier.
  public init(_ builtIn: [DeviceProfile], folder: String? = nil, file: String? = nil) throws(FileError) {
    try self.init(embedded: builtIn.map { Embedded($0) }, folder: folder, file: file)
  }

  /// A library as `init(_:folder:file:)` makes it, of profiles that are decoded when they are asked for.
  package init(embedded: [Embedded], folder: String? = nil, file: String? = nil) throws(FileError) {
    entries = embedded
    if let folder { try add(folder: folder) }
    if let file { add(try DeviceProfile(path: file)) }
  }

  /// The profile with this identifier, or with this model identifier of a phone.
  ///
  /// - Throws: an error with the most similar identifiers.
  public func profile(id: String) throws(UnknownNameError) -> DeviceProfile {
    if let profile = entries.first(where: { $0.id == id })?.profile { return profile }
    if let profile = profile(modelIdentifier: id) { return profile }
    throw UnknownNameError(
      kind: "device", name: id, among: entries.map(\.id), listing: Wording.listing("gazesim devices"))
  }

  /// The profile that lists this model identifier (`utsname.machine`); nil if none does.
  public func profile(modelIdentifier: String) -> DeviceProfile? {
    entries.lazy.compactMap(\.profile).first { $0.modelIdentifiers.contains(modelIdentifier) }
  }

  private mutating func add(_ profile: DeviceProfile) {
    if let place = entries.firstIndex(where: { $0.id == profile.id }) {
      entries[place] = Embedded(profile)
    } else {
      entries.append(Embedded(profile))
    }
  }

  /// True if a folder can be read and holds a file that a library would take for a profile.
  package static func holdsProfiles(folder: String) -> Bool {
    InputFiles.isFolder(folder)
      && (try? FileManager.default.contentsOfDirectory(atPath: folder))?.contains(where: isProfile) == true
  }

  private static func isProfile(_ name: String) -> Bool { name.hasSuffix(".json") && !name.hasPrefix(".") }

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
    for name in names.sorted() where Self.isProfile(name) {
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
