import GazePipeline
import GazeRecording

enum PersonFit {
  static func calibration(_ observations: some Sequence<Observation>, on geometry: ScreenGeometry) throws
    -> PersonCalibration
  {
    var rows: [(SIMD2<Double>, SIMD2<Double>)] = []
    var last: SIMD2<Double>? = nil
    var since = 0.0
    var acc: (SIMD2<Double>, SIMD2<Double>, Double) = (.zero, .zero, 0)
    for o in observations {
      if o.target != last {
        if acc.2 > 10 { rows.append((acc.0 / acc.2, acc.1 / acc.2)) }
        acc = (.zero, .zero, 0)
        last = o.target
        since = o.frame.time
      }
      guard let t = o.target, o.frame.time - since > 0.7, o.frame.isTracked, o.frame.blink.x < 0.2,
        let e = CyclopeanEye(o.frame), let cf = o.frame.cameraFromFace
      else { continue }
      let h = geometry.hit(ofPoint: t)
      let v = cf.inverse.apply(SIMD3(h.x, h.y, 0)) - e.origin
      let p = GazeAngles(direction: v), m = GazeAngles(direction: e.direction)
      acc.0 += SIMD2(p.yaw, p.pitch)
      acc.1 += SIMD2(m.yaw, m.pitch)
      acc.2 += 1
    }
    if acc.2 > 10 { rows.append((acc.0 / acc.2, acc.1 / acc.2)) }
    var gain = SIMD2(1.0, 1.0)
    var off = SIMD2(0.0, 0.0)
    let n = Double(rows.count)
    for a in 0..<2 {
      let mx = rows.map { $0.0[a] }.reduce(0, +) / n, my = rows.map { $0.1[a] }.reduce(0, +) / n
      var sxx = 0.0, sxy = 0.0
      for r in rows {
        sxx += (r.0[a] - mx) * (r.0[a] - mx)
        sxy += (r.0[a] - mx) * (r.1[a] - my)
      }
      let lam = 0.0076
      gain[a] = (sxy + lam) / (sxx + lam)
      off[a] = mx - my / gain[a]
    }
    return PersonCalibration(gazeOffset: Kappa(towardsX: off.x, up: off.y), gain: gain)
  }
}
