import Logging
import Testing
import WebServing

@Suite struct ServiceLogTests {
    private func lines(
        _ format: ServiceLog.Format, level: Logger.Level = .info, _ body: (Logger) -> Void
    ) -> String {
        let lines = LogLines()
        body(
            Logger(label: "sluice") { label in
                LineLogHandler(
                    format: format, label: label, level: level, time: { "2026-01-02T03:04:05Z" },
                    output: { lines.add($0) })
            })
        return lines.text
    }

    @Test func `an event is one line for people`() {
        let text = lines(.text) { logger in
            logger.warning(
                "scan failed", metadata: ["image": "ghcr.io/org/web", "reason": "no \"answer\""])
            logger.debug("not shown")
        }
        #expect(
            text == """
                2026-01-02T03:04:05Z warning scan failed image=ghcr.io/org/web \
                reason="no \\"answer\\""

                """)
    }

    @Test func `an event is one object for programs`() {
        let text = lines(.json) { logger in
            var logger = logger
            logger[metadataKey: "repository"] = "fleet"
            logger.info("pushed", metadata: ["commit": "abc", "time": "not the time"])
        }
        #expect(
            text == """
                {"commit":"abc","level":"info","message":"pushed","repository":"fleet",\
                "time":"2026-01-02T03:04:05Z"}

                """)
    }

    @Test(arguments: [ServiceLog.Format.text, .json])
    func `no value forges a second line`(_ format: ServiceLog.Format) {
        let text = lines(format) { logger in
            logger.error("a\nb", metadata: ["k\ny": "c\n2026 error d\u{1B}[31m\u{202E}"])
        }
        #expect(text.filter { $0 == "\n" }.count == 1)
        #expect(!text.contains("\u{1B}") && !text.contains("\u{202E}"))
    }
}
