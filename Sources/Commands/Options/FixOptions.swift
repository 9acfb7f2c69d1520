import ArgumentParser
import Reports

/// The options of a check that make or show fixes.
struct FixOptions: ParsableArguments {
    @Flag(help: "Make the safe fixes in the work tree, and report what is left.")
    var fix = false

    @Flag(help: "With --fix or --diff, make also the fixes that may change what is meant.")
    var unsafeFixes = false

    @Flag(
        name: .customLong("registry"),
        help: ArgumentHelp(
            "With --unsafe-fixes, ask registries for the digests of the images that findings are "
                + "about, and pin them."))
    var asksRegistry = false

    @Flag(help: "Print what --fix would change as a diff, and change and report nothing.")
    var diff = false

    /// Whether fixes are made or shown.
    var areAsked: Bool { fix || diff }

    /// The possible fixes that the totals mention.
    var hint: FixHint { unsafeFixes ? .unsafe : .safe }
}
