import GazePipeline
import GazeRecording
import GazeSimulation
import Testing

private let mini = NominalPhone(
  id: "iphone12mini",
  geometry: ScreenGeometry(
    points: SIMD2(375, 812), metres: SIMD2(0.05763, 0.124866), camera: SIMD2(0.0376, 0.0027)),
  sizeSigma: SIMD2(0.00016, 0.00016), cameraSigma: SIMD2(0.002, 0.002))

private let trigger = ScrollTrigger.Settings(
  edgeZone: 0.1, edgeDwell: 0.5, offScreenZone: 0.12, offScreenDwell: 0.3, hysteresis: 0.04, release: 0.15,
  cooldown: 0.6, speed: 400, holdLimit: 0.6, blinkThreshold: 0.5)

@Test func quick() throws {
  for scenario in Scenario.allCases {
    for preset in Preset.allCases {
      let s = Simulation(device: mini, scenario: scenario, preset: preset, seed: 3)
      var pipe = StandardPipeline(geometry: s.screen, smoothing: .none, trigger: trigger)
      var pub = Article2021Pipeline(.iPhone12Mini(.worldTakenAsLocal))
      var con = Article2021Pipeline(.iPhone12Mini(.converted))
      var errors: [[Double]] = [[], [], []]
      var n = 0, away = 0, blink = 0
      for f in s.frames(participant: 0) {
        n += 1
        let g = f.truth!.gaze!
        if f.truth!.state == .blink { blink += 1; continue }
        if !s.screen.contains(g) { away += 1; continue }
        let o = pipe.step(f.observation.frame)
        if let p = o.pointer, o.rawPointer != nil { errors[0].append((p - g).length) }
        if let p = pub.step(f.observation.frame).pointer { errors[1].append((p - g).length) }
        if let p = con.step(f.observation.frame).pointer { errors[2].append((p - g).length) }
      }
      print(scenario, preset, n, away, blink, errors.map { e in let s = e.sorted(); return "\(s[s.count / 2]) \(s[s.count * 95 / 100])" })
    }
  }
}

extension SIMD2 where Scalar == Double { var length: Double { (self * self).sum().squareRoot() } }
