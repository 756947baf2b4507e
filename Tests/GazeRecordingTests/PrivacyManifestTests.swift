import Foundation
import TestSupport
import Testing

struct PrivacyManifestTests {
  private let path = "Sources/GazeRecording/PrivacyInfo.xcprivacy"

  @Test("the privacy manifest says: timestamps for C617.1, nothing collected")
  func content() throws {
    let data = try Data(contentsOf: packageRoot.appending(path: path))
    let list = try #require(try PropertyListSerialization.propertyList(from: data, format: nil) as? [String: Any])
    #expect(
      Set(list.keys) == [
        "NSPrivacyTracking", "NSPrivacyTrackingDomains", "NSPrivacyCollectedDataTypes", "NSPrivacyAccessedAPITypes",
      ])
    #expect(list["NSPrivacyTracking"] as? Bool == false)
    #expect((list["NSPrivacyTrackingDomains"] as? [String])?.isEmpty == true)
    #expect((list["NSPrivacyCollectedDataTypes"] as? [Any])?.isEmpty == true)
    let types = try #require(list["NSPrivacyAccessedAPITypes"] as? [[String: Any]])
    #expect(types.count == 1)
    #expect(types[0]["NSPrivacyAccessedAPIType"] as? String == "NSPrivacyAccessedAPICategoryFileTimestamp")
    #expect(types[0]["NSPrivacyAccessedAPITypeReasons"] as? [String] == ["C617.1"])
  }

  @Test("on a Mac the manifest is a resource of GazeRecording")
  func isResource() throws {
    let package = try String(contentsOf: packageRoot.appending(path: "Package.swift"), encoding: .utf8)
    let target = try #require(
      package.firstMatch(of: /\.target\(\s*name: "GazeRecording",[^\]]*\],\s*exclude: \w*, resources: (\w*),/))
    #expect(target.1 == "recordingResources")
    let onMac = #/#if os\(macOS\)\n.*recordingResources.* = \(\[\.copy\(privacy\)\], /#
    #expect(package.contains(onMac))
    #expect(package.contains("let privacy = \"PrivacyInfo.xcprivacy\""))
  }
}
