package import Configuration
package import ManifestFacts
package import TagSnapshots

/// The facts that guards ask for in one run; each image is asked about once.
package final class ImageInquiry {
    /// When images were built, in their order.
    package typealias Ages = ([SelectedImage]) async -> [ImageAge]
    /// Why an image, as it would be written, is not what it should be: one clause, lower case, no
    /// full stop; nil for nothing.
    package typealias Verification = (String) async -> String?

    /// Nil where no calendar has it.
    let today: CalendarDay?
    let secondsSince1970: Int64
    let formerTags: TagSnapshot?
    private let askAges: Ages
    private let verify: Verification?
    private var ages: [SelectedImage: ImageAge] = [:]
    private var verdicts: [SelectedImage: String?] = [:]

    /// - Parameters:
    ///   - formerTags: What registries had when they were asked last.
    ///   - verify: Nil where images are not verified.
    package init(
        today: CalendarDay?, secondsSince1970: Int64, formerTags: TagSnapshot?,
        ages: @escaping Ages, verify: Verification?
    ) {
        self.today = today
        self.secondsSince1970 = secondsSince1970
        self.formerTags = formerTags
        askAges = ages
        self.verify = verify
    }

    var verifies: Bool { verify != nil }

    /// Finds out at once how old several images are.
    func learnAges(of images: [SelectedImage]) async {
        var seen: Set<SelectedImage> = []
        let unknown = images.filter { ages[$0] == nil && seen.insert($0).inserted }
        guard !unknown.isEmpty else { return }
        for (image, age) in zip(unknown, await askAges(unknown)) { ages[image] = age }
    }

    /// Of an image whose age was learned.
    func age(of image: SelectedImage) -> ImageAge {
        ages[image] ?? .unknown("nobody was asked")
    }

    func verificationFailure(of image: SelectedImage) async -> String? {
        guard let verify else { return nil }
        if let known = verdicts[image] { return known }
        let verdict = await verify(image.text(of: .image))
        verdicts[image] = .some(verdict)
        return verdict
    }
}
