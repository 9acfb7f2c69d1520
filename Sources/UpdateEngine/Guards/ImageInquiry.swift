package import Configuration
package import ManifestFacts
package import TagSnapshots

/// What guards know and whom they ask, for one run; each image is asked about once.
package final class ImageInquiry {
    /// When an image was built.
    package typealias Age = (SelectedImage) async -> ImageAge
    /// Why an image, as it would be written, is not what it should be: one clause, lower case, no
    /// full stop; nil for nothing.
    package typealias Verification = (String) async -> String?

    /// Nil where no calendar has it.
    let today: CalendarDay?
    let secondsSince1970: Int64
    let formerTags: TagSnapshot?
    private let askAge: Age
    private let verify: Verification?
    private var ages: [SelectedImage: ImageAge] = [:]
    private var verdicts: [SelectedImage: String?] = [:]

    /// - Parameters:
    ///   - formerTags: What registries had when they were asked last.
    ///   - verify: Nil where nobody verifies images.
    package init(
        today: CalendarDay?, secondsSince1970: Int64, formerTags: TagSnapshot?,
        age: @escaping Age, verify: Verification?
    ) {
        self.today = today
        self.secondsSince1970 = secondsSince1970
        self.formerTags = formerTags
        askAge = age
        self.verify = verify
    }

    var verifies: Bool { verify != nil }

    func age(of image: SelectedImage) async -> ImageAge {
        if let known = ages[image] { return known }
        let age = await askAge(image)
        ages[image] = age
        return age
    }

    func verificationFailure(of image: SelectedImage) async -> String? {
        guard let verify else { return nil }
        if let known = verdicts[image] { return known }
        let verdict = await verify(image.text(of: .image))
        verdicts[image] = .some(verdict)
        return verdict
    }
}
