# `make` without a target lists the targets. Requires GNU make 3.81, the version of macOS, or newer.
#
#   SWIFTFLAGS   additional options for every `swift build` and `swift test`, such as --build-path or -Xswiftc
#   PREFIX       the folder that `install` installs to; default /usr/local
#   DESTDIR      a folder to prepend to PREFIX, for packagers
#   INPUTS       the number of inputs that `fuzz` reads; default 1000000. SEED selects different inputs
#   TARGET       the target of `libfuzzer`, a name that `fuzz` prints. RUNS is the number of inputs

SWIFT ?= swift
# SwiftPM (6.3.1) passes the package's traits to the compiler in the order of a set. Without this variable, the order may be
# another one in the next build, which then compiles everything again.
BUILD = SWIFT_DETERMINISTIC_HASHING=1 $(SWIFT) build
PREFIX ?= /usr/local

program = schemaledger
swift_sources = Package.swift Sources Tests

# The Swift runtime is linked statically on Linux only; on macOS it is part of the system.
ifeq ($(shell uname -s),Linux)
# Nothing loads the program as a library, so it exports no symbols for the dynamic loader to sort through. The loader would look
# up each of the 3,000 symbols that libstdc++ refers to in itself; the linker does that once. The folder has no other library.
static = --static-swift-stdlib -Xlinker -s -Xlinker --no-export-dynamic -Xswiftc '-L$(CURDIR)/.build/static'
static_libraries = .build/static/libstdc++.a
# Takes less time than the toolchain's compiler; see there.
compiler = SWIFT_EXEC='$(CURDIR)/.ci/swiftc' COMPILER="$$(dirname "$$(command -v $(SWIFT))")/swiftc"

# Swift's toolchain needs the files of libstdc++. If they lack the static library, the program links the shared one.
$(static_libraries):
	mkdir -p $(@D)
	for compiler in clang cc; do \
	  file=$$($$compiler -print-file-name=$(@F) 2> /dev/null) && [ -f "$$file" ] && ln -sf "$$file" $@ && break; done; true
endif
release = -c release --product $(program) $(static) $(SWIFTFLAGS)
BUILD_RELEASE = $(compiler) $(BUILD) $(release)
debug = --product $(program) $(SWIFTFLAGS)

# This product compiles macros, which the program does not need.
model_bench = -c release --scratch-path .build-bench --product ModelBench $(SWIFTFLAGS)

# Optimised like a release, but with access to internal declarations like a test.
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
man_folder = $(DESTDIR)$(PREFIX)/share/man
library_folder = $(DESTDIR)$(PREFIX)/share/schemaledger/library

.PHONY: help setup demo test tools engines ci-jobs ci-schemas kill-loop concurrency attacks last-threads failing-calls mutated-files mutants allocations apple-types \
  man-pages new-finding new-rule report-page sample documents site rules fuzz libfuzzer dist packages install uninstall bench growth format lint clean
.DEFAULT_GOAL := help

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-13s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))

setup: ## install libgit2, SQLite, OpenSSL, pkg-config and git, if they are missing
	@SWIFT='$(SWIFT)' .ci/setup

demo: setup ## build, then show the whole workflow in a temporary repository
	$(BUILD) $(debug)
	"$$($(BUILD) $(debug) --show-bin-path)/$(program)" demo

test: setup ## build and run all tests
	$(BUILD) --build-tests $(SWIFTFLAGS)
	env $$(.ci/memory-folder) $(SWIFT) test --skip-build --disable-xctest $(SWIFTFLAGS)
	env $$(.ci/memory-folder) $(SWIFT) test --skip-build --disable-swift-testing $(SWIFTFLAGS)

tools: engines ## run the tests that use programs from PyPI, which are installed in .build, and Rails
	@WITH_RAILS=yes SWIFT='$(SWIFT)' .ci/setup tools
	$(BUILD) --build-tests $(SWIFTFLAGS)
	SWIFT='$(SWIFT)' Tests/Scripts/Tools/run $(SWIFTFLAGS)

