import Foundation

extension GitFixture {
    /// Every file of the repository and its work tree, with its time and bytes.
    package func state() throws -> [String: [String]] {
        let files = FileManager.default
        var state: [String: [String]] = [:]
        for file in try files.subpathsOfDirectory(atPath: path) {
            let attributes = try files.attributesOfItem(atPath: "\(path)/\(file)")
            let time = attributes[.modificationDate] as? Date
            let bytes = files.contents(atPath: "\(path)/\(file)") ?? Data()
            // Git itself renews the time of a shared index whenever it reads it.
            let isShared = file.hasPrefix(".git/sharedindex.")
            state[file] = [
                "\(isShared ? 0 : time?.timeIntervalSince1970 ?? 0)", bytes.base64EncodedString(),
            ]
        }
        return state
    }
}
