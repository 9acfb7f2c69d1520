import Serving
import Testing

@Suite struct ServiceMetricsTests {
    private let automation = ServedObject(repository: "https://git.example/fleet", name: "apps/web")
    private let time = Timestamp(millisecondsSince1970: 1_700_000_000_500)

    private func lines(_ metrics: ServiceMetrics) -> [String] {
        metrics.text.split(separator: "\n").map(String.init)
    }

    @Test func `a run counts in all families that tell of runs`() {
        let metrics = ServiceMetrics(version: "1.2.3")
        metrics.count(.pushed, runOf: automation, seconds: 0.3, at: time)
        metrics.count(.failed, runOf: automation, seconds: 400, at: time + 60)
        let labels = "repository=\"https://git.example/fleet\",automation=\"apps/web\""
        for line in [
            "sluice_build_info{version=\"1.2.3\"} 1",
            "sluice_runs_total{\(labels),result=\"pushed\"} 1",
            "sluice_runs_total{\(labels),result=\"failed\"} 1",
            "sluice_pushes_total{\(labels)} 1",
            "sluice_last_success_timestamp_seconds{\(labels)} 1700000000",
            "sluice_run_duration_seconds_bucket{\(labels),le=\"0.25\"} 0",
            "sluice_run_duration_seconds_bucket{\(labels),le=\"0.5\"} 1",
            "sluice_run_duration_seconds_bucket{\(labels),le=\"300\"} 1",
            "sluice_run_duration_seconds_bucket{\(labels),le=\"+Inf\"} 2",
            "sluice_run_duration_seconds_sum{\(labels)} 400.3",
            "sluice_run_duration_seconds_count{\(labels)} 2",
        ] {
            #expect(lines(metrics).contains(line), "\(line)")
        }
    }

    @Test func `each family is contiguous, typed and sorted`() {
        let metrics = ServiceMetrics(version: "1")
        for host in ["b.example", "a.example"] {
            metrics.countScan(ofHost: host, succeeded: true, seconds: 0.02)
            metrics.countRegistryError(ofHost: host, status: 503)
            metrics.countRegistryError(ofHost: host, status: nil)
            metrics.setTags(ofHost: host, to: 12)
        }
        metrics.count(.models, isHit: true)
        let families = lines(metrics).filter { $0.hasPrefix("# TYPE") }
        #expect(families == families.sorted())
        #expect(Set(families).count == families.count)
        #expect(metrics.text.hasSuffix("\n"))
        let errors = lines(metrics).filter { $0.hasPrefix("sluice_registry_errors_total") }
        #expect(
            errors == [
                "sluice_registry_errors_total{host=\"a.example\",status=\"503\"} 1",
                "sluice_registry_errors_total{host=\"a.example\",status=\"none\"} 1",
                "sluice_registry_errors_total{host=\"b.example\",status=\"503\"} 1",
                "sluice_registry_errors_total{host=\"b.example\",status=\"none\"} 1",
            ])
    }

    @Test func `label values cannot end their line`() {
        let metrics = ServiceMetrics(version: "1")
        metrics.countFetch(of: "a\"} 1\nb\\", succeeded: false, seconds: 1)
        #expect(
            lines(metrics).contains(
                "sluice_fetches_total{repository=\"a\\\"} 1\\nb\\\\\",result=\"failed\"} 1"))
    }

    @Test func `series beyond the limit count as other`() {
        let metrics = ServiceMetrics(version: "1")
        for number in 0..<10_010 { metrics.setTags(ofHost: "\(number).example", to: 1) }
        metrics.setTags(ofHost: "0.example", to: 7)
        let tags = lines(metrics).filter { $0.hasPrefix("sluice_tags{") }
        #expect(tags.count == 10_001)
        #expect(tags.contains("sluice_tags{host=\"other\"} 1"))
        #expect(tags.contains("sluice_tags{host=\"0.example\"} 7"))
    }

    @Test func `what is no longer served leaves no series`() {
        let metrics = ServiceMetrics(version: "1")
        let gone = ServedObject(repository: automation.repository, name: "apps/gone")
        for object in [automation, gone] {
            metrics.count(.unchanged, runOf: object, seconds: 1, at: time)
            metrics.countCall(of: object, status: 200)
        }
        metrics.countFetch(of: automation.repository, succeeded: true, seconds: 1)
        metrics.countFetch(of: "https://git.example/gone", succeeded: true, seconds: 1)
        metrics.countScan(ofHost: "ghcr.io", succeeded: true, seconds: 1)
        metrics.keep([automation], repositories: [automation.repository])
        let text = metrics.text
        #expect(!text.contains("gone"))
        for name in ["apps/web", "ghcr.io", "sluice_fetches_total", "sluice_build_info"] {
            #expect(text.contains(name))
        }
    }
}
