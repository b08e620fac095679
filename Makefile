# Every target sets itself up: V8 (tools/v8), packages of the tests, nothing by hand.
# `cargo` alone works as well, once RUSTY_V8_ARCHIVE is set to what `make v8` prints or
# wherever the v8 crate's own download works.

CARGO ?= cargo
# The archive is found or made first, then the command runs with it.
WITH_V8 := tools/v8/with

.DEFAULT_GOAL := help
.PHONY: help demo build dist dist-binary dist-test test test-all test-dist test-tools test-packages judges node-packages node-tests npm-table soak fuzz nightly lint lint-text docs bench bench-packages v8 clean need-cargo

help: ## list these targets
	@sed -n 's/^\([a-z0-9-]*\):[^#]*## \(.*\)/  make \1\t\2/p' $(MAKEFILE_LIST) | expand -t 16

# The development profile: a first build in minutes, and `make test` builds nothing of it twice.
demo: need-cargo node-packages ## build lumi for development and run an example
	@$(WITH_V8) $(CARGO) build --locked
	@tools/demo site

build: need-cargo node-packages ## build lumi with optimisation, in target/release
	@$(WITH_V8) $(CARGO) build --release --locked

# The binary that is shipped and measured, in target/dist: a quarter of an hour on two cores.
dist-binary: need-cargo node-packages
	@tools/dist/build > /dev/null

test: test-tools test-packages need-cargo node-packages ## run the tests; those without their peers (`make judges`) are skipped
	@[ ! -e target/terraform-providers/kit ] || tools/terraform-providers kit legacy giant
	@[ ! -e target/pulumi-providers/shop ] || tools/pulumi-providers shop shop-next
	@$(WITH_V8) tools/test

# The providers that take minutes to build are built first. The table of docs/providers.md says what came of each.
test-all: judges test-tools test-packages need-cargo node-packages ## run every test, also with large providers, and date the table of providers
	@tools/terraform-providers aws kubernetes
	@mkdir -p target
	@CI=true $(WITH_V8) $(CARGO) test --locked --no-fail-fast > target/test-all.log 2>&1; result=$$?; cat target/test-all.log; \
	  tools/provider-table --from target/test-all.log; exit $$result

# The tests of the scripts that find and build V8, and of the check of licences: seconds, no network.
test-tools:
	@tools/v8/test
	@tools/licenses test

# Packages that some tests read from npm, and servers from PyPI that some start. Without npm or Python those tests are
# skipped.
TEST_PACKAGES := npm-packages python-packages sdk-packages
test-packages: $(TEST_PACKAGES:%=get-%)

# Kept outside the clone (tools/kept). A first build takes a quarter of an hour.
JUDGES := browser terraform-providers pulumi-providers pulumi-engine opentofu nats postgres
judges: $(JUDGES:%=get-%) ## build OpenTofu, Pulumi's engine and providers, NATS, and install a browser and Postgres: `make test` compares with them then

.PHONY: $(TEST_PACKAGES:%=get-%) $(JUDGES:%=get-%)
$(TEST_PACKAGES:%=get-%) $(JUDGES:%=get-%): get-%:
	@tools/$*

# Code of npm packages that is compiled into lumi (src/host/build/npm.rs).
node-packages:
	@command -v npm > /dev/null || [ -d tools/node-packages/node_modules ] || { \
	  echo "npm is not installed, and lumi contains code of npm packages: get Node.js from https://nodejs.org, then run this again" >&2; exit 1; }
	@tools/npm-packages tools/node-packages
	@[ -d tools/node-packages/node_modules ] || { \
	  echo "lumi contains code of npm packages, which npm could not install: what it said stands above; run this again" >&2; exit 1; }

# `tools/node-tests/run fs net` tries other modules; LUMI is another binary than that of development.
node-tests: need-cargo node-packages ## run Node's own tests of nine modules in lumi
	@$(WITH_V8) $(CARGO) build --locked
	@tools/node-tests/run

# Packages of npm at work in Node and in lumi, with the servers they need, and as libraries; writes the tables of docs/npm.md.
npm-table: need-cargo node-packages ## compare what packages of npm do in Node and in lumi
	@tests/npm/setup
	@$(WITH_V8) $(CARGO) build --locked
	@tests/npm/node_modules/.bin/node tests/npm/run.mjs $(CURDIR)/target/debug/lumi --write
	@tests/npm/node_modules/.bin/node tests/npm/libraries/run.mjs $(CURDIR)/target/debug/lumi --write

# LUMI_SOAK_ROUNDS says how many rounds of random programs and kills there are (200), LUMI_SOAK_SEED
# which ones: the seed of a run is printed, and repeats its programs.
soak: need-cargo node-packages ## kill runs at every write and at random times, for minutes
	@$(WITH_V8) $(CARGO) test --workspace --lib --locked -- --ignored soak_
	@PROPTEST_CASES=1000 $(WITH_V8) $(CARGO) test --workspace --lib --locked -- tests::faults tests::wire
	@$(WITH_V8) $(CARGO) test --locked --test it -- --ignored --nocapture --test-threads 1 soak_

# Every target for LUMI_FUZZ_SECONDS (60), two at once for each processor.
fuzz: need-cargo node-packages ## feed random bytes to all that reads files and messages
	@$(WITH_V8) tools/fuzz/run

# The long searches, with other inputs each time: an hour on two cores.
nightly: judges soak ## everything that CI samples: all fuzzers with new seeds and a kept corpus, random programs and kills, all tests in other processes
	@LUMI_FUZZ_SECONDS=300 $(MAKE) fuzz
	@LUMI_TEST_SHARE=all $(MAKE) test

lint: lint-text need-cargo node-packages ## check format, lints and licences
	@$(WITH_V8) $(CARGO) clippy --workspace --all-targets --locked -- -D warnings

lint-text: need-cargo node-packages
	@$(CARGO) fmt --check
	@tools/comments
	@tools/typescript/lint
	@tools/licenses check

# A folder of packages for each platform; `make dist-test` installs and runs them.
dist: dist-binary get-python-packages ## build the binary and the packages that are shipped
	@tools/dist/package target/dist/lumi target/dist/packages

dist-test: dist
	@tools/dist/test target/dist/packages --shipped

# The scripts that make packages, tried with the development build.
test-dist: need-cargo node-packages get-python-packages
	@$(WITH_V8) $(CARGO) build --locked
	@tools/dist/package target/debug/lumi target/debug/packages --fast
	@tools/dist/test target/debug/packages

# Needs npm: VitePress and TypeDoc. Links that lead nowhere are errors.
docs: ## build the documentation as a site with a search, in target/docs
	@tools/npm-packages docs/site
	@cd docs/site && node build.mjs

bench: dist-binary bench-packages ## measure speed, side by side with deno, bun and pulumi
	@$(CARGO) build --release --locked --quiet --manifest-path examples/plugin-rust/Cargo.toml --target-dir target/plugin-rust
	@$(CARGO) run --release --locked --quiet --package lumi-bench

# What lumi is compared with: about 200 MB. Without npm, lumi alone is measured.
bench-packages:
	@tools/npm-packages benches

v8: ## find or make the V8 archive and print its path
	@tools/v8/provide

clean: ## remove what was built, but not the V8 archive
	@$(CARGO) clean

need-cargo:
	@command -v $(CARGO) > /dev/null || { \
	  echo "cargo is not installed: get Rust from https://rustup.rs, then run this again" >&2; exit 1; }
