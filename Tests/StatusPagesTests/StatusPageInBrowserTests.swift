import Foundation
import Serving
import StatusPages
import TestSupport
import Testing

/// The page in a browser: on a desktop and on a phone, in light and in dark.
///
/// With `SLUICE_PICTURES=DIR`, the pictures are kept there to be looked at.
@Suite(.enabled(if: Chromium.isInstalled, "chromium is not installed"))
struct StatusPageInBrowserTests {
    private static let states = ["empty", "busy", "failing", "sign-in"]

    private func page(_ state: String) -> String {
        switch state {
        case "empty": StatusPage(status: Statuses.empty).text
        case "busy": StatusPage(status: Statuses.busy(repositories: 200, images: 5000)).text
        case "failing": StatusPage(status: Statuses.failing()).text
        default: SignInPage(isWrong: true).text
        }
    }

    @Test(arguments: states)
    func `the page is drawn on all screens, in light and in dark`(_ state: String) throws {
        let page = try Chromium.Page(page(state))
        for (width, height) in [(1280, 1600), (390, 1600)] {
            var pictures: [Data] = []
            for isDark in [false, true] {
                let picture = try page.picture(isDark: isDark, width: width, height: height)
                #expect(picture.starts(with: [0x89, 0x50, 0x4E, 0x47]) && picture.count > 4000)
                pictures.append(picture)
                if let folder = ProcessInfo.processInfo.environment["SLUICE_PICTURES"] {
                    let name = "\(state)-\(width)-\(isDark ? "dark" : "light").png"
                    try picture.write(to: URL(filePath: folder).appending(path: name))
                }
            }
            #expect(pictures[0] != pictures[1])
        }
    }

    /// A script measures what a person would have to scroll for.
    @Test(arguments: states)
    func `nothing but tables is wider than a phone`(_ state: String) throws {
        let script = """
            <script>document.title = "width " + document.documentElement.scrollWidth
            </script></body>
            """
        let page = try Chromium.Page(page(state).replacing("</body>", with: script))
        let document = try page.document(width: 500)
        let width = try #require(document.firstMatch(of: /<title>width (\d+)</)).1
        #expect(Int(width).map { $0 <= 500 } == true, "\(width)")
    }
}
