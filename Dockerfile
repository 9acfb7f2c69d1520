# A container for CI systems and for `sluice serve`: the program, Git with what remotes need (HTTPS
# and SSH), and the libraries that the Debian package asks for.
# A release names both images by digest: --build-arg DEBIAN_IMAGE=debian@sha256:…
ARG SWIFT_IMAGE=docker.io/library/swift:6.3.1-bookworm
ARG DEBIAN_IMAGE=docker.io/library/debian:bookworm-slim

FROM ${SWIFT_IMAGE} AS build
WORKDIR /src
COPY . .
RUN apt-get update && apt-get install -y --no-install-recommends dpkg-dev make python3 && make deb

FROM ${DEBIAN_IMAGE}
LABEL org.opencontainers.image.source="https://github.com/OWNER/sluice" \
    org.opencontainers.image.licenses="Apache-2.0"
# A mounted repository belongs to whoever checked it out. Trusting it is safe here, because nothing that
# a repository names is ever run.
RUN --mount=type=bind,from=build,source=/src/.build/dist,target=/dist \
    apt-get update \
    && apt-get install -y --no-install-recommends \
        /dist/*.deb ca-certificates openssh-client \
    && rm -rf /var/lib/apt/lists/* \
    && git config --system --add safe.directory '*'
USER 65534:65534
ENTRYPOINT ["sluice"]
CMD ["check"]
