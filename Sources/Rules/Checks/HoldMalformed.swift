import Configuration
import Kustomize
import ManifestFacts
import RepositoryLinking
import SourceText

/// Flags lines of the annotation `sluice.dev/hold` that nothing can read, so that nothing releases.
struct HoldMalformed: Rule {
    func findings(in model: RepositoryModel) -> [Finding] {
        model.files.flatMap { file in
            file.facts.holds.compactMap { hold in
                fault(of: hold).map { fault in
                    finding(
                        fault, at: SourceLocation(path: file.path, span: hold.span),
                        object: hold.object.identity,
                        subject: String(decoding: file.facts.source[hold.span.range], as: UTF8.self)
                    )
                }
            }
        }
    }

    private func fault(of hold: HoldFact) -> String? {
        switch hold.reading {
        case .failure(let fault): return "\(fault)"
        case .success(let statement):
            guard let until = statement.until, CalendarDay(until) == nil else { return nil }
            let meant = CalendarDay.meant(by: until).map { "; did you mean `\($0)`?" } ?? ""
            return "`\(until)` is not a day\(meant)"
        }
    }
}
