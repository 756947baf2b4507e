package import Foundation

/// The package's folder.
package let packageRoot = URL(filePath: #filePath)
  .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

/// Third-party data beside the package, which not everybody has; tests that need them are skipped without.
package let sharedData = packageRoot.deletingLastPathComponent().appending(path: "shared/data")
