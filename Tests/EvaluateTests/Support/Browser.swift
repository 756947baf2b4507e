import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A headless Chromium, controlled by the DevTools protocol over two pipes: JSON messages separated by a zero byte.
final class Browser {
  /// Path of the browser; nil if this machine has none.
  static let path: String? = {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    for name in ["chromium", "chromium-browser", "google-chrome"] {
      for folder in folders where access("\(folder)/\(name)", X_OK) == 0 { return "\(folder)/\(name)" }
    }
    return nil
  }()

  struct Failure: Error, CustomStringConvertible { let description: String }

  private let process = Process()
  private let folder: URL
  private var pipes: (input: FileHandle, output: FileHandle)?
  private var waiting: [UInt8] = []
  private var number = 0
  private var session: String?
  /// Events since the page was attached: their methods and parameters.
  private(set) var events: [(method: String, parameters: [String: Any])] = []

  init(_ path: String) throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("gazesim-browser-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let (to, from) = (folder.appendingPathComponent("to").path, folder.appendingPathComponent("from").path)
    guard mkfifo(to, 0o600) == 0, mkfifo(from, 0o600) == 0 else { throw Failure(description: "no pipes") }
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    // The pipes' names are passed as arguments, so that no shell splits them into words.
    process.arguments = [
      "-c", #"exec "$0" "$@" 3<"$GAZESIM_TO" 4>"$GAZESIM_FROM""#, path, "--headless", "--no-sandbox", "--disable-gpu",
      "--disable-dev-shm-usage", "--hide-scrollbars", "--no-first-run", "--disable-background-networking",
      "--user-data-dir=\(folder.path)/profile", "--remote-debugging-pipe", "about:blank",
    ]
    process.environment = ProcessInfo.processInfo.environment
      .merging(["GAZESIM_TO": to, "GAZESIM_FROM": from]) { $1 }
    (process.standardOutput, process.standardError) = (FileHandle.nullDevice, FileHandle.nullDevice)
    try process.run()
    // The pipes are opened for reading and writing, so that opening does not wait for the other end.
    guard let input = FileHandle(forUpdatingAtPath: to), let output = FileHandle(forUpdatingAtPath: from) else {
      throw Failure(description: "cannot open the pipes")
    }
    pipes = (input, output)
    let target = try call("Target.createTarget", ["url": "about:blank"])
    let attached = try call(
      "Target.attachToTarget", ["targetId": target["targetId"] ?? "", "flatten": true])
    session = attached["sessionId"] as? String
    for domain in ["Runtime", "Log", "Network", "Page"] { _ = try call("\(domain).enable") }
  }

  /// Ends the browser and removes its folder.
  func close() {
    session = nil
    _ = try? call("Browser.close", seconds: 5)
    for _ in 0..<50 where process.isRunning { usleep(100_000) }
    if process.isRunning { process.terminate() }
    for _ in 0..<20 where process.isRunning { usleep(100_000) }
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    pipes = nil
    try? FileManager.default.removeItem(at: folder)
  }

