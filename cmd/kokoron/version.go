package main

import (
	"context"
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"
)

// version prints which kokoron this is: release, commit and date of the
// sources, compiler and platform, as far as the build knew them.
func version(_ context.Context, p *program) int {
	words := []string{"kokoron"}
	if info, ok := debug.ReadBuildInfo(); ok {
		of := map[string]string{}
		for _, s := range info.Settings {
			of[s.Key] = s.Value
		}
		words = append(words, info.Main.Version, of["vcs.revision"], of["vcs.time"])
		if of["vcs.modified"] == "true" {
			words = append(words, "modified")
		}
	}
	words = append(words, runtime.Version(), runtime.GOOS+"/"+runtime.GOARCH)
	fmt.Fprintln(p.stdout, strings.Join(strings.Fields(strings.Join(words, " ")), " "))
	return exitOK
}
