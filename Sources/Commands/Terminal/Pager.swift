import FoundationEssentials
import Subprocess
import SystemPackage

/// Shows a long text on a terminal page by page, as Git does: by `GIT_PAGER`, `PAGER` or `less`.
enum Pager {
    /// Prints the text where there is no pager, or the user wants none.
    static func show(_ text: String) async throws {
        let variables = ProcessInfo.processInfo.environment
        let name = variables["GIT_PAGER"] ?? variables["PAGER"] ?? "less"
        guard !name.isEmpty, name != "cat" else { return try Console.print(text) }
        // Colours pass, a text that fits is printed, and it stays when the pager ends; as with Git.
        let options: [Environment.Key: String] = variables["LESS"] == nil ? ["LESS": "FRX"] : [:]
        let ended: ExecutionResult<Void, FileDescriptorOutput, FileDescriptorOutput>
        do {
            ended = try await Subprocess.run(
                .path("/bin/sh"), arguments: ["-c", name],
                environment: .inherit.updating(options.mapValues(Optional.some)),
                input: .string(text),
                output: .fileDescriptor(.standardOutput, closeAfterSpawningProcess: false),
                error: .fileDescriptor(.standardError, closeAfterSpawningProcess: false))
        } catch let error as SubprocessError where error.code == .failedToWriteToSubprocess {
            return  // left before the end
        }
        // The shell's way to say that there is no such program.
        if ended.terminationStatus == .exited(127) { try Console.print(text) }
    }
}
