private import Foundation

/// What a device calls itself.
public enum DeviceModel {
  /// `utsname.machine`: `iPhone13,1`, or in Apple's simulator the model that is simulated; elsewhere the processor's
  /// name. Profiles list it (`ProfileLibrary.profile(modelIdentifier:)`), and a take's header holds it.
  public static var identifier: String {
    if let simulated = ProcessInfo.processInfo.environment["SIMULATOR_MODEL_IDENTIFIER"] { return simulated }
    var name = utsname()
    guard uname(&name) == 0 else { return "unknown" }
    return withUnsafeBytes(of: &name.machine) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }
}