engines: ## build, then run the recipes of Docs/ManyMachines.md on Slurm, GNU parallel, xargs and dask
	@WITH_ENGINES=yes SWIFT='$(SWIFT)' .ci/setup tools
	$(BUILD) $(debug)
	SCHEMALEDGER_BIN_DIR="$$($(BUILD) $(debug) --show-bin-path)" Tests/Scripts/Engines/run

kill-loop: ## build, then interrupt the program at each system call that writes
	@WITH_STRACE=yes SWIFT='$(SWIFT)' .ci/setup
	$(BUILD) $(debug)
	SCHEMALEDGER_BIN_DIR="$$($(BUILD) $(debug) --show-bin-path)" Tests/Scripts/KillLoop/run
	$(BUILD) --product MigrationKill $(SWIFTFLAGS)
	SCHEMALEDGER_BIN_DIR="$$($(BUILD) --show-bin-path $(SWIFTFLAGS))" Tests/Scripts/KillLoop/migration
	SCHEMALEDGER_BIN_DIR="$$($(BUILD) --show-bin-path $(SWIFTFLAGS))" Tests/Scripts/KillLoop/sharing

failing-calls: ## build, then let system calls of commands fail
	@WITH_STRACE=yes SWIFT='$(SWIFT)' .ci/setup
	$(BUILD) $(debug)
	SCHEMALEDGER_BIN_DIR="$$($(BUILD) $(debug) --show-bin-path)" Tests/Scripts/FailingCalls/run

mutated-files: setup ## build, then run the program on repositories with a damaged file
	$(BUILD) $(debug)
	SCHEMALEDGER_BIN_DIR="$$($(BUILD) $(debug) --show-bin-path)" Tests/Scripts/MutatedFiles/run

mutants: ## build, then put faults into migrations, and count those that are found
	@WITH_PYTHON=yes SWIFT='$(SWIFT)' .ci/setup
	$(BUILD) $(debug)
	SCHEMALEDGER_BIN_DIR="$$($(BUILD) $(debug) --show-bin-path)" Tests/Scripts/Mutants/run --limit 1 --least 75
	SCHEMALEDGER_BIN_DIR="$$($(BUILD) $(debug) --show-bin-path)" Tests/Scripts/Mutants/run --frozen

concurrency: setup ## build, then run several commands at once on one repository
	$(BUILD) $(debug)
	SCHEMALEDGER_BIN_DIR="$$($(BUILD) $(debug) --show-bin-path)" Tests/Scripts/Concurrency/run

attacks: setup ## build, then rewrite what a ledger has frozen in many ways, and see whether it is noticed
	$(BUILD) $(debug)
	SCHEMALEDGER_BIN_DIR="$$($(BUILD) $(debug) --show-bin-path)" Tests/Scripts/Attacks/run

last-threads: setup ## build, then count the runs on damaged repositories that a signal ends while the machine is busy
	$(BUILD) $(debug)
	SCHEMALEDGER_BIN_DIR="$$($(BUILD) $(debug) --show-bin-path)" Tests/Scripts/LastThreads/run

ci-jobs: ## build, then run the script for CI under stubs of GitHub Actions and GitLab
	@WITH_PYTHON=yes SWIFT='$(SWIFT)' .ci/setup
	$(BUILD) $(debug)
	SCHEMALEDGER_BIN_DIR="$$($(BUILD) $(debug) --show-bin-path)" Tests/Scripts/CIJobs/run

ci-schemas: ## the same for the action, the workflow and the component, with schemas and tools from PyPI
	@SWIFT='$(SWIFT)' .ci/setup tools
	$(BUILD) $(debug)
	SCHEMALEDGER_BIN_DIR="$$($(BUILD) $(debug) --show-bin-path)" Tests/Scripts/CIJobs/schemas

