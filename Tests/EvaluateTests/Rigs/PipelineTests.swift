import GazePipeline
import GazeRecording
import GazeSimulation
import Testing

@testable import Evaluate

@Suite struct PipelineTests {
  @Test("every pipeline is found by its name; an unknown name is refused with the nearest one")
  func names() throws {
    for pipeline in GazeRig.pipelines { #expect(try GazeRig.pipeline(named: pipeline.name) == pipeline) }
    #expect(
      GazeRig.pipelines.map(\.name) == [
        "article2021", "article2021-converted", "virakri", "virakri-converted", "heatmap", "eyetrackkit",
        "eyetrackkit-converted", "headgazelib", "kylefox", "shiru99", "moawinberg", "blendshapes", "gazecapture",
        "standard",
      ])
    #expect(GazeRig.projectPipelines.map(\.name) == ["article2021", "article2021-converted", "standard"])
    let error = #expect(throws: UnknownNameError.self) { try GazeRig.pipeline(named: "article2012") }
    #expect(error?.suggestions.first == "article2021")
    #expect(error?.listing != nil)
  }

  @Test("the article's own sizes are used only on its own phone")
  func articleSizes() throws {
    var setup = Setup(upright: try .mini())
    setup.earlierSession.constantOffset = SIMD2(1, 2)
    func article(_ setup: Setup) throws -> Article2021GazePipeline.Settings {
      try #require(GazeRig.article2021Converted.pointer(setup) as? Article2021GazePipeline).settings
    }
    let mini = try article(setup)
    #expect(mini.metres == SIMD2(0.057478, 0.124536))
    #expect(mini.offset == SIMD2(1, 2))
    var other = setup
    other.profile.id = "iphone13mini"
    #expect(try article(other).metres == setup.geometry.metres)
    setup.geometry.points = SIMD2(320, 693)
    #expect(try article(setup).points == SIMD2(320, 693))
  }

  @Test("each name gives its pipeline")
  func pipelines() throws {
    let profile = try DeviceProfile.mini()
    let setup = Setup(upright: profile)
    let article = try #require(GazeRig.article2021.pointer(setup) as? Article2021GazePipeline)
    #expect(article.settings.hit == .worldTakenAsLocal)
    let converted = try #require(GazeRig.article2021Converted.pointer(setup) as? Article2021GazePipeline)
    #expect(converted.settings.hit == .converted)
    let standard = try #require(GazeRig.standard.pointer(setup) as? StandardPipeline)
    #expect(standard.geometry == profile.geometry)
    #expect(GazeRig.pipelines.filter { $0.learns == .person } == [.standard])
    #expect(GazeRig.standard == .standard && GazeRig.pipelines.last == .standard)
    #expect(GazeRig.pipelines.filter(\.learnsFivePoints) == [.moawinberg, .standard])
    let unconverted = try #require(GazeRig.virakri.pointer(setup) as? VirakriPipeline)
    #expect(unconverted.settings.plane.ends == .worldTakenAsLocal)
    let turned = try #require(GazeRig.virakriConverted.pointer(setup) as? VirakriPipeline)
    #expect(turned.settings.plane.ends == .converted)
  }
}
