extension Schedule {
    /// Takes what a repository wants from now on; what it wants already keeps its time.
    ///
    /// - Parameter lastScan: When an image was scanned last, before this process began.
    mutating func set(
        _ wishes: Wishes, of name: String, at now: Timestamp,
        lastScan: (ImageKey) -> Timestamp? = { _ in nil }
    ) {
        setRepository(wishes, of: name, at: now)
        for key in images.keys where wishes.images[key] == nil { drop(key, of: name, at: now) }
        // In an order, so that chance does the same every time.
        for (key, interval) in wishes.images.sorted(by: { $0.key.name < $1.key.name }) {
            let jitter = randomJitter()
            if images[key] == nil {
                images[key] = Image(
                    recurrence: Recurrence(
                        interval: interval, last: lastScan(key), jitter: jitter, at: now),
                    users: [name: interval])
            } else {
                images[key]?.users[name] = interval
                adjustInterval(of: key, jitter, at: now)
            }
            enqueue(key)
        }
    }

    private mutating func setRepository(_ wishes: Wishes, of name: String, at now: Timestamp) {
        let jitter = randomJitter()
        var repository =
            repositories[name]
            ?? Repository(
                fetch: Recurrence(
                    interval: wishes.fetchInterval, last: nil, jitter: jitter, at: now))
        repository.fetch.change(interval: wishes.fetchInterval, jitter: jitter, at: now)
        repository.automations = repository.automations.filter {
            wishes.automations[$0.key] != nil
        }
        for (automation, interval) in wishes.automations.sorted(by: { $0.key < $1.key }) {
            let jitter = randomJitter()
            let new = Recurrence(interval: interval, last: nil, jitter: jitter, at: now)
            repository.automations[automation, default: new].change(
                interval: interval, jitter: jitter, at: now)
        }
        repositories[name] = repository
        enqueue(name)
    }

    private mutating func drop(_ key: ImageKey, of name: String, at now: Timestamp) {
        guard images[key]?.users.removeValue(forKey: name) != nil else { return }
        if images[key]?.users.isEmpty == true {
            // A scan that is under way keeps its place until it ends, so that none is twice.
            if images[key]?.isRunning == false { images[key] = nil }
            enqueue(key)
        } else {
            adjustInterval(of: key, randomJitter(), at: now)
            enqueue(key)
        }
    }

    private mutating func adjustInterval(
        of key: ImageKey, _ jitter: Double, at now: Timestamp
    ) {
        guard let shortest = images[key]?.users.values.min() else { return }
        images[key]?.recurrence.change(interval: shortest, jitter: jitter, at: now)
    }
}
