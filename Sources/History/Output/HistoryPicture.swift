import GitAccess
import RepositoryLinking
import WebPages

/// A lane for each environment, with the runs of its images as bars along the time, and lines where
/// builds come from one environment to the next.
struct HistoryPicture {
    /// Images that are drawn; of more, the ones that change most often.
    static let imageLimit = 80
    /// Bars that are drawn; the latest ones.
    static let barLimit = 5_000

    private enum Size {
        static let width = 1120.0
        static let label = 190.0
        static let row = 18.0
        static let lane = 26.0
        static let axis = 24.0
        /// Of a bar whose run is shorter than it can be seen.
        static let least = 2.0
    }

    private let lanes: [(environment: String?, images: [DeployedImageName])]
    private let runs: [ImageRun]
    private let promotions: [PromotionTimes.Arrival]
    private let start: Int64
    private let end: Int64
    /// The top of the row of each image.
    private let rows: [DeployedImageName: Double]
    private let height: Double
    /// How many of the images end with a name.
    private let endings: [Substring: Int]
    /// How many images and bars are left out.
    let omitted: (images: Int, bars: Int)

    init(of timeline: Timeline) {
        var changes: [DeployedImageName: Int] = [:]
        for run in timeline.runs { changes[run.name, default: 0] += 1 }
        let drawn = Set(
            changes.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(Self.imageLimit)
                .map(\.key))
        endings = Dictionary(
            Set(drawn.map(\.image)).map { ($0.split(separator: "/").last ?? "", 1) },
            uniquingKeysWith: +)
        lanes = timeline.environments.compactMap { environment in
            let images = drawn.filter { $0.environment == environment }.sorted()
            return images.isEmpty ? nil : (environment, images)
        }
        let all = timeline.runs.filter { drawn.contains($0.name) }
        runs = all.sorted { $0.startTime > $1.startTime }.prefix(Self.barLimit).reversed()
        omitted = (changes.count - drawn.count, all.count - runs.count)
        let times = timeline.commits.map(\.commit.committed.secondsSince1970)
        start = times.min() ?? 0
        // What runs now is seen to run: a fortieth of the time is left at the end.
        let last = times.max() ?? 0
        end = last + max((last - start) / 40, 1)
        var rows: [DeployedImageName: Double] = [:]
        var top = Size.axis
        for lane in lanes {
            top += Size.lane
            for image in lane.images {
                rows[image] = top
                top += Size.row
            }
        }
        self.rows = rows
        height = top + 6
        promotions = timeline.promotions.filter { line in
            rows[line.source] != nil && rows[line.target] != nil
        }
    }

    var svg: HTML {
        """
        <div class="lanes"><svg viewBox="0 0 \(Int(Size.width)) \(Int(height))" role="img" \
        aria-label="What each environment ran, along the time">
        \(axis)
        \(HTML(laneTitles))
        \(HTML(bars))
        \(HTML(lines))
        </svg></div>
        """
    }

    private func x(_ time: Int64) -> Double {
        let share = Double(min(max(time, start), end) - start) / Double(max(end - start, 1))
        return Size.label + share * (Size.width - Size.label - 4)
    }

    // MARK: Parts

    private var axis: HTML {
        let count = 8
        let ticks = (0...count).map { number -> HTML in
            let time = start + (end - start) * Int64(number) / Int64(count)
            let place = Coordinate(x(time))
            let anchor = number == count ? "end" : number == 0 ? "start" : "middle"
            return """
                <line x1="\(place.text)" x2="\(place.text)" y1="\(Int(Size.axis) - 6)" y2="\(Int(height))"/>\
                <text x="\(place.text)" y="12" text-anchor="\(anchor)">\(CommitTime(secondsSince1970: time).day)</text>
                """
        }
        return "<g class=\"axis\">\(HTML(ticks))</g>"
    }

    private var laneTitles: [HTML] {
        lanes.map { lane in
            let top = (lane.images.first.flatMap { rows[$0] } ?? 0) - 8
            let names = lane.images.map { image -> HTML in
                let row = rows[image] ?? 0
                return """
                    <text class="image" x="8" y="\(Coordinate(row + 12).text)">\
                    <title>\(image.image)</title>\(shortened(image.image))</text>\
                    <line class="row" x1="0" x2="\(Int(Size.width))" \
                    y1="\(Coordinate(row + Size.row - 1).text)" y2="\(Coordinate(row + Size.row - 1).text)"/>
                    """
            }
            return """
                <text class="lane" x="0" y="\(Coordinate(top).text)">\
                \(lane.environment ?? "no environment")</text>\(HTML(names))
                """
        }
    }

    private var bars: [HTML] {
        var numbers: [DeployedImageName: Int] = [:]
        return runs.compactMap { run in
            guard let row = rows[run.name] else { return nil }
            let number = numbers[run.name, default: 0]
            numbers[run.name] = number + 1
            let left = x(run.startTime)
            let width = max(x(run.endTime ?? end) - left, Size.least)
            let look =
                run.goesBack ? " back" : run.isByHand ? " hand" : number % 2 == 1 ? " odd" : ""
            let words = (run.goesBack ? "↶ " : "") + run.builds.words
            let label: HTML =
                width > Double(words.count) * 6.2 + 6
                ? """
                <text class="tag" x="\(Coordinate(left + 3).text)" y="\(Coordinate(row + 12).text)">\
                \(words)</text>
                """ : .empty
            return """
                <g class="bar"><title>\(run.account)</title>\
                <rect class="run\(look)" x="\(Coordinate(left).text)" y="\(Coordinate(row + 2).text)" \
                width="\(Coordinate(width).text)" height="\(Int(Size.row) - 5)" rx="2"/>\(label)</g>

                """
        }
    }

    private var lines: [HTML] {
        promotions.compactMap { line in
            guard let from = rows[line.source], let to = rows[line.target] else { return nil }
            let middle = Size.row / 2
            return """
                <line class="promotion" x1="\(Coordinate(x(line.start)).text)" \
                y1="\(Coordinate(from + middle).text)" x2="\(Coordinate(x(line.end)).text)" \
                y2="\(Coordinate(to + middle).text)"><title>\(line.account)</title></line>

                """
        }
    }

    /// The last part of a name, and where others end alike, the one before.
    private func shortened(_ name: String) -> String {
        let parts = name.split(separator: "/")
        let isShared = endings[parts.last ?? "", default: 0] > 1
        let text = parts.suffix(isShared ? 2 : 1).joined(separator: "/")
        return text.count > 30 ? text.prefix(29) + "…" : text
    }
}

/// A coordinate with one digit behind the point.
private struct Coordinate {
    let text: String

    init(_ value: Double) {
        text = decimal(tenths: Int((max(value, 0) * 10).rounded()))
    }
}

extension ImageRun {
    fileprivate var startTime: Int64 { start.commit.committed.secondsSince1970 }
    fileprivate var endTime: Int64? { end?.commit.committed.secondsSince1970 }
    fileprivate var isByHand: Bool { start.isPastAutomation(in: name.environment) }

    fileprivate var account: String {
        """
        \(image): \(builds.words)
        \(start.commit.id.prefix(12)) \(start.commit.subject)
        \(start.commit.author.name), \(start.commit.committed.text), \(start.kind.words)
        """
    }
}

extension PromotionTimes.Arrival {
    fileprivate var account: String {
        "\(image) \(artifact.words): \(source.environment ?? "") to \(target.environment ?? "") "
            + "after \(durationWords(duration))"
    }
}
