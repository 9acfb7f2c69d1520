import SourceText

/// A command or a build that gives images their tags when it runs, so that manifests need not.
package struct TagSetter: Hashable, Sendable {
    package enum Target: Hashable, Sendable {
        /// Images by their names as manifests write them.
        case image(NamePattern)
        /// All images of a file, by the end of its path.
        case file(NamePattern)
    }

    package let target: Target
    /// The command, or the tool that reads the file: `kustomize edit set image`.
    package let tool: String

    /// The file names of build tools and scripts whose commands are read, beside YAML.
    package static func mayStand(inFile path: String) -> Bool {
        let name = path.utf8.split(separator: UInt8(ascii: "/")).last.map { String($0) } ?? nil
        guard let name else { return false }
        return fileNames.contains(name.lowercased()) || name.hasSuffix(".sh")
            || name.hasSuffix(".mk") || name.hasPrefix("Jenkinsfile")
            || name.hasSuffix(".jenkinsfile") || name.hasSuffix("Tiltfile")
    }

    private static let fileNames: Set<String> = [
        "makefile", "gnumakefile", "justfile", ".justfile",
    ]
}

extension TagSetter {
    /// The setters in the commands of a script, or in a workflow that contains some.
    ///
    /// ```
    /// kustomize edit set image NAME[=NEW]:TAG …
    /// kubectl set image WORKLOAD CONTAINER=NAME:TAG …
    /// sed -i … FILE.yaml, yq -i … FILE.yaml           ; on a line that mentions images or tags
    /// docker_build("NAME", …)                         ; and other builds of a Tiltfile
    /// ```
    package static func setters(inCommands source: [UInt8]) -> [TagSetter] {
        guard screens.contains(where: { source.contains(word: $0) }) else { return [] }
        let text = CommandText(source)
        return text.lines.flatMap { line in
            imageSetters(in: line, text) + fileSetters(in: line, text) + builds(in: line, text)
        }
    }

    private static let screens = ["set image ", "sed -", "yq ", "_build("].map { Array($0.utf8) }

    // MARK: Commands

    private static func imageSetters(in line: Substring, _ text: CommandText) -> [TagSetter] {
        guard let command = line.range(ofWord: "set image ") else { return [] }
        let words = text.words(of: line[command.upperBound...])
        if line[..<command.lowerBound].hasSuffix("edit ") {
            return words.compactMap { word in
                nameSetByKustomize(word).map {
                    TagSetter(
                        target: .image(text.pattern(of: $0)), tool: "kustomize edit set image")
                }
            }
        }
        return words.compactMap { word in
            guard let (_, image) = word.split(atFirst: "=") else { return nil }
            return TagSetter(
                target: .image(text.pattern(of: image.withoutTag.name)), tool: "kubectl set image")
        }
    }

    /// Nil for an argument that leaves the tag alone.
    private static func nameSetByKustomize(_ word: String) -> String? {
        guard let (name, new) = word.split(atFirst: "=") else {
            let image = word.withoutTag
            return image.hasTag ? image.name : nil
        }
        return new.withoutTag.hasTag || new.contains("$") ? name : nil
    }

    private static func fileSetters(in line: Substring, _ text: CommandText) -> [TagSetter] {
        let lower = line.lowercased()
        guard lower.contains("image") || lower.contains("tag") else { return [] }
        let words = text.words(of: line, isWhole: true)
        guard let command = words.firstIndex(where: { $0 == "sed" || $0 == "yq" }),
            words[command...].contains(where: { $0.hasPrefix("-i") || $0 == "--inplace" })
        else { return [] }
        return words[command...].filter { $0.hasSuffix(".yaml") || $0.hasSuffix(".yml") }.map {
            TagSetter(target: .file(text.pattern(of: $0.fromRoot)), tool: "\(words[command]) -i")
        }
    }

    private static func builds(in line: Substring, _ text: CommandText) -> [TagSetter] {
        guard let call = line.range(ofWord: "_build(") else { return [] }
        let rest = line[call.upperBound...].drop { $0 == " " }
        guard let quote = rest.first, "\"'".contains(quote) else { return [] }
        let name = rest.dropFirst().prefix { $0 != quote }
        return [TagSetter(target: .image(text.pattern(of: String(name))), tool: "tilt")]
    }
}

extension String {
    /// The image's name, and whether a tag or digest follows it.
    fileprivate var withoutTag: (name: String, hasTag: Bool) {
        if let (name, _) = split(atFirst: "@") { return (name, true) }
        let slash = lastIndex(of: "/") ?? startIndex
        guard let colon = self[slash...].firstIndex(of: ":") else { return (self, false) }
        return (String(self[..<colon]), true)
    }

    fileprivate func split(atFirst separator: Character) -> (String, String)? {
        guard let place = firstIndex(of: separator) else { return nil }
        return (String(self[..<place]), String(self[index(after: place)...]))
    }

    /// A path without the steps that lead up or stay.
    fileprivate var fromRoot: String {
        var rest = self[...]
        while let step = ["./", "../", "/"].first(where: rest.hasPrefix) {
            rest = rest.dropFirst(step.count)
        }
        return String(rest)
    }
}

extension Substring {
    fileprivate func range(ofWord word: String) -> Range<Index>? {
        var start = startIndex
        while let found = self[start...].firstIndex(of: word[word.startIndex]) {
            if self[found...].hasPrefix(word) { return found..<index(found, offsetBy: word.count) }
            start = index(after: found)
        }
        return nil
    }
}
