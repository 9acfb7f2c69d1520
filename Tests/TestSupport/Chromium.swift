package import Foundation

/// Debian's browser, without a window.
package enum Chromium {
    package static let isInstalled =
        (try? ProgramRun("chromium", ["--version"], at: "/", environment: environment).status == 0)
        ?? false

    private static var environment: [String: String] {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
        return ["PATH": path, "HOME": "/nonexistent"]
    }

    /// One page, opened from a file.
    package struct Page {
        package let source: String
        private let folder: TemporaryDirectory

        package init(_ source: String) throws {
            self.source = source
            folder = try TemporaryDirectory()
            try folder.write("page.html", source)
        }

        /// The document once its script has run.
        package func document(width: Int = 1280) throws -> String {
            try run(["--dump-dom"], width: width).output
        }

        package func picture(isDark: Bool, width: Int = 1280, height: Int = 1600) throws -> Data {
            let file = "\(folder.path)/\(width)-\(isDark).png"
            let scheme = isDark ? ["--blink-settings=preferredColorScheme=0"] : []
            _ = try run(
                scheme + ["--hide-scrollbars", "--screenshot=\(file)"], width: width, height: height
            )
            return try Data(contentsOf: URL(filePath: file))
        }

        private func run(_ arguments: [String], width: Int = 1280, height: Int = 1600) throws
            -> ProgramRun
        {
            // The sandbox needs rights that containers lack, and the page is known to be harmless.
            let fixed = [
                "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
                "--user-data-dir=\(folder.path)/profile", "--window-size=\(width),\(height)",
            ]
            return try ProgramRun(
                "chromium", fixed + arguments + ["file://\(folder.path)/page.html"],
                at: folder.path, environment: Chromium.environment)
        }
    }
}
