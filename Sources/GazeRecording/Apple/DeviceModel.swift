#if canImport(Darwin)
  private import Darwin
  private import Foundation
#endif

/// What a device calls itself.
public enum DeviceModel {
  #if canImport(Darwin)
    /// `utsname.machine`: `iPhone13,1`, or in Apple's simulator the model that is simulated. Profiles list it
    /// (`ProfileLibrary.profile(modelIdentifier:)`), and a recording's header takes it.
    public static var identifier: String {
      if let simulated = ProcessInfo.processInfo.environment["SIMULATOR_MODEL_IDENTIFIER"] { return simulated }
      var name = utsname()
      uname(&name)
      return withUnsafeBytes(of: &name.machine) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }
  #endif
}
