import GazeMetrics
import GazePipeline
import GazeRecording

extension Comparison {
  private func figure(_ metric: String, _ row: Row) -> Figure? { row.figures.first { $0.metric == metric } }

  private func title(_ condition: RigCondition) -> String { "\(condition.name): \(condition.summary)" }

  /// The comparison as Markdown: a row per metric, a column per pipeline.
  package var markdown: String {
    func cell(_ value: Double?, _ interval: ConfidenceInterval?) -> String {
      guard value != nil else { return "" }
      return NumberText.brief(value) + (interval.map { " (\(Markdown.interval($0, nil)))" } ?? "")
    }
    var lines = ["## Pipelines compared on \(Markdown.text(device)), \(rig)", "", Markdown.text(subject) + "."]
    lines += remarks.flatMap { ["", Markdown.prose($0)] }
    for part in parts {
      if !part.condition.name.isEmpty { lines += ["", "### \(Markdown.text(title(part.condition)))"] }
      let others = part.rows.dropLast()
      let names = part.rows.map(\.pipeline) + others.map { "\(reference) - \($0.pipeline)" }
      lines += [
        "",
        "| figure | unit | \(names.map(Markdown.cell).joined(separator: " | ")) |",
        "|---|---|\(String(repeating: "--:|", count: part.rows.count + others.count))",
      ]
      for metric in Self.metrics(part.rows) {
        let values = part.rows.map { figure(metric.metric, $0) }.map { cell($0?.value, $0?.ci95) }
        let differences = others.map { figure(metric.metric, $0) }.map { cell($0?.difference, $0?.differenceCI95) }
        lines.append(
          "| \(Markdown.cell(metric.metric)) | \(Markdown.cell(metric.unit == "1" ? "" : metric.unit)) | "
            + (values + differences).joined(separator: " | ") + " |")
      }
    }
    if let sweep, let shown = sweep.first?.rows.first?.figures.first {
      let others = rows.dropLast()
      let names = rows.map(\.pipeline) + others.map { "\(reference) - \($0.pipeline)" }
      lines += [
        "", "### \(Markdown.text("\(shown.metric), with other values of unknown constants"))", "",
        "| condition | \(names.map(Markdown.cell).joined(separator: " | ")) |",
        "|---|\(String(repeating: "--:|", count: rows.count + others.count))",
      ]
      lines += sweep.map { part in
        let own = part.rows.map(\.figures.first)
        let differences = own.dropLast().map { cell($0?.difference, $0?.differenceCI95) }
        let cells = own.map { cell($0?.value, $0?.ci95) } + differences
        return "| \(Markdown.cell(part.condition.name)) | \(cells.joined(separator: " | ")) |"
      }
    }
    lines += ["", "| pipeline | description | source | assumed |", "|---|---|---|---|"]
    for row in rows {
      let cells = [row.pipeline, row.summary, row.source, row.assumptions.joined(separator: "; ")]
      lines.append("| \(cells.map(Markdown.prose).joined(separator: " | ")) |")
    }
    if let devices {
      lines += [
        "", "### Differences between devices", "", Markdown.prose(devices.title), "",
        "| \(devices.columns.map(Markdown.cell).joined(separator: " | ")) |",
        "|---|" + String(repeating: "--:|", count: max(devices.columns.count - 1, 0)),
      ]
      lines += devices.rows.map { "| \($0.map(Markdown.cell).joined(separator: " | ")) |" }
    }
    for part in parts {
      let under = part.condition.name.isEmpty ? "" : ", \(part.condition.name)"
      for row in part.rows { lines += row.remarks.flatMap { ["", Markdown.prose("\(row.pipeline)\(under): \($0)")] } }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The comparison as CSV (RFC 4180): a row per pipeline and metric, each with the full subject.
  package var csv: String {
    let header = [
      "device", "rig", "scenario", "source", "preset", "seed", "phone", "participants", "pipeline", "metric", "unit",
      "value", "ci95Low", "ci95High", "difference", "differenceCI95Low", "differenceCI95High", "condition",
    ]
    func field(_ value: Double?) -> String { value.map { "\($0)" } ?? "" }
    let numbers = [seed, phone].map { $0.map(String.init) ?? "" }
    let about = ([device, rig, scenario, source, preset ?? ""] + numbers + ["\(participants)"]).map(CSV.text)
    var lines = [header.joined(separator: ",")]
    for part in parts + (sweep ?? []) {
      for row in part.rows {
        for figure in row.figures {
          let values = [
            figure.value, figure.ci95?.lower, figure.ci95?.upper, figure.difference, figure.differenceCI95?.lower,
            figure.differenceCI95?.upper,
          ]
          var fields = about
          fields += [row.pipeline, figure.metric, figure.unit].map(CSV.text)
          fields += values.map(field)
          fields.append(CSV.text(part.condition.name))
          lines.append(fields.joined(separator: ","))
        }
      }
    }
    return lines.joined(separator: "\r\n") + "\r\n"
  }

  /// The comparison as one HTML page that needs no other file.
  package var html: String {
    let content =
      HTML.section(
        "subject", "Subject",
        "<p><strong>\(HTML.prose(conclusion + "."))</strong></p><p>\(HTML.prose(subject)).</p>"
          + remarks.map { "<p>\(HTML.prose($0))</p>" }.joined())
      + HTML.section(
        "figures", "Side by side", parts.map { subtitle($0.condition) + strips($0.rows) }.joined() + sweepTable)
      + HTML.section("table", "All figures", parts.map { subtitle($0.condition) + table($0.rows) }.joined())
      + (devices.map { devices in
        HTML.section(
          "devices", "Differences between devices",
          HTML.table(
            HTML.text(devices.title), devices.columns.map { HTML.text($0) },
            devices.rows.map { $0.map { HTML.text($0) } }))
      } ?? "") + HTML.section("sources", "The pipelines", sources)
    return PageFrame.document(
      title: "gazesim: \(rig) pipelines on \(device)",
      heading: "Pipelines side by side: \(HTML.text(rig)) on \(HTML.text(device))",
      parts: [
        ("subject", "subject"), ("figures", "side by side"), ("table", "table"), ("sources", "pipelines"),
      ], content: content, tracks: nil)
  }

  private func name(_ figure: Figure) -> String {
    figure.label.map { HTML.text($0) } ?? "<code>\(HTML.text(figure.metric))</code>"
  }

  /// A dot and a whisker per pipeline for each headline metric.
  private func strips(_ rows: [Row]) -> String {
    Self.metrics(rows).filter { headlines.contains($0.metric) }.map { metric in
      let figures = rows.map { ($0, figure(metric.metric, $0)) }
      let ends = figures.flatMap { [$0.1?.value, $0.1?.ci95?.lower, $0.1?.ci95?.upper].compactMap { $0 } }
      let strip = Strip(Axis("", holding: ends + [0]))
      let unit = MetricText.printed(unit: metric.unit)
      let lines = figures.map { row, own in
        let words = HTML.text(
          FigureText.value(own?.value, metric.metric) + ", "
            + FigureText.interval95(own?.ci95, metric.metric))
        let drawing = strip.drawing(
          own?.value, own?.ci95, series: row.pipeline == reference ? 0 : 1,
          description: "\(HTML.text(row.pipeline)): \(words)")
        return "<li><span class=\"name\"><span>\(HTML.text(row.pipeline))</span></span><span>\(drawing)</span>"
          + "<span class=\"value\">\(words)</span></li>"
      }
      let title = name(metric) + (unit.isEmpty ? "" : " (\(HTML.text(unit)))")
      return "<h3>\(title)</h3><ul class=\"rows\">\(lines.joined())"
        + "<li class=\"axis\"><span class=\"pad\"></span><span>\(strip.scale())</span>"
        + "<span class=\"pad\"></span></li></ul>"
    }.joined()
  }

  private func subtitle(_ condition: RigCondition) -> String {
    condition.name.isEmpty ? "" : "<p>\(HTML.prose(title(condition))).</p>"
  }

  private var sweepTable: String {
    guard let sweep, let shown = sweep.first?.rows.first?.figures.first else { return "" }
    return HTML.table(
      HTML.text("\(shown.metric), with other values of unknown constants"),
      ["condition"] + rows.map { HTML.text($0.pipeline) },
      sweep.map { part in
        [HTML.text(part.condition.name)] + part.rows.map { value($0.figures.first) }
      })
  }

  private func value(_ figure: Figure?) -> String {
    guard let figure, figure.value != nil else { return "–" }
    return HTML.text(FigureText.value(figure.value, figure.metric))
      + " <span class=\"muted\">("
      + (figure.ci95.map { FigureText.interval($0, figure.metric) } ?? HTML.interval(nil))
      + ")</span>"
  }

  private func table(_ rows: [Row]) -> String {
    HTML.table(
      "Over people with 95 % intervals", ["figure"] + rows.map { HTML.text($0.pipeline) },
      Self.metrics(rows).map { metric in
        [name(metric)] + rows.map { value(figure(metric.metric, $0)) }
      })
  }

  private var sources: String {
    "<div class=\"provenance\">"
      + HTML.table(
        "Source and assumptions of each pipeline",
        ["pipeline", "description", "source", "assumed", "remarks"],
        rows.map { row in
          [
            HTML.text(row.pipeline), HTML.prose(row.summary), HTML.prose(row.source),
            HTML.prose(row.assumptions.joined(separator: "; ")), HTML.prose(row.remarks.joined(separator: " ")),
          ]
        }) + "</div>"
  }
}
