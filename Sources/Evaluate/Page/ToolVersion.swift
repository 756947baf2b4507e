/// The tool that makes the reports.
public enum Tool {
  /// Its version, as `gazesim --version` says it.
  public static let version = "0.1.0"
}
