import GazePipeline
import GazeRecording

extension StudyTable {
  /// The short form: the conclusion and the first tables, as far as they fit.
  package func brief(_ command: Invocation) -> Brief {
    let tables = parts.compactMap { part in part.table.map { (part.heading, $0) } }
    let sentences = parts.flatMap(\.notes) + remarks
    var brief = Brief([.init(conclusion ?? sentences.first ?? title.first ?? "", .strong)])
    if conclusion != nil || !sentences.isEmpty, let first = title.first { brief.addNote(first, rank: 6) }
    for (heading, text) in tables.prefix(briefTables) {
      brief.addGap()
      if let heading { brief.add(.text([.init(heading)], indent: 2), rank: 4) }
      brief.add(text.brief)
    }
    if tables.count > briefTables {
      brief.addNote("\(NumberText.count(tables.count - briefTables, "more table", "more tables")): --details", rank: 3)
    }
    brief.addNext([command.adding("--details")])
    return brief
  }
}
