/// Refuses writes at some markers, for known reasons.
struct RefusedWrites: WriteGuard {
    private var refusals: [WritePlace: Refusal] = [:]

    var isEmpty: Bool { refusals.isEmpty }

    func refusal(of write: ProposedWrite) -> Refusal? { refusals[write.place] }

    /// The first refusal of a place counts.
    mutating func note(_ refusal: Refusal, at place: WritePlace) {
        if refusals[place] == nil { refusals[place] = refusal }
    }
}