apple-types: ## build, then type-check what only Apple's systems compile
	$(BUILD) --target Percy $(SWIFTFLAGS)
	SWIFT='$(SWIFT)' SCHEMALEDGER_BIN_DIR="$$($(BUILD) --show-bin-path $(SWIFTFLAGS))" Tests/Scripts/AppleTypes/run

allocations: setup ## build, then let allocations of SQLite and libgit2 fail in each command
	$(BUILD) $(debug)
	SCHEMALEDGER_BIN_DIR="$$($(BUILD) $(debug) --show-bin-path)" Tests/Scripts/Allocations/run

man-pages: ## build, then check the man pages with mandoc and man
	@WITH_MANDOC=yes SWIFT='$(SWIFT)' .ci/setup
	$(BUILD) $(debug)
	SCHEMALEDGER_BIN_DIR="$$($(BUILD) $(debug) --show-bin-path)" Tests/Scripts/ManPages/run

report-page: ## build, then check sample pages of `report` in Chromium
	@WITH_CHROMIUM=yes SWIFT='$(SWIFT)' .ci/setup
	$(BUILD) --product SampleReports $(SWIFTFLAGS)
	SCHEMALEDGER_BIN_DIR="$$($(BUILD) --show-bin-path $(SWIFTFLAGS))" Tests/Scripts/Report/run

sample: setup ## test the whole workflow with sample Swift packages
	$(BUILD) $(debug)
	SCHEMALEDGER_BIN_DIR="$$($(BUILD) $(debug) --show-bin-path)" Tests/Scripts/SamplePackages/run

documents: setup ## compile and run the Swift code of Docs/SwiftPackages.md, of the DocC pages and of the founding documents
	Tests/Scripts/Documents/run

site: ## build the pages of the README, of Docs, of the commands and of the DocC catalogs in .build/site, with programs from PyPI
	@SWIFT='$(SWIFT)' .ci/setup tools
	$(BUILD) $(debug)
	SCHEMALEDGER_BIN_DIR="$$($(BUILD) $(debug) --show-bin-path)" Docs/Site/build

rules: ## compare the layouts of random models, and a store, with a checker in Python that does not know the Swift sources
	@SWIFT='$(SWIFT)' .ci/setup tools
	$(BUILD) --product LayoutLines $(SWIFTFLAGS)
	$(BUILD) --product WrittenStore $(SWIFTFLAGS)
	Tests/Scripts/CoreDataRules/run "$$($(BUILD) --show-bin-path $(SWIFTFLAGS))"

