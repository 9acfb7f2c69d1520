import TestSupport
import Testing

@testable import CloudRegistries
@testable import WebAccess

struct CloudRegistryTests {
    private func registry(_ host: String) throws -> CloudRegistry? {
        CloudRegistry(try #require(WebHost(host)))
    }

    @Test(arguments: [
        (
            "123456789012.dkr.ecr.eu-west-1.amazonaws.com", "eu-west-1",
            "api.ecr.eu-west-1.amazonaws.com"
        ),
        (
            "123456789012.dkr.ecr-fips.us-gov-west-1.amazonaws.com", "us-gov-west-1",
            "ecr-fips.us-gov-west-1.amazonaws.com"
        ),
        (
            "123456789012.dkr.ecr.cn-north-1.amazonaws.com.cn", "cn-north-1",
            "api.ecr.cn-north-1.amazonaws.com.cn"
        ),
        ("123456789012.dkr-ecr.eu-west-1.on.aws", "eu-west-1", "api.ecr.eu-west-1.amazonaws.com"),
        (
            "123456789012.dkr-ecr.cn-north-1.on.amazonwebservices.com.cn", "cn-north-1",
            "api.ecr.cn-north-1.amazonaws.com.cn"
        ),
        (
            "123456789012.dkr.ecr.eusc-de-east-1.amazonaws.eu", "eusc-de-east-1",
            "api.ecr.eusc-de-east-1.amazonaws.eu"
        ),
        (
            "123456789012.dkr.ecr.us-iso-east-1.c2s.ic.gov", "us-iso-east-1",
            "api.ecr.us-iso-east-1.c2s.ic.gov"
        ),
        ("public.ecr.aws", "us-east-1", "api.ecr-public.us-east-1.amazonaws.com"),
        ("ecr-public.aws.com", "us-east-1", "api.ecr-public.us-east-1.amazonaws.com"),
    ])
    func `registries of Amazon are recognised`(host: String, region: String, api: String) throws {
        guard case .aws(let found)? = try registry(host) else {
            Issue.record("\(host) is not recognised")
            return
        }
        #expect(found.region == region)
        #expect(found.apiHost == api)
    }

    @Test(arguments: [
        "gcr.io", "eu.gcr.io", "europe-west1-docker.pkg.dev", "docker.s3nsregistry.fr",
    ])
    func `registries of Google are recognised`(host: String) throws {
        #expect(try registry(host) == .google)
    }

    @Test(arguments: ["org.azurecr.io", "org.azurecr.cn", "org.azurecr.us", "org.azurecr.de"])
    func `registries of Azure are recognised`(host: String) throws {
        #expect(try registry(host)?.provider == .azure)
    }

    @Test(arguments: [
        "123456789012.dkr.ecr.eu-west-1.amazonaws.com.evil.example",
        "123456789012.dkr-ecr.eu-west-1.on.aws.evil.example",
        "12345678901.dkr.ecr.eu-west-1.amazonaws.com",
        "1234567890123.dkr.ecr.eu-west-1.amazonaws.com",
        "evil.123456789012.dkr.ecr.eu-west-1.amazonaws.com", "123456789012.dkr.ecr.amazonaws.com",
        "123456789012.dkr.ecr.a.b.amazonaws.com", "123456789012.dkr.ecr.-x.amazonaws.com",
        "123456789012.dkr.ecr.eu-west-1.amazonaws.com:8443",
        "123456789012.dkr.ecrx.eu.amazonaws.com",
        "public.ecr.aws.evil.example", "x.public.ecr.aws", "evilpublic.ecr.aws",
        "gcr.io.evil.example", "evilgcr.io", "a.b.gcr.io", "-docker.pkg.dev", "x.y-docker.pkg.dev",
        "docker.pkg.dev", "gcr.io:5000", "org.azurecr.io.evil.example", "azurecr.io", ".azurecr.io",
        "evilazurecr.io", "ghcr.io", "localhost",
    ])
    func `hosts that only look like a cloud's get nothing`(host: String) async throws {
        #expect(try registry(host) == nil)
        let cloud = FakeCloud { _ in .json("{}") }
        let environment = ["AWS_ACCESS_KEY_ID": "A", "AWS_SECRET_ACCESS_KEY": "s"]
        #expect(try await cloud.login(host, environment) == nil)
        for provider in CloudProvider.allCases {
            #expect(
                await cloud.failure(host, environment, provider: provider)
                    == .foreignHost(host: host, provider))
        }
        #expect(cloud.addresses.isEmpty)
    }

    @Test func `a provider refuses the hosts of other clouds`() async throws {
        let cloud = FakeCloud { _ in nil }
        #expect(
            await cloud.failure("gcr.io", [:], provider: .aws)
                == .foreignHost(host: "gcr.io", .aws))
        #expect(cloud.addresses.isEmpty)
    }

    @Test func `a file describes a cloud of Azure's that is not public`() async throws {
        let folder = try TemporaryDirectory()
        try folder.write(
            "env.json",
            """
            {"containerRegistryDNSSuffix": "registry.corp.example",
             "resourceManagerEndpoint": "https://management.corp.example/"}
            """)
        let cloud = FakeCloud { request in
            request.address.path == "/oauth2/exchange"
                ? nil : .json(#"{"access_token": "t", "expires_in": 3600}"#)
        }
        let environment = [
            "AZURE_ENVIRONMENT_FILEPATH": "\(folder.path)/env.json", "AZURE_TENANT_ID": "tenant",
            "AZURE_CLIENT_ID": "client", "AZURE_CLIENT_SECRET": "s",
        ]
        _ = await cloud.failure("org.registry.corp.example", environment)
        let first = try #require(cloud.sent.first)
        #expect(first.text.contains("scope=https%3A%2F%2Fmanagement.corp.example%2F.default"))
        #expect(cloud.addresses.last == "https://org.registry.corp.example/oauth2/exchange")
        try folder.write("env.json", #"{"containerRegistryDNSSuffix": "example"}"#)
        #expect(
            await cloud.failure("org.example", environment)
                == .malformedFile(
                    path: "\(folder.path)/env.json", setting: "`AZURE_ENVIRONMENT_FILEPATH`"))
    }
}
