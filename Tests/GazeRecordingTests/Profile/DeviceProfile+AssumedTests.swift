import Foundation
import GazePipeline
import TestSupport
import Testing

@testable import GazeRecording

struct DeviceProfileAssumedTests {
  private let library: ProfileLibrary

  init() throws { library = try ProfileLibrary([], folder: packageRoot.appending(path: "profiles")) }

  private func assumed(like profile: DeviceProfile) throws -> DeviceProfile {
    try library.profile(
      modelIdentifier: "iPhone99,1", points: profile.points, pixels: SIMD2(profile.panel.width, profile.panel.height))
  }

  /// Distance between the pointers of both geometries at nine places of the screen, points; the largest.
  private func error(_ assumed: ScreenGeometry, _ real: ScreenGeometry) -> Double {
    var largest = 0.0
    for x in [0, 0.5, 1] {
      for y in [0, 0.5, 1] {
        let place = SIMD2(x, y) * real.metres
        let miss = (assumed.camera + place - real.camera) * assumed.pointsPerMetre - place * real.pointsPerMetre
        largest = max(largest, (miss * miss).sum().squareRoot())
      }
    }
    return largest
  }

  @Test("on the listed phones the assumed profile costs what its doc comment says")
  func cost() throws {
    let phones = library.profiles.filter { $0.id.hasPrefix("iphone") }
    // These numbers of phones and points are those of the doc comment of `DeviceProfile.assumed`.
    #expect(phones.count == 33)
    var (right, left): ([Double], [Double]) = ([], [])
    for phone in phones {
      let profile = try assumed(like: phone)
      let error = error(profile.geometry, phone.geometry)
      if phone.camera.x.value > phone.screen.width.value / 2 { right.append(error) } else { left.append(error) }
      // The sigmas, which a fit uses as priors, cover the truth within two standard deviations.
      for number in [\DeviceProfile.camera.x, \.camera.y, \.screen.width, \.screen.height] {
        let (found, truth) = (profile[keyPath: number], phone[keyPath: number])
        #expect(abs(found.value - truth.value) <= 2 * found.sigma, "\(phone.id)")
      }
    }
    #expect(right.count == 25 && right.allSatisfy { $0 < 21.5 }, "\(right.max() ?? 0)")
    #expect(left.count == 8 && left.allSatisfy { (93...104).contains($0) }, "\(left)")
  }

  @Test("an assumed profile says so, with valid numbers and a listed phone's smoothing")
  func says() throws {
    let phone = try library.profile(id: "iphone17")
    let profile = try assumed(like: phone)
    #expect(profile.id == "iphone99-1" && profile.modelIdentifiers == ["iPhone99,1"])
    #expect(profile.assumption?.contains("assumed") == true && phone.assumption == nil)
    #expect(profile.trigger == phone.trigger && profile.smoothing == phone.smoothing)
    // Its own reader accepts it.
    let json = try JSONEncoder().encode(profile)
    #expect(try DeviceProfile(json: json, path: "a") == profile)
    // Display Zoom changes the points and not the panel.
    var zoomed = phone.points
    zoomed.width = 320
    zoomed.height = 693
    let pixels = SIMD2(phone.panel.width, phone.panel.height)
    let other = try library.profile(modelIdentifier: "iPhone99,1", points: zoomed, pixels: pixels)
    #expect(other.geometry.metres == profile.geometry.metres)
  }

  @Test("a listed model has its profile; home buttons put the camera above the screen")
  func kinds() throws {
    let listed = try library.profile(
      modelIdentifier: "iPhone13,1", points: .init(width: 1, height: 1, scale: 1), pixels: .zero)
    #expect(listed.id == "iphone12mini")
    let old = try library.profile(
      modelIdentifier: "iPhone14,6", points: .init(width: 375, height: 667, scale: 2), pixels: SIMD2(750, 1334))
    #expect(old.camera.y.value < 0 && old.camera.x.value < old.screen.width.value / 2)
  }

  @Test("a tablet, impossible numbers and an empty library are refused")
  func refusals() throws {
    func refused(_ width: Double, _ height: Double, _ scale: Double, _ library: ProfileLibrary) -> Bool {
      do {
        _ = try library.profile(
          modelIdentifier: "iPad99,1", points: .init(width: width, height: height, scale: scale),
          pixels: SIMD2(width, height) * scale)
        return false
      } catch { return error == .unlisted("iPad99,1") }
    }
    #expect(refused(820, 1180, 2, library))
    #expect(refused(375, 812, 3, try ProfileLibrary([])))
    #expect(!refused(375, 812, 3, library))
    for (width, height, scale) in [
      (0, 812, 3), (-375, 812, 3), (.nan, 812, 3), (375, .infinity, 3), (375, 812, 0), (375, 812, .nan), (812, 375, 3),
    ] { #expect(refused(width, height, scale, library), "\(width) \(height) \(scale)") }
  }
}
