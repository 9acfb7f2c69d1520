/// The parameters of `window/showMessage`.
struct ShowMessageParameters: Encodable {
    enum Kind: Int, Encodable {
        case error = 1
        case warning = 2
    }

    let type: Kind
    let message: String
}

/// The parameters of `client/registerCapability` for file changes outside of the editor.
struct WatchRegistration: Encodable {
    struct Registration: Encodable {
        struct Options: Encodable {
            struct Watcher: Encodable {
                let globPattern: String
            }

            let watchers: [Watcher]
        }

        let id = "manifests"
        let method = "workspace/didChangeWatchedFiles"
        let registerOptions: Options
    }

    let registrations: [Registration]

    static let manifests = WatchRegistration(registrations: [
        Registration(
            registerOptions: .init(
                watchers: [
                    "**/*.yaml", "**/*.yml", "**/Kustomization", "**/.sluice.yaml",
                    "**/.sluice.yml",
                ].map { .init(globPattern: $0) }))
    ])
}
