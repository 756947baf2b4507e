package import Foundation

/// The package's folder.
package let packageRoot = URL(filePath: #filePath)
  .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

/// Third-party data beside the package, which may be missing; tests that need the data are then skipped.
package let sharedData = packageRoot.deletingLastPathComponent().appending(path: "shared/data")
