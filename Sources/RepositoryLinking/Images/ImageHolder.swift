package import ManifestFacts
package import SourceText

/// An object that runs an image which another file says: a kustomization's entry, a patch or values.
package struct ImageHolder: Hashable, Sendable {
    /// As written.
    package let object: ObjectIdentity
    /// The file of the object.
    package let path: String
}

extension RepositoryModel {
    /// The objects that run what a scalar says, in the order of their files.
    package func holders(ofImageAt place: SourceLocation) -> [ImageHolder] {
        let holders = knownImageHolders.value {
            var holders: [SourceLocation: [ImageHolder]] = [:]
            for image in deployedImages {
                guard case .runs(let final) = image.outcome else { continue }
                let holder = ImageHolder(object: image.object, path: image.path)
                for place in final.places where holders[place]?.last != holder {
                    holders[place, default: []].append(holder)
                }
            }
            return holders
        }
        return holders[place] ?? []
    }
}
