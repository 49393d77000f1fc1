# Shortens `go test -v`: a passed test is silent, a failed one shows all it said, a skipped one its reason; package lines stay as
# they are. With -v proofs=FILE, what passed tests log after "proof: " goes to FILE, one "package TAB test TAB text" a line.

function note(line) { said[current] = said[current] line "\n" }

# Log lines look like "    file_test.go:12: text"; the text is what a reader wants of a skip or a proof.
function text(line) { sub(/^ *[^ ]+\.go:[0-9]+: /, "", line); return line }

function forget(   name) { for (name in said) delete said[name]; for (name in proof) delete proof[name]; current = "" }

/^=== (RUN|CONT|NAME|PAUSE) / { current = $3; next }

/^ *--- (PASS|FAIL|SKIP|BENCH): / {
	name = $3
	if ($2 == "FAIL:") { print; printf "%s", said[name] }
	if ($2 == "SKIP:") { last = split(said[name], lines, "\n") - 1; skipped[++skips] = name ": " text(lines[last]) }
	delete said[name]
	next
}

/^(ok|FAIL|\?|---)[ \t]+[^ \t]/ && !/^FAIL: / {
	if ($1 == "FAIL") for (name in said) printf "%s", said[name]
	for (i = 1; i <= skips; i++) print "skip\t" $2 " " skipped[i]
	for (name in proof) if ($1 == "ok" && proofs) printf "%s", gensub_package($2, proof[name]) > proofs
	skips = 0
	forget()
	print
	fflush()
	next
}

/^(PASS|FAIL|testing: warning: no tests to run)$/ { next }
/^#|^[^ \t]*\.go:[0-9]+:[0-9]+: / { print; next } # the compiler
/\.go:[0-9]+: proof: / { line = text($0); sub(/^proof: /, "", line); proof[current] = proof[current] "@PACKAGE@\t" current "\t" line "\n" }
{ note($0) }

function gensub_package(package, lines) { gsub(/@PACKAGE@/, package, lines); return lines }

END { for (name in said) printf "%s", said[name] }