  /// Calls a method and waits for its answer.
  @discardableResult
  func call(_ method: String, _ parameters: [String: Any] = [:], seconds: Double = 60) throws -> [String: Any] {
    number += 1
    let own = number
    var message: [String: Any] = ["id": own, "method": method, "params": parameters]
    if let session { message["sessionId"] = session }
    let bytes = [UInt8](try JSONSerialization.data(withJSONObject: message)) + [0]
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes { write(pipes?.input.fileDescriptor ?? -1, $0.baseAddress, $0.count) }
      guard count > 0 else { throw Failure(description: "cannot write to the browser") }
      sent += count
    }
    let end = Date().addingTimeInterval(seconds)
    while Date() < end {
      guard let answer = try receive(until: end) else { break }
      if let method = answer["method"] as? String {
        events.append((method, answer["params"] as? [String: Any] ?? [:]))
      } else if answer["id"] as? Int == own {
        if let error = answer["error"] { throw Failure(description: "\(method): \(error)") }
        return answer["result"] as? [String: Any] ?? [:]
      }
    }
    throw Failure(description: "\(method): no answer in \(seconds) s")
  }

  /// Collects events for some seconds.
  func listen(_ seconds: Double) throws {
    let end = Date().addingTimeInterval(seconds)
    while Date() < end, let message = try receive(until: end) {
      if let method = message["method"] as? String {
        events.append((method, message["params"] as? [String: Any] ?? [:]))
      }
    }
  }

  private func receive(until end: Date) throws -> [String: Any]? {
    while true {
      if let zero = waiting.firstIndex(of: 0) {
        let message = Data(waiting[..<zero])
        waiting.removeSubrange(...zero)
        return try JSONSerialization.jsonObject(with: message) as? [String: Any] ?? [:]
      }
      let milliseconds = end.timeIntervalSinceNow * 1000
      guard milliseconds > 0 else { return nil }
      var poller = pollfd(fd: pipes?.output.fileDescriptor ?? -1, events: Int16(POLLIN), revents: 0)
      guard poll(&poller, 1, Int32(milliseconds) + 1) > 0 else { return nil }
      var buffer = [UInt8](repeating: 0, count: 1 << 16)
      let count = buffer.withUnsafeMutableBytes { read(poller.fd, $0.baseAddress, $0.count) }
      guard count > 0 else { throw Failure(description: "the browser has gone") }
      waiting += buffer[..<count]
    }
  }

  /// Opens a file and waits until it is loaded.
  func open(file: String) throws {
    events = []
    try call("Page.navigate", ["url": URL(fileURLWithPath: file).absoluteString])
    for _ in 0..<100 {
      if try evaluate("document.readyState") as? String == "complete",
        try evaluate("location.protocol") as? String == "file:"
      {
        return try listen(0.3)
      }
      try listen(0.1)
    }
    throw Failure(description: "the page does not load")
  }

  /// The value of an expression in the page.
  @discardableResult
  func evaluate(_ expression: String) throws -> Any? {
    let answer = try call("Runtime.evaluate", ["expression": expression, "returnByValue": true, "awaitPromise": true])
    if let exception = answer["exceptionDetails"] { throw Failure(description: "\(expression): \(exception)") }
    return (answer["result"] as? [String: Any])?["value"]
  }

  /// A property of an element or what a call of it gives, or an assignment.
  @discardableResult
  func on(_ id: String, _ rest: String) throws -> Any? { try evaluate("document.getElementById('\(id)').\(rest)") }

  /// Gives an input element a value, as a person does.
  func choose(_ id: String, _ value: String, _ event: String) throws {
    try on(id, "value = '\(value)'")
    try on(id, "dispatchEvent(new Event('\(event)'))")
  }

  /// Presses and releases a key.
  func press(_ key: String, code: Int) throws {
    let parameters: [String: Any] = ["key": key, "code": key, "windowsVirtualKeyCode": code]
    try call("Input.dispatchKeyEvent", parameters.merging(["type": "keyDown"]) { $1 })
    try call("Input.dispatchKeyEvent", parameters.merging(["type": "keyUp"]) { $1 })
  }

  /// Sets the window's size and colour scheme.
  func show(width: Int, height: Int, dark: Bool = false) throws {
    try call(
      "Emulation.setDeviceMetricsOverride",
      ["width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 500])
    try call(
      "Emulation.setEmulatedMedia",
      ["features": [["name": "prefers-color-scheme", "value": dark ? "dark" : "light"]]])
  }

  /// The whole page as PNG.
  func screenshot() throws -> Data {
    let answer = try call("Page.captureScreenshot", ["format": "png", "captureBeyondViewport": true])
    return (answer["data"] as? String).flatMap { Data(base64Encoded: $0) } ?? Data()
  }

  /// The page as PDF.
  func printed() throws -> Data {
    let answer = try call("Page.printToPDF", ["printBackground": true])
    return (answer["data"] as? String).flatMap { Data(base64Encoded: $0) } ?? Data()
  }
}
