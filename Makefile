# SPDX-License-Identifier: Apache-2.0
# `make` lists the commands. Everything built lies in build/<preset>, everything measured in results/.

JOBS ?= $(shell nproc)
PREFIX ?= /usr/local
BASE ?= origin/main
FUZZ_SECONDS ?= 60
BENCH_ARGS ?=
SOAK_ARGS ?= --kills=10000 --stops=1000 --cuts=10000 --droughts=1000
PERF_ARGS ?=
ECOSYSTEM ?= tests/ecosystem
ROS_SOURCES ?=

BATON := .venv/bin/baton
# ThreadSanitizer of GCC 12 cannot live with the address randomisation of newer kernels.
no_aslr = $(shell setarch -R true 2>/dev/null && echo setarch -R)
say = @printf '\n== %s\n' "$(1)"

.DEFAULT_GOAL := help
.PHONY: help perf bench competitors tour build release test platforms wheel ros2 check lint format tidy asan tsan arm64 arm64-stress loom fuzz soak docs install \
  package package-test \
  ecosystem packages \
  build-packages ros-packages lint-packages fuzz-packages docs-packages arm64-packages venv venv-if-possible clean
# One preset at a time: ninja already uses every core.
.NOTPARALLEL:

# Otherwise the first command would say "Permission denied" and no more.
ifneq ($(shell test -x tools/install_packages.sh && echo yes),yes)
  $(error Programs in $(CURDIR) cannot be executed: move this folder to a file system that is not mounted \
    noexec, or, if the files have lost their permissions, get them by `git clone`)
endif

help: ## list these commands
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## / {printf "  make %-14s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

perf: build-packages ## what zero copy is worth here: tables, and a page in results/ (4 minutes; the first time 12)
	$(call say,building perf_test (release))
	@tools/build.sh release $(JOBS) perf_test
	$(call say,measuring: UDP, Fast DDS, copy and zero copy beside the floor of this machine)
	@if tools/venv.sh command; then $(BATON) perf quick $(PERF_ARGS); else tools/perf_test_alone.sh; fi

bench: venv release ## the acceptance figures, with repetitions and spread, and the micro-benchmarks
	$(call say,measuring with repetitions)
	@$(BATON) perf bench $(BENCH_ARGS)

competitors: build-packages ## what `baton perf competitors` compares with: Cyclone DDS, iceoryx, iceoryx2, zenoh (15 minutes)
	@tools/competitors.sh $(JOBS)

tour: venv build-packages ## what the tour of README.md uses: examples and the command baton (build/release; 4 minutes after `make perf`)
	$(call say,building what the tour uses (release))
	@tools/build.sh release $(JOBS) tour
	@printf 'The tour begins in README.md, with:\n\n  export PATH="$$PWD/.venv/bin:$$PATH"\n'

build: packages ## library, perf_test and tests (build/dev)
	$(call say,building (dev))
	@tools/build.sh dev $(JOBS)

release: build-packages ## the optimised library, perf_test and the benchmarks (build/release)
	$(call say,building (release))
	@tools/build.sh release $(JOBS)

test: venv build ## every unit, system and model test
	$(call say,testing (dev))
	@ctest --preset dev -j $(JOBS)

platforms: build ## compilers, distributions and versions that this machine can show, as a table (three hours)
	$(call say,trying the platforms that this machine can show)
	@tests/platforms/platforms.py $(JOBS)

ros2: ## interoperation with a real ROS 2: one that is sourced, or that of ROS2_PREFIX; else skipped
	@tests/ros2/run.py

check: venv lint tidy asan tsan test ## lints, clang-tidy, short ASan and TSan runs, and last `make test`

lint: lint-packages ## the checks in tools/lint
	$(call say,lints)
	@tools/run_lints.sh

format: lint-packages ## format all C++ files as .clang-format says
	@tools/lint/formatting.py --fix

tidy: build ## clang-tidy over the sources that differ from BASE (origin/main; TIDY=all: over all)
	@tools/install_packages.sh tidy
	$(call say,clang-tidy)
	@BASE='$(BASE)' tools/run_tidy.sh build/dev

asan: packages ## the tests under AddressSanitizer and UndefinedBehaviorSanitizer
	$(call say,building and testing (asan))
	@tools/build.sh asan $(JOBS)
	@ctest --preset asan -j $(JOBS)

tsan: packages ## the tests under ThreadSanitizer
	$(call say,building and testing (tsan))
	@tools/build.sh tsan $(JOBS)
	@$(no_aslr) ctest --preset tsan -j $(JOBS)

arm64: arm64-packages ## build for ARM64 with a cross compiler, and run the tests in an emulator (root; an hour)
	$(call say,building and testing (arm64))
	@tools/arm64.sh build
	@tools/arm64.sh test
	@tools/arm64.sh boards

arm64-stress: ## on an ARM64 machine: does the stress notice each order that x86 keeps by itself? (BATON_STRESS_SECONDS=60)
	@[ "$$(uname -m)" = aarch64 ] || { echo "this needs an ARM64 machine, not $$(uname -m): x86 keeps these orders" >&2; exit 2; }
	@$(MAKE) --no-print-directory build
	@status=0; for program in build/dev/bin/shm_stress_without_*; do \
	  BATON_STRESS_SECONDS=$${BATON_STRESS_SECONDS:-60} "$$program" || status=1; done; exit $$status

