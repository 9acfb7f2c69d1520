package import ManifestFacts
package import RegistryAccess

/// An image whose registry is to say how old it is.
package struct AgeQuestion: Sendable {
    /// Nil where nothing says how its registry is reached.
    private let place: RegistryImage?
    private let reference: String

    package init(of image: SelectedImage, at place: RegistryImage?) {
        self.place = place
        reference = image.digest ?? image.tag
    }

    package func answer(of client: RegistryClient) async -> ImageAge {
        guard let place else {
            return .unknown("no ImageRepository says how its registry is reached")
        }
        do throws(RegistryError) {
            return ImageAge(created: try await client.buildTime(of: place, reference: reference))
        } catch {
            return .unknown("\(error.reason)")
        }
    }
}
