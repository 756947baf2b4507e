package import GazeImport
package import GazePipeline

extension QualityRun {
  /// The screen of a table's coordinates, and its distance.
  package struct Screen: Sendable, Equatable {
    /// Width and height, metres.
    package var metres: Vector2
    /// Width and height in the table's unit: pixels, points, or 1 for shares.
    package var units: Vector2
    /// Distance from the eye to the screen's middle, metres.
    var distance: Double
    /// Origin of the coordinates; nil detects it from the targets' signs.
    var origin: ScreenAxes.Origin?
    /// True if y grows upwards; nil takes it as down from a corner and up from the middle.
    var growsUpwards: Bool?

    /// A screen from its parts.
    package init(
      metres: Vector2, units: Vector2, distance: Double, origin: ScreenAxes.Origin? = nil,
      growsUpwards: Bool? = nil
    ) {
      self.metres = metres
      self.units = units
      self.distance = distance
      self.origin = origin
      self.growsUpwards = growsUpwards
    }

    /// Metres per unit along y, divided by those along x.
    private var stretch: Double { metres.y / units.y / (metres.x / units.x) }

    /// True if the two sizes cannot be of one screen: pixels and points are square, so a unit has the same length along
    /// both axes. Shares of the screen are no such units.
    package var isStretched: Bool { units != SIMD2(1, 1) && max(stretch, 1 / stretch) > ScreenAxes.mostStretch }

    /// The axes of a table whose targets have these smallest and largest coordinates.
    func axes(low: Vector2, high: Vector2) -> ScreenAxes {
      ScreenAxes(low: low, high: high, origin: origin, growsUpwards: growsUpwards)
    }

    /// All axes that a table can have.
    var readings: [ScreenAxes] {
      let (plus, minus) = (SIMD2(1.0, 1), SIMD2(-1.0, -1))
      let signs = [(Vector2.zero, plus), (minus, plus), (SIMD2(0, -1), SIMD2(1, 0))]
      return signs.reduce(into: []) { found, range in
        let axes = axes(low: range.0, high: range.1)
        if !found.contains(axes) { found.append(axes) }
      }
    }

    /// Azimuth and elevation of a place as seen by an eye on the screen's normal through its middle.
    func angles(_ place: Vector2, _ axes: ScreenAxes) -> GazeAngles {
      let at = axes.fromMiddle(place, size: units) / units * metres
      return GazeAngles(direction: SIMD3(at.x, at.y, distance))
    }

    /// True if all targets lie within one of many units, so that they are fractions of the screen.
    func areFractions(_ places: [Vector2]) -> Bool {
      units.min() > 100 && places.allSatisfy { max(abs($0.x), abs($0.y)) <= 1 }
    }

    /// A warning if targets lie off the screen, with the axes that would put all of them on it; nil without such
    /// targets.
    func warning(_ places: [Vector2], _ axes: ScreenAxes) -> String? {
      func outside(_ axes: ScreenAxes) -> Int { places.count { !axes.contains($0, size: units) } }
      let count = outside(axes)
      guard count > 0 else { return nil }
      let others = ScreenAxes.Origin.allCases.flatMap { origin in
        [false, true].map { ScreenAxes(low: .zero, high: .zero, origin: origin, growsUpwards: $0) }
      }
      let remedy =
        others.first { outside($0) == 0 }.map { "--origin \($0.origin.rawValue) --y \($0.yName) fits" }
        ?? "check the screen's size in the table's unit"
      return "\(count) of \(places.count) targets lie off the screen: \(remedy)"
    }
  }
}
