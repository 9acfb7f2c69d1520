/// The code points that differ only in case, as in Go's `unicode.SimpleFold`.
enum CaseFolding {
    /// The two code points beyond ASCII with ASCII variants: ſ and the Kelvin sign.
    static let beyondASCII: [(point: UInt32, letters: ASCIISet)] = [
        (0x17F, ASCIISet(charactersOf: "sS")), (0x212A, ASCIISet(charactersOf: "kK")),
    ]

    /// Returns `point` and all code points that differ from it in case only.
    static func variants(of point: UInt32) -> [UInt32] {
        let smallest = smallestVariant(of: point)
        var result = [smallest]
        for run in runs {
            let candidate = smallest + run.distance
            if run.contains(candidate) { result.append(candidate) }
        }
        return result
    }

    /// Code points at equal steps, each at the same distance above its smallest variant.
    private struct Run {
        let first: UInt32
        let last: UInt32
        let stride: UInt32
        let distance: UInt32

        func contains(_ point: UInt32) -> Bool {
            first <= point && point <= last && (point - first) % stride == 0
        }
    }

    private static let runs: [Run] = stride(
        from: 0, to: UnicodeTables.foldRuns.count, by: 4
    ).map { index in
        let numbers = UnicodeTables.foldRuns[index..<index + 4]
        return Run(
            first: numbers[index], last: numbers[index + 1],
            stride: numbers[index + 2], distance: numbers[index + 3])
    }

    private static func smallestVariant(of point: UInt32) -> UInt32 {
        for run in runs where run.contains(point) { return point - run.distance }
        return point
    }
}
