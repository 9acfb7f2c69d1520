/// Programs of the system that some tests need.
package enum Programs {
    package static func has(_ names: String...) -> Bool {
        names.allSatisfy { name in
            let run = try? ProgramRun(
                "sh", ["-c", "command -v \(name)"], at: "/",
                environment: ["PATH": "/usr/sbin:/usr/bin:/sbin:/bin"])
            return run?.status == 0
        }
    }
}
