package import Foundation

/// The directory of this package, for tests that read files beside the sources.
package enum PackageFolder {
    package static let url = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
}
