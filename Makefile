# The front door. Plain make, 3.81 of macOS included; each target installs what it lacks and says so.

SWIFT ?= swift
# Arguments of HandshakeSim for "make run".
ARGS ?= --dh

# Where "make install" puts the program.
PREFIX ?= /usr/local

# The tests and "make run" share their builds of the libraries. In the tests' build the cores that they work most are optimized.
TESTS = --traits Tested

.PHONY: help run test lint release bench museum install uninstall dist

help:
	@echo "make run      build and run:  HandshakeSim $(ARGS)  (others: make run ARGS='--help')"
	@echo "make test     every test, judged by openssl and tshark among others"
	@echo "make lint     the code's style"
	@echo "make release  an optimised program, and where it is"
	@echo "make install  an optimised program below PREFIX ($(PREFIX)), with manual page and completions"
	@echo "make dist     archives for people without a toolchain, in dist/"
	@echo "make museum   what each attack costs under fifty seeds, beside its formula"
	@echo "make bench    how fast it is; the first time it builds for some minutes"

run:
	@scripts/set-up run
	$(SWIFT) run HandshakeSim $(ARGS)

# A Terminal of macOS lets a program open 256 files; the tests run side by side, each with pipes and sockets.
test:
	@scripts/set-up test
	@limit=$$(ulimit -n); [ "$$limit" = unlimited ] || [ "$$limit" -ge 4096 ] || ulimit -S -n 4096; \
	    PATH="$$(scripts/set-up path)"; export PATH; set -x; $(SWIFT) test $(TESTS)

lint:
	$(SWIFT) format lint --strict -r Sources Tests Benchmarks

release:
	@scripts/set-up run
	$(SWIFT) build -c release --product HandshakeSim
	@echo "$$($(SWIFT) build -c release --show-bin-path)/HandshakeSim"

install: release
	@scripts/install "$(DESTDIR)$(PREFIX)"

uninstall:
	@scripts/install --undo "$(DESTDIR)$(PREFIX)"

dist:
	@scripts/set-up run
	@scripts/dist

museum:
	@scripts/set-up run
	$(SWIFT) build -c release --product HandshakeSim
	@scripts/museum "$$($(SWIFT) build -c release --show-bin-path)/HandshakeSim"

bench:
	@scripts/set-up run
	$(SWIFT) run -c release TCPBenchmarks
	$(SWIFT) run -c release TLSBenchmarks
	$(SWIFT) run -c release TrustBenchmarks
	$(SWIFT) run -c release ExplorerBenchmarks
	$(SWIFT) run -c release ExplainBenchmarks
