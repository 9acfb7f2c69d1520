package import Foundation

/// The folder of this package, for tests that read what lies beside the sources.
package enum PackageFolder {
    package static let url = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
}
