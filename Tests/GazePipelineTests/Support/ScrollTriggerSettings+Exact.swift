import GazePipeline

extension ScrollTrigger.Settings {
  /// Times are multiples of 1/16 s and speeds are multiples of 16, so that sums are exact.
  static let test = ScrollTrigger.Settings(
    edgeZone: 0.15, edgeDwell: 0.5, offScreenZone: 0.25, offScreenDwell: 0.25, hysteresis: 0.0625, release: 0.25,
    cooldown: 0.5, speed: 160, holdLimit: 0.3125, blinkThreshold: 0.5)

  /// The rule `confirm` or `sign` with times that are multiples of 1/16 s.
  static func signed(
    _ sign: FacialSign = .brows, rule: ScrollRule = .confirm, upSign: FacialSign = .mouthPucker
  ) -> ScrollTrigger.Settings {
    ScrollTrigger.Settings(
      edgeZone: 0.25, edgeDwell: 0.5, offScreenZone: 0.4, offScreenDwell: 0.5, hysteresis: 0.0625, release: 0.25,
      cooldown: 0.5, speed: 160, holdLimit: 0.3125, blinkThreshold: 0.5, rule: rule, sign: sign, upSign: upSign,
      longestScroll: 2)
  }
}
