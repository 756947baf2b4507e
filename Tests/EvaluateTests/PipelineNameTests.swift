import GazePipeline
import GazeRecording
import Testing

@testable import Evaluate

@Suite struct PipelineNameTests {
  @Test("every pipeline is found by its name, others are refused with the nearest")
  func names() throws {
    for pipeline in PipelineName.allCases { #expect(try PipelineName.named(pipeline.rawValue) == pipeline) }
    #expect(
      PipelineName.allCases.map(\.rawValue) == [
        "article2021", "article2021-converted", "virakri", "virakri-converted", "heatmap", "eyetrackkit",
        "eyetrackkit-converted", "headgazelib", "kylefox", "shiru99", "moawinberg", "blendshapes", "gazecapture",
        "standard",
      ])
    #expect(PipelineName.own.map(\.rawValue) == ["article2021", "article2021-converted", "standard"])
    let error = #expect(throws: UnknownName.self) { try PipelineName.named("article2012") }
    #expect(error?.suggestions.first == "article2021")
    #expect(error?.listing != nil)
  }

  @Test("the article's own sizes are used on its own phone alone")
  func articleSizes() throws {
    var setup = PipelineName.Setup(
      geometry: try Profile.mini().geometry, person: .none, smoothing: .none,
      trigger: try Profile.mini().trigger.settings, device: "iphone12mini")
    setup.constantOffset = SIMD2(1, 2)
    let mini = PipelineName.articleSettings(.converted, setup)
    #expect(mini.metres == SIMD2(0.057478, 0.124536))
    #expect(mini.offset == SIMD2(1, 2))
    setup.device = "iphone13mini"
    #expect(PipelineName.articleSettings(.converted, setup).metres == setup.geometry.metres)
    (setup.device, setup.geometry.points) = ("iphone12mini", SIMD2(320, 693))
    #expect(PipelineName.articleSettings(.converted, setup).points == SIMD2(320, 693))
  }

  @Test("each name gives its pipeline")
  func pipelines() throws {
    let profile = try Profile.mini()
    let setup = PipelineName.Setup(
      geometry: profile.geometry, person: .none, smoothing: .none, trigger: profile.trigger.settings,
      device: profile.id)
    let article = try #require(PipelineName.article2021.pipeline(setup) as? Article2021Pipeline)
    #expect(article.settings.hit == .worldTakenAsLocal)
    let converted = try #require(PipelineName.article2021Converted.pipeline(setup) as? Article2021Pipeline)
    #expect(converted.settings.hit == .converted)
    let standard = try #require(PipelineName.standard.pipeline(setup) as? StandardPipeline)
    #expect(standard.geometry == profile.geometry)
    #expect(PipelineName.allCases.filter(\.takesPersonCalibration) == [.standard])
    #expect(PipelineName.allCases.filter(\.learnsFivePoints) == [.moawinberg, .standard])
    #expect(PipelineName.virakri.pipeline(setup) is VirakriPipeline)
    #expect(PipelineName.heatmap.pipeline(setup) is HeatMapPipeline)
    #expect(PipelineName.eyetrackkit.pipeline(setup) is EyeTrackKitPipeline)
    #expect(PipelineName.headgazelib.pipeline(setup) is HeadGazeLibPipeline)
    #expect(PipelineName.kylefox.pipeline(setup) is KyleFoxPipeline)
    #expect(PipelineName.shiru99.pipeline(setup) is Shiru99Pipeline)
    #expect(PipelineName.moawinberg.pipeline(setup) is MoawinbergPipeline)
    #expect(PipelineName.blendshapes.pipeline(setup) is BlendShapePipeline)
    #expect(PipelineName.gazecapture.pipeline(setup) is GazeCapturePipeline)
    let unconverted = try #require(PipelineName.virakri.pipeline(setup) as? VirakriPipeline)
    #expect(unconverted.settings.plane.ends == .worldTakenAsLocal)
    let turned = try #require(PipelineName.virakriConverted.pipeline(setup) as? VirakriPipeline)
    #expect(turned.settings.plane.ends == .converted)
  }
}