install: setup $(static_libraries) ## build for release and install to PREFIX, with shell completions, man pages, and LINKS='strata freezeray'
	$(BUILD_RELEASE)
	install -d "$(bin_folder)" "$(bash_folder)" "$(zsh_folder)" "$(fish_folder)"
	install -m 755 "$$($(BUILD_RELEASE) --show-bin-path)/$(program)" Hooks/schemaledger-ci "$(bin_folder)"
	rm -rf "$(library_folder)" && .ci/library "$(library_folder)"
	for name in $(LINKS); do ln -sf $(program) "$(bin_folder)/$$name" || exit 1; done
	"$(bin_folder)/$(program)" completions bash > "$(bash_folder)/$(program)"
	"$(bin_folder)/$(program)" completions zsh > "$(zsh_folder)/_$(program)"
	"$(bin_folder)/$(program)" completions fish > "$(fish_folder)/$(program).fish"
	"$(bin_folder)/$(program)" man-pages .build/man
	for page in .build/man/*; do \
	  install -d "$(man_folder)/man$${page##*.}" && install -m 644 "$$page" "$(man_folder)/man$${page##*.}" || exit 1; done
	@echo "installed $(bin_folder)/$(program) ($$(du -h "$(bin_folder)/$(program)" | cut -f1)), schemaledger-ci, completions" \
	  "and $$(ls .build/man | wc -l | tr -d ' ') man pages"
	@echo "it needs these libraries of the system:" $$(.ci/needed-libraries "$(bin_folder)/$(program)")
	@echo "see: $(program) help install"

uninstall: ## remove the installed files
	for name in strata freezeray; do \
	  [ "$$(readlink "$(bin_folder)/$$name")" != $(program) ] || rm -f "$(bin_folder)/$$name"; done
	rm -f "$(bin_folder)/$(program)" "$(bin_folder)/schemaledger-ci" "$(bash_folder)/$(program)" "$(zsh_folder)/_$(program)" \
	  "$(fish_folder)/$(program).fish"
	rm -rf "$(library_folder)"
	rm -f "$(man_folder)/man1/$(program).1" "$(man_folder)/man1/$(program)"-*.1 "$(man_folder)/man5/$(program).yml.5" \
	  "$(man_folder)/man7/$(program)-guide.7"

dist: ## make a tarball, a Debian package, a Python wheel and what belongs to a release in .build-dist/out, from the last commit; Debian only
	@WITH_DIST=yes SWIFT='$(SWIFT)' .ci/setup
	SWIFT='$(SWIFT)' .ci/dist

packages: ## make them in two folders, compare them, and install them in bare systems; root only
	@WITH_DIST=yes SWIFT='$(SWIFT)' .ci/setup
	SWIFT='$(SWIFT)' Tests/Scripts/Packages/run

bench: setup $(static_libraries) ## build for release, then compare the speed with git, sqlite3 and GRDB
	$(BUILD_RELEASE)
	SCHEMALEDGER_BENCH=1 $(BUILD) $(model_bench)
	MODEL_BENCH="$$(SCHEMALEDGER_BENCH=1 $(BUILD) $(model_bench) --show-bin-path)/ModelBench" \
	SCHEMALEDGER_BIN_DIR="$$($(BUILD_RELEASE) --show-bin-path)" Tests/Scripts/Bench/run

growth: setup $(static_libraries) ## build for release, then measure how time and memory grow; it takes an hour
	$(BUILD_RELEASE)
	SCHEMALEDGER_BIN_DIR="$$($(BUILD_RELEASE) --show-bin-path)" Tests/Scripts/Growth/run

fuzz: export SCHEMALEDGER_FUZZING = 1
fuzz: setup ## read a million mutated inputs; `make test` replays those that fail
	$(BUILD) --scratch-path .build-fuzz $(fuzzing)
	.build-fuzz/debug/Fuzzing --inputs $(INPUTS) --seed $(SEED)

libfuzzer: export SCHEMALEDGER_FUZZING = 1
libfuzzer: setup ## the same for one TARGET, guided by coverage; not with Xcode's toolchain
	$(BUILD) --scratch-path .build-fuzz $(fuzzing)
	$(BUILD) --scratch-path .build-libfuzzer $(fuzzing) --sanitize fuzzer -Xswiftc -DCOVERAGE
	mkdir -p $(seeds)
	.build-fuzz/debug/Fuzzing seeds $(TARGET) $(seeds)
	FUZZ_TARGET=$(TARGET) .build-libfuzzer/debug/Fuzzing -runs=$(RUNS) $(seeds)

new-finding: ## write the skeleton of a finding: CODE=SL321 NAME=some-name
	@.ci/new-finding '$(CODE)' '$(NAME)'

new-rule: ## write the skeleton of a rule of lint and of its page: make new-rule CODE=SL461 NAME=some-name
	@.ci/new-rule '$(CODE)' '$(NAME)'

format: ## format the Swift sources in place
	$(SWIFT) format --in-place --recursive --parallel $(swift_sources)

lint: ## check the format and the project's rules
	@status=0; \
	$(SWIFT) format lint --strict --recursive --parallel $(swift_sources) || status=1; \
	.ci/house || status=1; \
	exit $$status

clean: ## remove build products
	$(SWIFT) package clean $(SWIFTFLAGS)
