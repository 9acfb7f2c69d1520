import ClusterState
import Reports
import Subprocess
import WebAccess

/// The user's `kubectl`, which knows how to reach a cluster and with which rights.
struct Kubectl: Sendable {
    let context: String
    let environment: [String: String]

    /// How long one kind of objects may take.
    private static let limit = Duration.seconds(120)
    /// Of kinds that are asked for at the same time.
    private static let width = 4

    /// Asks for each kind by itself, so that a right or a kind that is missing is told apart.
    ///
    /// Throws if no kind can be read.
    func objects() async throws -> ClusterObjects {
        let answers = await answers()
        var texts: [(name: String, json: [UInt8])] = []
        var failures: [String: String] = [:]
        for (resource, answer) in zip(ClusterObjects.resources, answers) {
            switch answer {
            case .success(let json):
                texts.append(("`kubectl get \(resource.name)`", json))
            case .failure(let failure): failures[resource.kind] = failure.reason
            }
        }
        if texts.isEmpty, let reason = failures[ClusterObjects.resources[0].kind] {
            throw CommandError("no objects of the context `\(context)`: \(reason)")
        }
        return try ClusterObjects(texts, failures: failures)
    }

    private struct Failure: Error {
        /// One clause.
        let reason: String
    }

    /// In the order of the resources.
    private func answers() async -> [Result<[UInt8], Failure>] {
        let names = ClusterObjects.resources.map(\.name)
        return await withTaskGroup(of: (Int, Result<[UInt8], Failure>).self) { group in
            var answers: [Int: Result<[UInt8], Failure>] = [:]
            for (number, name) in names.enumerated() {
                if number >= Self.width, let (done, answer) = await group.next() {
                    answers[done] = answer
                }
                group.addTask { (number, await self.answer(about: name)) }
            }
            for await (done, answer) in group { answers[done] = answer }
            return names.indices.compactMap { answers[$0] }
        }
    }

    private func answer(about resource: String) async -> Result<[UInt8], Failure> {
        await withTimeLimit(Self.limit) { await run(getting: resource) }
            ?? .failure(
                Failure(reason: "`kubectl` does not answer in \(Self.limit.components.seconds) s"))
    }

    private func run(getting resource: String) async -> Result<[UInt8], Failure> {
        do {
            let result = try await Subprocess.run(
                .name("kubectl"),
                arguments: [
                    "--context=\(context)", "get", resource, "--all-namespaces", "--output=json",
                ],
                environment: safeEnvironment, input: .none,
                output: .bytes(limit: ClusterOptions.sizeLimit),
                error: .string(limit: 1 << 16))
            if result.terminationStatus.isSuccess { return .success(result.standardOutput) }
            return .failure(Failure(reason: Self.reason(in: result.standardError)))
        } catch let error as SubprocessError where error.code == .executableNotFound {
            return .failure(Failure(reason: "there is no program `kubectl` on `PATH`"))
        } catch {
            return .failure(Failure(reason: "`kubectl` cannot be run: \(error)"))
        }
    }

    /// The last line that is for people, shortened.
    private static func reason(in messages: String) -> String {
        let line = messages.split(whereSeparator: \.isNewline).last.map(String.init) ?? ""
        return line.isEmpty ? "`kubectl` fails and does not say why" : String(line.prefix(300))
    }

    /// Without the places in `PATH` that depend on the current directory, which may be a
    /// repository: nothing in one is ever run.
    private var safeEnvironment: Environment {
        var variables: [Environment.Key: String] = [:]
        for (name, value) in environment {
            let places = value.split(separator: ":").filter { $0.hasPrefix("/") }
            variables[Environment.Key(stringLiteral: name)] =
                name == "PATH" ? places.joined(separator: ":") : value
        }
        return .custom(variables)
    }
}
