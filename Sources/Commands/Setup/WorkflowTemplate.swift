import ArgumentParser
import Rules

/// A CI system's description of the check that runs for each change.
enum WorkflowTemplate: String, CaseIterable, ExpressibleByArgument {
    case github
    case gitlab

    /// From the top of the work tree.
    var path: String {
        switch self {
        case .github: ".github/workflows/sluice.yaml"
        case .gitlab: ".gitlab-ci.yml"
        }
    }

    /// Complete, with its last line break.
    var text: String {
        switch self {
        case .github: Self.gitHub
        case .gitlab: Self.gitLab
        }
    }

    /// Actions of others are named by commits, because tags move.
    private static let gitHub = """
        # Checks what each change brings, and shows it in the pull request.
        name: Sluice
        on:
          pull_request:
          push:
            branches: [main, master]
        permissions:
          contents: read
          security-events: write
        jobs:
          sluice:
            runs-on: ubuntu-latest
            steps:
              - uses: actions/checkout@3d3c42e5aac5ba805825da76410c181273ba90b1  # v7.0.1
                with:
                  fetch-depth: 2
                  persist-credentials: false
              # `git ls-remote \(ProjectAddress.repository) v\(Sluice.version)` tells the commit to pin this by.
              - uses: \(ProjectAddress.name)@v\(Sluice.version)

        """

    private static let gitLab = """
        # Checks what each merge request brings, and shows it in its widget for code quality.
        sluice:
          stage: test
          image:
            name: ghcr.io/\(ProjectAddress.name):\(Sluice.version)
            entrypoint: [""]
          variables:
            GIT_DEPTH: "0"
          rules:
            - if: $CI_PIPELINE_SOURCE == "merge_request_event"
            - if: $CI_COMMIT_BRANCH == $CI_DEFAULT_BRANCH
          script:
            - sluice check --base auto --output text --output gitlab=gl-code-quality-report.json --output markdown=sluice.md
          after_script:
            # On request, and with a token, findings and what the change deploys are a comment on the merge request.
            - |
              if [ "$SLUICE_COMMENT" = true ] && [ -n "$GITLAB_TOKEN" ] && [ -n "$CI_MERGE_REQUEST_IID" ]; then
                sluice diff auto --output markdown=deploys.md
                cat sluice.md deploys.md | sluice comment --file -
              fi
          artifacts:
            when: always
            reports:
              codequality: gl-code-quality-report.json

        """
}
