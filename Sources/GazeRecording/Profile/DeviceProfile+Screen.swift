package import GazePipeline

extension DeviceProfile {
  /// The geometry with a screen of this size in points: Display Zoom changes it.
  package func geometry(points: Vector2) -> ScreenGeometry {
    var geometry = geometry
    geometry.points = points
    return geometry
  }

  /// The screen of a recording in its interface's orientation: the profile's, or a calibration's.
  package func geometry(_ header: RecordingHeader, _ calibration: CalibrationFile? = nil) -> ScreenGeometry {
    let points = header.points ?? geometry.turned(to: header.orientation).points
    // A calibration describes the upright phone, but the header's points are those of the interface, which may be
    // turned.
    let isSideways = header.orientation.quarterTurns % 2 == 1
    let upright = isSideways ? SIMD2(points.y, points.x) : points
    return (calibration?.gaze?.screen(points: upright) ?? geometry(points: upright)).turned(to: header.orientation)
  }
}
