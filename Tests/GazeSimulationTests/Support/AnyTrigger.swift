import GazePipeline

@testable import GazeSimulation

/// A trigger for tests that do not depend on its numbers.
let anyTrigger = ScrollTrigger.Settings(
  edgeZone: 0.1, edgeDwell: 0.5, offScreenZone: 0.12, offScreenDwell: 0.3, hysteresis: 0.04, release: 0.15,
  cooldown: 0.6, speed: 400, holdLimit: 0.6, blinkThreshold: 0.5)
