extension Schedule {
    mutating func finishScan(of key: ImageKey, succeeded: Bool, at now: Timestamp) {
        guard images[key]?.isRunning == true else { return }
        scanCount -= 1
        images[key]?.isRunning = false
        if images[key]?.users.isEmpty == true { images[key] = nil }
        let jitter = randomJitter()
        images[key]?.recurrence.finish(succeeded: succeeded, jitter: jitter, at: now)
        if images[key]?.isAskedForAgain == true {
            images[key]?.isAskedForAgain = false
            images[key]?.recurrence.hasten(to: now + Self.gathering)
        }
        enqueue(key)
    }

    /// - Parameter runs: Whether each automation that was run did not fail.
    mutating func finishVisit(
        of name: String, fetched: Bool, runs: [String: Bool], at now: Timestamp
    ) {
        guard var repository = repositories[name], repository.isRunning else { return }
        visitCount -= 1
        repository.isRunning = false
        let jitter = randomJitter()
        repository.fetch.finish(succeeded: fetched, jitter: jitter, at: now)
        for automation in repository.running.union(runs.keys).sorted() {
            let jitter = randomJitter()
            repository.automations[automation]?.finish(
                succeeded: runs[automation] ?? false, jitter: jitter, at: now)
        }
        repository.running = []
        for automation in repository.hinted {
            repository.automations[automation]?.hasten(to: now + Self.settling)
        }
        if repository.isFetchHinted { repository.fetch.hasten(to: now + Self.gathering) }
        (repository.hinted, repository.isFetchHinted) = ([], false)
        repositories[name] = repository
        enqueue(name)
    }

    /// Lets the automations of a repository run.
    mutating func setReady(_ name: String) {
        repositories[name]?.isReady = true
        enqueue(name)
    }
}

extension Schedule {
    /// Makes an image due soon; hints meanwhile are one.
    mutating func hasten(image key: ImageKey, at now: Timestamp) {
        guard let image = images[key] else { return }
        if image.isRunning {
            images[key]?.isAskedForAgain = true
        } else {
            images[key]?.recurrence.hasten(to: now + Self.gathering)
            enqueue(key)
        }
    }

    mutating func hasten(automations: some Sequence<String>, of name: String, at now: Timestamp) {
        guard var repository = repositories[name] else { return }
        for automation in automations where repository.automations[automation] != nil {
            if repository.isRunning {
                repository.hinted.insert(automation)
            } else {
                repository.automations[automation]?.hasten(to: now + Self.settling)
            }
        }
        repositories[name] = repository
        enqueue(name)
    }

    mutating func hasten(fetchOf name: String, at now: Timestamp) {
        guard let repository = repositories[name] else { return }
        if repository.isRunning {
            repositories[name]?.isFetchHinted = true
        } else {
            repositories[name]?.fetch.hasten(to: now + Self.gathering)
            enqueue(name)
        }
    }
}
