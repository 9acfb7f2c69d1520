import RepositoryLinking

extension ImageName {
    /// The last part of the path, which names an application.
    var application: String {
        full.split(separator: "/").last.map { $0.lowercased() } ?? full
    }

    /// Whether one application's name contains the other, as those of mirrors and variants do.
    func mayShareBuilds(with other: ImageName) -> Bool {
        application.contains(other.application) || other.application.contains(application)
    }
}

/// The words of an object's name or of an application's.
struct NameWords {
    private let words: [String]

    init(_ text: String) {
        words = text.lowercased().split { "-_.".contains($0) }.map(String.init)
    }

    /// Whether the words contain those of the application, in their order and side by side.
    func names(_ application: String) -> Bool {
        let wanted = NameWords(application).words
        guard !wanted.isEmpty, words.count >= wanted.count else { return false }
        return (0...words.count - wanted.count).contains { start in
            words[start..<start + wanted.count].elementsEqual(wanted)
        }
    }
}