loom: ## the orders of a message's path under the memory model of C11, by a twin in Rust (cargo, crates.io once; 2 minutes)
	@command -v cargo >/dev/null || { echo "skipped: loom needs cargo of Rust 1.73 or newer"; exit 0; }; \
	cargo fetch --quiet --locked --manifest-path tests/models/loom/Cargo.toml || \
	  { echo "skipped: crates.io, which has loom, cannot be reached"; exit 0; }; \
	cargo test --quiet --locked --manifest-path tests/models/loom/Cargo.toml --target-dir build/loom --lib

soak: build ## kills, stops, broken links and want of descriptors, at random for long (SOAK_ARGS)
	$(call say,soak (dev))
	@build/dev/bin/baton_soak $(SOAK_ARGS)

fuzz: fuzz-packages ## run every fuzzer for FUZZ_SECONDS (60) seconds
	$(call say,building (fuzz))
	@tools/build.sh fuzz $(JOBS)
	$(call say,fuzzing $(FUZZ_SECONDS) s each)
	@tools/run_fuzzers.sh build/fuzz $(FUZZ_SECONDS)

docs: docs-packages ## a reference of the public headers (build/docs/html)
	$(call say,writing the reference)
	@mkdir -p build/docs
	@doxygen tools/Doxyfile
	@printf 'reference: %s\n' "$(CURDIR)/build/docs/html/index.html"

install: ros-packages venv-if-possible release ## install below PREFIX (/usr/local), for ROS 2 packages too
	$(call say,installing to $(PREFIX))
	@cmake --install build/release --prefix $(PREFIX) >build/release/install.log || \
	  { tail -n 20 build/release/install.log; exit 1; }
	@printf 'To build and run ROS 2 packages:\n\n  source %s/share/baton/setup.bash\n' \
	  "$$(realpath $(PREFIX))"

wheel: venv ## the Python package as wheels, in build/wheels
	$(call say,building the wheels (some minutes the first time))
	@.venv/bin/python -m pip wheel --quiet --no-deps --wheel-dir build/wheels . ./python/rclpy_distribution
	@ls build/wheels/*.whl

package: ros-packages venv-if-possible ## Debian packages: baton, baton-dev and baton-tools, in build/package
	$(call say,building the Debian packages)
	@tools/install_packages.sh package
	@cmake --preset release -B build/package -D CMAKE_INSTALL_PREFIX=/usr \
	  -D BATON_BUILD_BENCHMARKS=OFF --log-level=WARNING
	@cmake --build build/package -j $(JOBS)
	@cd build/package && rm -f *.deb && cpack >cpack.log || { tail -n 20 cpack.log; exit 1; }
	@ls build/package/*.deb

package-test: package ## install and use them in a clean Debian 12, made by mmdebstrap (root, network)
	$(call say,using the Debian packages in a clean root)
	@tests/package/clean_root_test.sh build/package || [ $$? = 77 ]

ecosystem: venv install-packages-of-ecosystem release build ## build and run others' packages: ECOSYSTEM=<list> ROS_SOURCES=<folder>
	$(call say,building packages of others with colcon)
	@cmake --install build/release --prefix build/ecosystem/baton >build/release/install.log
	@status=0; tests/ecosystem/ecosystem.py --list $(ECOSYSTEM) --prefix build/ecosystem/baton \
	  --workspace build/ecosystem/workspace --colcon $(CURDIR)/.venv/bin/colcon --jobs $(JOBS) \
	  $(if $(ROS_SOURCES),--sources $(ROS_SOURCES)) || status=$$?; \
	if [ -d "$(ROS_SOURCES)/rclcpp" ]; then \
	  ROS_SOURCES=$(ROS_SOURCES) tests/ecosystem/rclcpp_tests/run.py || status=$$?; \
	else \
	  echo "skipped: the unit tests of rclcpp; no checkout of it is in ROS_SOURCES/rclcpp"; \
	fi; exit $$status

packages: ## install the Debian packages that are missing (tools/packages.txt)
	@tools/install_packages.sh build ros test docs model lint

install-packages-of-ecosystem:
	@tools/install_packages.sh build ros ecosystem

build-packages:
	@tools/install_packages.sh build

ros-packages:
	@tools/install_packages.sh build ros

lint-packages:
	@tools/install_packages.sh build lint

arm64-packages:
	@tools/install_packages.sh arm64

fuzz-packages:
	@tools/install_packages.sh build fuzz

docs-packages:
	@tools/install_packages.sh docs

# The extension of the Python package needs nanobind, from PyPI.
venv-if-possible: build-packages
	@tools/venv.sh || echo "without nanobind: Python nodes, and commands that take part in topics, are left out" >&2

venv: build-packages ## make or update .venv
	@tools/venv.sh

clean: ## remove build/ (results/ and .venv stay)
	rm -rf build
