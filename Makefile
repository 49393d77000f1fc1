# make run and make test are all a newcomer needs. `make help` lists the rest.
SHELL := bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help

STATICCHECK := honnef.co/go/tools/cmd/staticcheck@v0.8.2
GOVULNCHECK := golang.org/x/vuln/cmd/govulncheck@v1.9.0

# The race detector needs a C compiler; without one the tests run plainly and say so.
RACE := $(if $(shell command -v $$(go env CC)),-race)
# Pure packages without goroutines: there is nothing to race, and their long tables would take ten times as long under the detector.
PURE := agent/stream|agent/toolcall|agent/promise|agent/budget|autonomy/followup|autonomy/governor|autonomy/reminder|calendar|calendar/event|calendar/ics|channels/render|internal/cronspec|internal/text|internal/casecheck|internal/style|internal/bench/recall|memory/facts|memory/heuristics
TESTLOG := awk -f internal/tools/testlog.awk

.PHONY: help run build test check vulnerabilities bench prove stack stack-stop

help: ## list the targets
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' $(MAKEFILE_LIST) | expand -t 16

build: ## build ./kokoron
	@go build -trimpath -ldflags '-s -w' -o kokoron ./cmd/kokoron

run: build ## build kokoron and chat with it in this terminal
	@exec ./kokoron chat

test: ## all tests; names what is skipped and why
	@$(if $(RACE),,echo "no C compiler: the race detector is off")
	@internal/tools/browser
	@servers=$$(internal/tools/servers); eval "$$servers"; \
	all=$$(go list ./...); \
	{ bad=0; \
	  go test -count=1 -v -timeout 9m $$(grep -E '/($(PURE))$$' <<< "$$all") || bad=1; \
	  go test -count=1 $(RACE) -p 3 -v -timeout 9m $$(grep -vE '/($(PURE))$$' <<< "$$all") || bad=1; \
	  exit $$bad; } 2>&1 | $(TESTLOG)

check: ## format, vet, staticcheck, house style, known vulnerabilities
	@wrong=$$(find . -name '*.go' -not -path './.*' -exec gofmt -l {} +); [ -z "$$wrong" ] || { echo "not formatted (gofmt -w):"; echo "$$wrong"; exit 1; }
	@go vet ./...
	@go run $(STATICCHECK) ./...
	@go test ./internal/style/...
	@$(MAKE) --no-print-directory vulnerabilities

vulnerabilities:
	@if found=$$(go run $(GOVULNCHECK) ./... 2>&1); then echo "$$found"; \
	elif grep -q 'fetching vulnerabilities' <<< "$$found"; then echo "govulncheck was NOT run: its database cannot be reached from here"; \
	else echo "$$found"; exit 1; fi

bench: ## benchmarks as a table, with machine and commit
	@internal/tools/machine
	@go test -run '^$$' -bench . -benchmem ./... 2>&1 | awk '/^pkg:/ {print ""; print} /^(Benchmark|FAIL|panic|---)/'
	@if [ -d internal/bench ]; then go run ./internal/bench; fi

prove: ## the long suites whole (hours); writes docs/PROOFS.md
	@internal/tools/prove

stack: ## install and start real servers on this machine (chat model, embeddings, Chroma)
	@deploy/local/stack up

stack-stop: ## stop them
	@deploy/local/stack stop
