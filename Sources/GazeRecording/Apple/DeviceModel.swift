private import PortableFoundation

/// The model identifier of the device.
public enum DeviceModel {
  /// `utsname.machine`, such as `iPhone13,1`; in Apple's simulator the identifier of the simulated model; on other
  /// systems the processor's name. Profiles list the identifier (`ProfileLibrary.profile(modelIdentifier:)`), and a
  /// take's header holds it.
  public static var identifier: String {
    if let simulated = ProcessInfo.processInfo.environment["SIMULATOR_MODEL_IDENTIFIER"] { return simulated }
    var name = utsname()
    guard uname(&name) == 0 else { return "unknown" }
    return withUnsafeBytes(of: &name.machine) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }
}
