// Package statictest runs the tests of the page's scripts, which need node.
package statictest

import (
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// TestScripts runs every *.test.mjs of this folder. The scripts are ES modules
// named .js, which node reads as such from version 20.19 on.
func TestScripts(t *testing.T) {
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("the page's scripts were not tested: there is no node on this machine")
	}
	raw, err := exec.Command(node, "--version").Output()
	if err != nil {
		t.Skipf("the page's scripts were not tested: node --version: %v", err)
	}
	if version := strings.TrimSpace(string(raw)); !recent(version) {
		t.Skipf("the page's scripts were not tested: they need node 20.19 or newer, this is %s", version)
	}
	files, err := filepath.Glob("*.test.mjs")
	if err != nil || len(files) == 0 {
		t.Fatalf("no tests of scripts were found: %v", err)
	}
	out, err := exec.Command(node, append([]string{"--test"}, files...)...).CombinedOutput()
	if err != nil {
		t.Fatalf("node --test: %v\n%s", err, out)
	}
	t.Logf("%s", out)
}

// recent reports whether node of that version ("v20.19.0") tells modules by
// their syntax.
func recent(version string) bool {
	parts := strings.Split(strings.TrimPrefix(version, "v"), ".")
	if len(parts) < 2 {
		return false
	}
	major, err1 := strconv.Atoi(parts[0])
	minor, err2 := strconv.Atoi(parts[1])
	return err1 == nil && err2 == nil && (major > 22 || major == 22 && minor >= 7 || major == 20 && minor >= 19)
}
