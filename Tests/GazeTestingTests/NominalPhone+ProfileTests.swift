import GazeTesting
import TestSupport
import Testing

struct NominalPhoneProfileTests {
  @Test("a phone is found by identifier and each Apple name")
  func names() throws {
    for profile in DeviceProfile.builtIn {
      for name in [profile.id] + profile.modelIdentifiers {
        #expect(try NominalPhone(device: name) == NominalPhone(profile), "\(name)")
      }
    }
    #expect(try NominalPhone(device: "iPhone13,1").id == "iphone12mini")
  }

  @Test("an unknown name gets names of its own kind")
  func unknown() throws {
    let model = try #require(#expect(throws: UnknownNameError.self) { try NominalPhone(device: "iPhone13,9") })
    #expect(!model.suggestions.isEmpty && model.suggestions.allSatisfy { $0.hasPrefix("iPhone1") }, "\(model)")
    let id = try #require(#expect(throws: UnknownNameError.self) { try NominalPhone(device: "iphone12mni") })
    #expect(id.suggestions.first == "iphone12mini")
    #expect(throws: UnknownNameError.self) { try NominalPhone(device: "") }
  }
}
