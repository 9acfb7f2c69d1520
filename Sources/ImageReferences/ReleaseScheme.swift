/// The number of components in a complete version of a public image, as its project documents it.
///
/// A tag with fewer numbers is a series, which moves to each new release. A tag with all of them
/// is one release, though the publisher may build it again on a newer base image.
package struct ReleaseScheme: Hashable, Sendable {
    /// Nil if no version names one release: each tag of that kind moves.
    package let numberCount: Int?

    /// Returns the scheme of an image; nil if it is not in the table.
    ///
    /// - Parameters:
    ///   - canonicalName: See `Repository.canonicalName`.
    ///   - major: The first number of the tag, for projects that changed their scheme.
    package static func scheme(ofImage canonicalName: String, major: Int?) -> ReleaseScheme? {
        let name = nameInTable(canonicalName)
        if name == "library/postgres" {
            // https://www.postgresql.org/support/versioning: 9.6.24, but 10.1.
            return ReleaseScheme(numberCount: (major ?? 10) < 10 ? 3 : 2)
        }
        if let count = numberCounts[name] { return ReleaseScheme(numberCount: count) }
        let isRolling = rollingNames.contains(name) || rollingOwners.contains(where: name.hasPrefix)
        return isRolling ? ReleaseScheme(numberCount: nil) : nil
    }

    /// The key of an image in the table: without the registry for Docker Hub and its mirrors.
    private static func nameInTable(_ canonicalName: String) -> String {
        let prefix = hubPrefixes.first(where: canonicalName.hasPrefix) ?? ""
        return String(canonicalName.dropFirst(prefix.count))
    }

    private static let hubPrefixes = [
        "index.docker.io/", "registry-1.docker.io/", "public.ecr.aws/docker/", "mirror.gcr.io/",
    ]

    private static let numberCounts = Dictionary(
        table.flatMap { count, names in names.map { ($0, count) } },
        uniquingKeysWith: { first, _ in first })

    private static let table: [(numberCount: Int, names: [String])] = [
        (
            1,
            [
                // https://github.com/mendhak/docker-http-https-echo/releases: 35, 36.
                "mendhak/http-https-echo", "ghcr.io/mendhak/http-https-echo",
            ]
        ),
        (
            2,
            [
                // https://www.debian.org/releases: 12.5 is a point release.
                "library/debian",
                // https://www.pgadmin.org/docs/pgadmin4/latest/release_notes.html: 9.1.
                "dpage/pgadmin4",
                // https://www.jenkins.io/changelog: weekly releases such as 2.462.
                "jenkins/jenkins",
                // kubernetes/kubernetes, build/pause/CHANGELOG.md: 3.10.
                "registry.k8s.io/pause", "k8s.gcr.io/pause", "gcr.io/google_containers/pause",
                "rancher/mirrored-pause",
                // kubernetes/kubernetes, test/images/agnhost/VERSION: 2.47.
                "registry.k8s.io/e2e-test-images/agnhost", "k8s.gcr.io/e2e-test-images/agnhost",
                // kubernetes/ingress-nginx, images/echo: 1.10.
                "registry.k8s.io/echoserver", "k8s.gcr.io/echoserver",
                "gcr.io/google_containers/echoserver",
            ]
        ),
        (
            3,
            // https://github.com/docker-library/official-images, library/NAME: each lists `1.2.3`
            // with the aliases `1.2` and `1`.
            [
                "adminer", "alpine", "arangodb", "busybox", "caddy", "cassandra", "composer",
                "consul", "couchdb", "docker", "drupal", "eclipse-mosquitto", "elasticsearch",
                "elixir", "ghost", "golang", "gradle", "haproxy", "httpd", "influxdb", "joomla",
                "kibana", "kong", "logstash", "mariadb", "matomo", "maven", "mediawiki",
                "memcached", "mongo", "mysql", "nats", "neo4j", "nextcloud", "nginx", "node",
                "perl", "php", "phpmyadmin", "python", "rabbitmq", "redis", "redmine", "registry",
                "ruby", "rust", "solr", "telegraf", "tomcat", "traefik", "varnish", "vault",
                "wordpress", "zookeeper",
            ].map { "library/" + $0 } + [
                // Each with releases `1.2.3` on GitHub, and tags `1.2` or `1` that follow them.
                "curlimages/curl", "filebrowser/filebrowser", "gitea/gitea",
                "gotenberg/gotenberg", "grafana/grafana", "jc21/nginx-proxy-manager",
                "louislam/uptime-kuma", "nginxinc/nginx-unprivileged", "nodered/node-red",
                "quay.io/keycloak/keycloak", "tailscale/tailscale", "traefik/whoami",
                "valkey/valkey",
                // https://www.home-assistant.io/faq/release: 2024.6.1, and 2024.6 follows.
                "ghcr.io/home-assistant/home-assistant", "homeassistant/home-assistant",
                // https://github.com/dotnet/dotnet-docker, supported-tags.md: 8.0 is floating.
                "mcr.microsoft.com/dotnet/aspnet", "mcr.microsoft.com/dotnet/runtime",
                "mcr.microsoft.com/dotnet/sdk",
            ]
        ),
        // https://clickhouse.com/docs/whats-new/changelog: 25.10.1.3832.
        (4, ["clickhouse/clickhouse-server", "library/clickhouse"]),
    ]

    /// Distributions, whose versions are rebuilt under the same tag; only a tag with a date is one
    /// build (docker-library/official-images, `library/ubuntu` and others).
    private static let rollingNames: Set<String> = [
        "library/almalinux", "library/amazonlinux", "library/fedora", "library/odoo",
        "library/oraclelinux", "library/rockylinux", "library/ubuntu",
    ]

    /// https://github.com/bitnami/containers, *Supported tags*: immutable tags end in a revision.
    private static let rollingOwners = ["bitnami/", "bitnamilegacy/"]
}
