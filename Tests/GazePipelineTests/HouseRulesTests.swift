import Foundation
import GazePipeline
import TestSupport
import Testing

/// Rules for the package's source text; see CONTRIBUTING.md.
struct HouseRulesTests {
  @Test("GazePipeline imports only the platform's C math, and only in PlatformMath.swift")
  func pipelineImports() throws {
    let sources = try swiftFiles(under: "Sources/GazePipeline")
    #expect(sources.count > 15)
    for source in sources {
      let allowed: Set = source.name == "PlatformMath.swift" ? ["Darwin", "Glibc", "Musl", "Android"] : []
      #expect(Set(source.imports) == allowed, "\(source.name) imports \(source.imports)")
    }
  }

  @Test(
    "only the library products Calibrate and Evaluate depend on GSL, and only Evaluate on libcrypto",
    arguments: [
      ("CGSL", ["Calibrate", "Evaluate"], "Sources/Calibrate/GSL/"),
      ("CCrypto", ["Evaluate"], "Sources/Evaluate/"),
    ])
  func boundary(library: String, products: [String], folder: String) throws {
    let manifest = try ManifestText(text("Package.swift"))
    let all = manifest.items(of: ["library"])
    #expect(all.count >= 8)
    #expect(Set(products) == Set(all.filter { manifest.reachable(from: $0.targets).contains(library) }.map(\.name)))
    // SwiftPM lets a target import modules that it does not declare, so the sources are checked as well.
    let importing = try swiftFiles(under: "Sources").filter { $0.imports.contains(library) }
    #expect(importing.allSatisfy { $0.path.hasPrefix(folder) })
    if library == "CCrypto" { #expect(importing.map(\.name) == ["ContentDigest.swift"]) }
  }

  @Test("only with the package's trait do targets other than tests depend on the command's library")
  func traitBoundary() throws {
    let manifest = try text("Package.swift")
    #expect(manifest.contains(#"let command: Set<String> = ["Command"]"#))
    #expect(manifest.contains(".default(enabledTraits: command)"))
    let uses = manifest.split(separator: "\n").filter { line in
      [#""CGSL""#, #""CCrypto""#, #""ArgumentParser""#].contains { line.contains($0) }
        && !line.contains(".systemLibrary(") && !line.contains(#""TestSupport""#)
    }
    #expect(uses.count == 3)
    for line in uses {
      #expect(line.contains("condition: .when(") && line.contains("traits: command)"), "\(line)")
    }
  }

  @Test("a module imports only its declared dependencies, which have no cycles")
  func importsAreDeclared() throws {
    let manifest = try ManifestText(text("Package.swift"))
    let targets = manifest.items(of: ["target", "executableTarget", "systemLibrary"])
    let names = Set(targets.map(\.name))
    #expect(
      names.isSuperset(of: ["GazePipeline", "GazeRecording", "GazeImport", "GazeSimulation", "Calibrate", "CGSL"]))
    for target in targets {
      let declared = manifest.reachable(from: [target.name])
      for source in try swiftFiles(under: target.path ?? "Sources/\(target.name)") {
        let undeclared = source.imports.filter { names.contains($0) && !declared.contains($0) }
        #expect(undeclared.isEmpty, "\(target.name)/\(source.name) imports \(undeclared)")
      }
    }
  }

  @Test("no public type is named like a module that a macro expansion mentions")
  func noModuleIsHidden() throws {
    // `@Observable`, `@Model`, `#Predicate`, `#Preview`, `@Entry`, `#expect`, `@Generable`, `#Playground` and others
    // expand to names qualified by their module.
    let modules: Set = [
      "Swift", "Foundation", "FoundationEssentials", "Observation", "SwiftUI", "SwiftUICore", "SwiftData", "Testing",
      "XCTest", "DeveloperToolsSupport", "FoundationModels", "AppIntents", "TipKit", "Playgrounds", "Distributed",
      "Synchronization", "RegexBuilder", "CoreData", "WidgetKit", "ActivityKit", "Charts", "Spatial", "RealityKit",
      "UIKit", "AppKit", "Combine", "SceneKit", "ARKit", "CoreMotion", "AVFoundation", "WebKit", "CoreML", "Vision",
      "Accessibility", "Network", "Metal", "Matter", "Contacts", "Intents", "Speech", "StoreKit", "Accelerate",
    ]
    let manifest = try ManifestText(text("Package.swift"))
    let targets = manifest.items(of: ["target", "executableTarget", "systemLibrary"])
    let hidden = modules.union(targets.map(\.name))
    let declaration = try Regex<(Substring, Substring)>(
      #"(?m)^public (?:final )?(?:struct|class|enum|actor|protocol|typealias) (\w+)"#)
    var names = 0
    for target in targets {
      for source in try swiftFiles(under: target.path ?? "Sources/\(target.name)") {
        for match in source.text.matches(of: declaration) {
          names += 1
          #expect(!hidden.contains(String(match.1)), "\(source.name): \(match.1)")
        }
      }
    }
    #expect(names > 150)
  }

  @Test("Foundation is imported as a whole only beside Apple's frameworks")
  func foundation() throws {
    let sources = try swiftFiles(under: "Sources").filter {
      $0.imports.contains("Foundation") && $0.name != "PortableFoundation.swift"
    }
    #expect(sources.count > 3)
    for source in sources {
      #expect(source.text.contains("#if canImport("), "\(source.name): import PortableFoundation")
    }
  }

  @Test("standard error is written in one place, where a failure does not end a run")
  func standardError() throws {
    for source in try swiftFiles(under: "Sources") where source.name != "StandardStreams.swift" {
      // A child's descriptors are set before it runs; they are not those of this process.
      let text = source.text.replacing("posix_spawn_file_actions_adddup2(", with: "")
      for writing in ["FileHandle.standardError", "fputs(", "perror(", "dup2("] {
        #expect(!text.contains(writing), "\(source.name): \(writing)…)")
      }
    }
  }

  @Test("an app's modules name options and subcommands only in words for the command")
  func wording() throws {
    let folders = [
      "GazePipeline", "GazeRecording", "GazeImport", "GazeMetrics", "GazeSim", "GazeTesting", "GazeArticle2021",
    ]
    let command = /"[^"]*(?: |"|`)--[a-z]{2}|`gazesim |listing: "gazesim/
    var sources = 0
    for folder in folders.map({ "Sources/\($0)" }) + ["profiles"] {
      for source in try swiftFiles(under: folder) {
        sources += 1
        var before: Substring = ""
        for line in source.text.split(whereSeparator: \.isNewline) {
          let isComment = line.drop { $0 == " " }.hasPrefix("//")
          if !isComment, line.contains(command), !(before + line).contains("Wording.") {
            Issue.record("\(source.name): \(line)")
          }
          before = line
        }
      }
    }
    #expect(sources > 200)
  }

  @Test("only the module with the manifest calls what Apple asks a reason for")
  func requiredReasons() throws {
    let asked =
      /\b(?:stat|lstat|fstat|statfs|fstatfs|statvfs|getattrlist|systemUptime|mach_absolute_time|UserDefaults)\b\s*[(.]/
    for folder in ["GazePipeline", "GazeImport", "GazeMetrics", "GazeSim", "GazeTesting", "GazeArticle2021"] {
      for source in try swiftFiles(under: "Sources/\(folder)") {
        #expect(!source.text.contains(asked), "\(source.name)")
      }
    }
    let recording = try swiftFiles(under: "Sources/GazeRecording").map(\.text)
    #expect(recording.contains { $0.contains(asked) })
    #expect(!recording.contains { $0.contains(/systemUptime|mach_absolute_time|UserDefaults|statfs/) })
  }

  @Test("the licence is Apache-2.0; README and NOTICE name the GPL-3 binaries")
  func licence() throws {
    let licence = try text("LICENSE")
    #expect(licence.utf8.count == 11_358 && licence.contains("Apache License\n                           Version 2.0,"))
    for name in ["README.md", "NOTICE"] {
      let words = try text(name)
      for part in ["Apache License", "GPL-3", "`gazesim`", "`Calibrate`", "`Evaluate`"] {
        #expect(words.contains(part), "\(part) in \(name)")
      }
    }
  }

  @Test("NOTICE lists every data file's place with source, licence and change, none empty")
  func dataIsListed() throws {
    let notice = try text("NOTICE")
    let rows = notice.matches(of: /(?m)^\| `([^`]+\/)` \| (.+) \| (.+) \| (.+) \|$/)
    let places = rows.map { String($0.1) }
    #expect(places.count > 4)
    for row in rows { #expect(![row.2, row.3, row.4].contains { $0.allSatisfy(\.isWhitespace) }, "\(row.1)") }
    // Sources and text that people write for this project.
    let written: Set = ["swift", "md", "py", "h", "c", "cpp", "js", "modulemap", "yml", "xcprivacy"]
    let data = try allPaths().files.filter { path in
      // SwiftPM writes it, and git ignores it.
      if path.hasSuffix("Package.resolved") { return false }
      let ending = URL(filePath: path).pathExtension
      return path.hasPrefix("Tests/FuzzCases/") || path.contains("/") && !ending.isEmpty && !written.contains(ending)
    }
    #expect(data.count > 60)
    #expect(data.filter { path in !places.contains { path.hasPrefix($0) } }.isEmpty, "list them in NOTICE")
    #expect(places.filter { place in !data.contains { $0.hasPrefix(place) } }.isEmpty, "NOTICE lists empty places")
  }

  @Test("workflow jobs have timeouts, and actions are pinned by commit hash and version")
  func workflows() throws {
    for (path, fewest) in [(".github/workflows/ci.yml", 4), (".github/workflows/release.yml", 3)] {
      let workflow = try text(path)
      let jobs = workflow[try #require(workflow.range(of: "\njobs:\n")).upperBound...].matches(of: /(?m)^  \w+:$/)
      #expect(jobs.count >= fewest && workflow.matches(of: /(?m)^    timeout-minutes: \d+$/).count == jobs.count)
    }
    #expect(try text(".github/workflows/ci.yml").contains("generic/platform=iOS"))
    for path in [".github/workflows/ci.yml", ".github/workflows/release.yml", "action.yml", "docs/ci.md"] {
      let uses = try text(path).matches(of: /(?m)^ *(?:- )?uses: (.*)$/).map { String($0.1) }
      #expect(!uses.isEmpty, "\(path)")
      for each in uses where each != "./" && !each.hasPrefix("OWNER/") {
        #expect(try /[\w\/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+/.wholeMatch(in: each) != nil, "\(path): \(each)")
      }
    }
    #expect(try text("docs/ci.md").contains("timeout-minutes:"))
  }

  @Test("CI, the action and releases use this repository's revision of the argument parser")
  func pinnedParser() throws {
    struct Resolved: Decodable {
      struct State: Decodable { var revision, version: String }
      struct Pin: Decodable {
        var identity, location: String
        var state: State
      }
      var pins: [Pin]
    }
    let resolved = try JSONDecoder().decode(
      Resolved.self, from: Data(contentsOf: packageRoot.appending(path: "packaging/Package.resolved")))
    let pin = try #require(resolved.pins.first)
    #expect(resolved.pins.count == 1 && pin.identity == "swift-argument-parser")
    #expect(try text("Package.swift").contains("url: \"\(pin.location)\""))
    #expect(try /[0-9a-f]{40}/.wholeMatch(in: pin.state.revision) != nil)
    #expect(try /1\.([5-9]|\d\d+)\.\d+/.wholeMatch(in: pin.state.version) != nil)
    // Each build comes after the copy and takes no other revision.
    let builds = /(?m)^(?! *#).*(?:swift build|"swift", "build"|xcodebuild|swift package resolve).*(?:\n {10}-.*)?$/
    for (path, count) in [("action.yml", 2), (".github/workflows/ci.yml", 4), ("packaging/gazesim.rb.in", 1)] {
      let words = try text(path)
      let copy = try #require(words.firstRange(of: "packaging/Package.resolved"), "\(path)")
      let matches = words.matches(of: builds)
      let found = matches.map { String($0.0) }
      #expect(found.count == count && matches.allSatisfy { $0.range.upperBound > copy.lowerBound }, "\(path): \(found)")
      for build in found where !build.contains("--show-bin-path") {
        #expect(
          build.contains("force-resolved-versions") || build.contains("-onlyUsePackageVersionsFromResolvedFile"),
          "\(path): \(build)")
      }
    }
    #expect(try text("script/release").contains("pinned=(--force-resolved-versions)"))
    #expect(try text("script/source-hash").contains("packaging/Package.resolved"))
  }

  @Test("no script and no workflow names a mirror of packages")
  func mirrors() throws {
    let paths = try allPaths().files.filter { $0.hasPrefix("script/") || $0.hasPrefix("packaging/") }
    #expect(paths.count > 20)
    for path in paths + [".github/workflows/ci.yml", ".github/workflows/release.yml", "action.yml"] {
      let text = try text(path)
      for address in ["debian.org", "ubuntu.com", "ftp.", "snapshot.", "http://"] where text.contains(address) {
        // A script serves files to itself.
        #expect(address == "http://" && !text.contains(/http:\/\/(?!127\.0\.0\.1)/), "\(path): \(address)")
      }
    }
  }

  @Test("no two targets, products or files differ by case alone")
  func caseInsensitiveLayout() throws {
    let manifest = try ManifestText(text("Package.swift"))
    let targets = manifest.items(of: ["target", "executableTarget", "systemLibrary", "testTarget"]).map(\.name)
    #expect(targets.count > 15)
    #expect(clashes(targets).isEmpty)
    #expect(clashes(manifest.items(of: ["library", "executable"]).map(\.name)).isEmpty)
    // `Sources/GazeSim` and `Sources/gazesim` are one folder on a case-insensitive disk. That pair is intended. Files
    // are compared by their whole path, so no file may be in both folders.
    let paths = try allPaths()
    #expect(paths.files.count > 40)
    #expect(clashes(paths.files).isEmpty)
    #expect(clashes(paths.folders) == (paths.folders.contains("Sources/gazesim") ? ["sources/gazesim"] : []))
  }

  /// The names, in lower case, that occur more than once among these names if case is ignored.
  private func clashes(_ names: [String]) -> [String] {
    Dictionary(grouping: names) { $0.lowercased() }.filter { $0.value.count > 1 }.keys.sorted()
  }

  private func text(_ path: String) throws -> String {
    try String(contentsOf: packageRoot.appending(path: path), encoding: .utf8)
  }

  private func swiftFiles(under folder: String) throws -> [SwiftFile] {
    try allPaths().files.filter { $0.hasPrefix(folder + "/") && $0.hasSuffix(".swift") }
      .map { SwiftFile(path: $0, text: try text($0)) }
  }

  /// All files and folders in the package, relative to its root, except hidden ones (`.build`, `.git`) and what
  /// script/release writes, `dist`.
  private func allPaths() throws -> (files: [String], folders: [String]) {
    var (files, folders): ([String], [String]) = ([], [])
    var pending = [""]
    while let folder = pending.popLast() {
      for name in try FileManager.default.contentsOfDirectory(atPath: packageRoot.path + "/" + folder)
      where !name.hasPrefix(".") && !(folder.isEmpty && name == "dist") {
        let path = folder.isEmpty ? name : "\(folder)/\(name)"
        var isFolder: ObjCBool = false
        _ = FileManager.default.fileExists(atPath: packageRoot.path + "/" + path, isDirectory: &isFolder)
        if isFolder.boolValue {
          folders.append(path)
          pending.append(path)
        } else {
          files.append(path)
        }
      }
    }
    return (files, folders)
  }
}
