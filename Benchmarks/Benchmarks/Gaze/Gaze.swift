import Benchmark
import Foundation
import GazePipeline
import GazeRecording
import GazeSimulation

/// Speed of the hot paths, a frame an iteration where nothing else is said. Quote ratios within one run.
let benchmarks: @Sendable () -> Void = {
  Benchmark.defaultConfiguration = .init(
    metrics: [.wallClock, .throughput], scalingFactor: .kilo, maxDuration: .seconds(2))

  let phone = NominalPhone(
    id: "iphone12mini",
    geometry: ScreenGeometry(points: SIMD2(375, 812), metres: SIMD2(0.05763, 0.124866), camera: SIMD2(0.0376, 0.0027)),
    sizeSigma: SIMD2(0.00016, 0.00016), cameraSigma: SIMD2(0.002, 0.002))
  let simulation = Simulation(device: phone, scenario: .reading, seed: 1, duration: 600)
  let frames = Array(simulation.frames(participant: 0).prefix(4000))
  let trigger = ScrollTrigger.Settings(
    edgeZone: 0.07, edgeDwell: 0.9, offScreenZone: 0.25, offScreenDwell: 0.9, hysteresis: 0.05, release: 0.2,
    cooldown: 1.5, speed: 400, holdLimit: 0.6, blinkThreshold: 0.5)

  Benchmark("simulate a frame, typical") { benchmark in
    var stream = simulation.frames(participant: 0)
    benchmark.startMeasurement()
    for _ in benchmark.scaledIterations {
      if let frame = stream.next() { blackHole(frame) } else { stream = simulation.frames(participant: 0) }
    }
  }

  func step<Pipeline: PointerPipeline>(_ name: String, _ make: @escaping @Sendable () -> Pipeline) {
    Benchmark(name) { benchmark in
      var pipeline = make()
      benchmark.startMeasurement()
      for index in benchmark.scaledIterations {
        blackHole(pipeline.step(frames[index % frames.count].observation.frame))
      }
    }
  }
  step("step standard, 1€") {
    StandardPipeline(
      geometry: phone.geometry, smoothing: .oneEuro(.init(minCutoff: 2, beta: 0.02)), trigger: trigger)
  }
  step("step article2021") { Article2021GazePipeline(.iPhone12Mini(.worldTakenAsLocal)) }

  Benchmark("encode a frame") { benchmark in
    var bytes: [UInt8] = []
    bytes.reserveCapacity(4 << 20)
    benchmark.startMeasurement()
    for index in benchmark.scaledIterations {
      if bytes.count > 3 << 20 { bytes.removeAll(keepingCapacity: true) }
      RecordingEncoder.append(frames[index % frames.count], into: &bytes)
    }
    blackHole(bytes)
  }

  var file: [UInt8] = []
  RecordingEncoder.append(simulation.header, into: &file)
  for frame in frames.prefix(1000) { RecordingEncoder.append(frame, into: &file) }
  let recording = file

  Benchmark("decode 1000 frames", configuration: .init(scalingFactor: .one)) { benchmark in
    var reader = try RecordingReader(bytes: recording, name: "memory")
    while let frame = try reader.next() { blackHole(frame) }
  }
  Benchmark("parse 1000 frames with JSONSerialization", configuration: .init(scalingFactor: .one)) { benchmark in
    for line in recording.split(separator: UInt8(ascii: "\n")).dropFirst() {
      blackHole(try JSONSerialization.jsonObject(with: Data(line)))
    }
  }
}
