import Documents
@testable import Evaluate

extension Report {
  /// The report in Markdown.
  var markdown: String { MarkdownRenderer().text(document(Invocation(["evaluate"]))) }
}
