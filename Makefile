# `make` alone lists the targets. Works with GNU make 3.81, the one that macOS has.
#
#   SWIFTFLAGS   more options for every `swift build` and `swift test`, such as --build-path or -Xswiftc ones
#   PREFIX       where `install` puts things, /usr/local unless told otherwise
#   DESTDIR      a folder before PREFIX, for packagers
#   INPUTS       how many inputs `fuzz` reads, a million unless told otherwise; SEED gives others
#   TARGET       what `libfuzzer` reads, a name that `fuzz` prints; RUNS how many inputs

SWIFT ?= swift
PREFIX ?= /usr/local

program = schemaledger
swift_sources = Package.swift Sources Tests

# Only Linux has a Swift runtime to carry along; on macOS it is part of the system.
ifeq ($(shell uname -s),Linux)
static = --static-swift-stdlib -Xlinker -s
endif
release = -c release --product $(program) $(static) $(SWIFTFLAGS)
# All tests are Swift Testing's; XCTest would only report that it has run none.
test_library = --disable-xctest
debug = --product $(program) $(SWIFTFLAGS)

# It compiles macros, which the program does without.
model_bench = -c release --scratch-path .build-bench --product ModelBench $(SWIFTFLAGS)

# Optimised as a release is, with the internals in reach as a test has them.
INPUTS ?= 1000000
SEED ?= 1
TARGET ?= statements
RUNS ?= 100000
fuzzing = --product Fuzzing -Xswiftc -O
seeds = .build-fuzz/seeds/$(TARGET)

bin_folder = $(DESTDIR)$(PREFIX)/bin
bash_folder = $(DESTDIR)$(PREFIX)/share/bash-completion/completions
zsh_folder = $(DESTDIR)$(PREFIX)/share/zsh/site-functions
fish_folder = $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d

.PHONY: help setup demo test tools kill-loop sample fuzz libfuzzer install uninstall bench format lint clean
.DEFAULT_GOAL := help

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-10s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))

setup: ## install libgit2, SQLite, pkg-config and git, where they are missing
	@SWIFT='$(SWIFT)' .ci/setup

demo: setup ## build, then play the whole story in a throw-away repository
	$(SWIFT) build $(debug)
	"$$($(SWIFT) build $(debug) --show-bin-path)/$(program)" demo

test: setup ## build and run all tests
	$(SWIFT) build --build-tests $(SWIFTFLAGS)
	$(SWIFT) test --skip-build $(test_library) $(SWIFTFLAGS)

tools: ## run the tests that drive programs from PyPI, installed below .build
	@SWIFT='$(SWIFT)' .ci/setup tools
	$(SWIFT) build --build-tests $(SWIFTFLAGS)
	SWIFT='$(SWIFT)' Tests/Tools/run $(SWIFTFLAGS)

kill-loop: ## build and stop the program at each system call that writes
	@WITH_STRACE=yes SWIFT='$(SWIFT)' .ci/setup
	$(SWIFT) build $(debug)
	SCHEMALEDGER_BIN_DIR="$$($(SWIFT) build $(debug) --show-bin-path)" Tests/KillLoop/run

sample: setup ## take Swift packages of three versions through a whole ledger
	$(SWIFT) build $(debug)
	SCHEMALEDGER_BIN_DIR="$$($(SWIFT) build $(debug) --show-bin-path)" Tests/SamplePackages/run

install: setup ## build for release and install below PREFIX, with shell completions
	$(SWIFT) build $(release)
	install -d "$(bin_folder)" "$(bash_folder)" "$(zsh_folder)" "$(fish_folder)"
	install -m 755 "$$($(SWIFT) build $(release) --show-bin-path)/$(program)" "$(bin_folder)"
	"$(bin_folder)/$(program)" completions bash > "$(bash_folder)/$(program)"
	"$(bin_folder)/$(program)" completions zsh > "$(zsh_folder)/_$(program)"
	"$(bin_folder)/$(program)" completions fish > "$(fish_folder)/$(program).fish"

uninstall: ## remove what install has installed
	rm -f "$(bin_folder)/$(program)" "$(bash_folder)/$(program)" "$(zsh_folder)/_$(program)" \
	  "$(fish_folder)/$(program).fish"

bench: setup ## build for release and measure against git, sqlite3 and GRDB
	$(SWIFT) build $(release)
	SCHEMALEDGER_BENCH=1 $(SWIFT) build $(model_bench)
	MODEL_BENCH="$$(SCHEMALEDGER_BENCH=1 $(SWIFT) build $(model_bench) --show-bin-path)/ModelBench" \
	SCHEMALEDGER_BIN_DIR="$$($(SWIFT) build $(release) --show-bin-path)" Tests/Bench/run

fuzz: export SCHEMALEDGER_FUZZING = 1
fuzz: setup ## read a million mutated inputs; those that fail are kept for `make test`
	$(SWIFT) build --scratch-path .build-fuzz $(fuzzing)
	.build-fuzz/debug/Fuzzing --inputs $(INPUTS) --seed $(SEED)

libfuzzer: export SCHEMALEDGER_FUZZING = 1
libfuzzer: setup ## the same for one TARGET, led by coverage; not with the toolchain of Xcode
	$(SWIFT) build --scratch-path .build-fuzz $(fuzzing)
	$(SWIFT) build --scratch-path .build-libfuzzer $(fuzzing) --sanitize fuzzer -Xswiftc -DCOVERAGE
	mkdir -p $(seeds)
	.build-fuzz/debug/Fuzzing seeds $(TARGET) $(seeds)
	FUZZ_TARGET=$(TARGET) .build-libfuzzer/debug/Fuzzing -runs=$(RUNS) $(seeds)

format: ## format the Swift sources in place
	$(SWIFT) format --in-place --recursive --parallel $(swift_sources)

lint: ## check the format and the house rules
	@status=0; \
	$(SWIFT) format lint --strict --recursive --parallel $(swift_sources) || status=1; \
	.ci/house || status=1; \
	exit $$status

clean: ## remove what was built
	$(SWIFT) package clean $(SWIFTFLAGS)
