import GazePipeline

extension WrittenLimits {
  /// The short form: the file, a line for each limit and for each metric without one, and the gate that reads the file.
  ///
  /// - Parameters:
  ///   - command: the command line of this run, from which the gate's is made.
  ///   - path: the written file.
  package func brief(_ command: Invocation, path: String) -> Document {
    var brief = Document([.init("wrote \(path): \(NumberText.count(limits.count, "limit"))", .strong)])
    brief.addNote("\(madeFrom).", rank: 4)
    brief.addGap()
    var table = Table([.init("")])
    table.indent = 2
    for limit in limits { table.add([lines[limit.metric] ?? limit.metric]) }
    brief.add(table)
    if let first = faults.first {
      brief.add(.text([.init("! its gate will fail, whatever the limits: \(first)", .bad)], indent: 2), rank: 1)
      for sentence in faults.dropFirst() { brief.add(.text([.init(sentence, .bad)], indent: 4), rank: 1) }
    }
    for sentence in left { brief.addNote("no limit on \(sentence)", rank: 2) }
    brief.addNext([command.without("--force").dropping("--write-limits").dropping("--room").setting("--limits", path)])
    return brief
  }
}
