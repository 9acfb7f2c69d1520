# `make help` lists what is here. Works with GNU make 3.81 and later.

PREFIX = /usr/local
DESTDIR =
REPO =

# Swift's own libraries go into the program, so it runs where no toolchain is installed.
# macOS ships them with the system and cannot link them statically.
BUILD_FLAGS := -c release --product sluice $(if $(filter Linux,$(shell uname -s)),--static-swift-stdlib)
PROGRAM = $(CURDIR)/.build/release/sluice
FORMATTED := Package.swift Sources Tests $(wildcard rules Benchmarks)

.PHONY: help demo test build install deb format rule clean

help: ## list these targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-8s %s\n", $$1, $$2 }' Makefile

demo: build ## build, then check the faulty example, or your repository: REPO=../fleet
	@scripts/demo '$(PROGRAM)' '$(REPO)'

# Few tests at a time: all at once, those that wait for a server wait for a thread instead, and give up.
test: ## set up, check the format, build and run all tests
	@scripts/set-up test
	swift format lint --strict --recursive $(FORMATTED)
	SLUICE_STRICT=1 swift build --build-tests
	SLUICE_STRICT=1 swift test --skip-build --disable-xctest \
		--experimental-maximum-parallelization-width 6

build: ## install missing system packages and build the program for release
	@scripts/set-up build
	swift build $(BUILD_FLAGS)

# Root often lacks the user's toolchain: then what was built before is installed.
install: ## build, then install program, completions and man page; PREFIX=/usr/local, DESTDIR
	@if command -v swift >/dev/null || [ ! -x '$(PROGRAM)' ]; then $(MAKE) build; fi
	@scripts/lay-out '$(PROGRAM)' '$(DESTDIR)$(PREFIX)'

deb: build ## build, then pack a Debian package and its checksums into .build/dist
	@scripts/set-up deb
	@scripts/make-deb '$(PROGRAM)' .build/dist

format: ## format all Swift sources
	swift format --in-place --recursive $(FORMATTED)

rule: ## lay out the files of a new rule: ID=image-foo
	@scripts/new-rule '$(ID)'

clean: ## remove everything that was built
	rm -rf .build
