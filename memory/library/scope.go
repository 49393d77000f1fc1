package library

import (
	"encoding/hex"
	"strings"

	"github.com/kokoron/kokoron/internal/person"
)

// Folder is the name of a scope's folder: the colon becomes a dash, what is no
// small letter, digit or (behind the colon) dash becomes its bytes, each as
// "_" and two hex digits. So the name is safe on every file system, no two
// scopes share one, also where case does not count, and it can be read back.
func Folder(scope person.Scope) string {
	kind, name, colon := strings.Cut(string(scope), ":")
	folder := escape(kind, false)
	if colon {
		folder += "-" + escape(name, true)
	}
	return folder
}

func escape(s string, dash bool) string {
	var b strings.Builder
	for _, c := range []byte(s) {
		if c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c == '-' && dash {
			b.WriteByte(c)
			continue
		}
		b.WriteString("_" + hex.EncodeToString([]byte{c}))
	}
	return b.String()
}

// scopeOf is the scope whose folder has that name; ok is false for a name that
// Folder does not make or that belongs to no kind of scope.
func scopeOf(folder string) (scope person.Scope, ok bool) {
	kind, name, dash := strings.Cut(folder, "-")
	var b strings.Builder
	for s := name; s != ""; {
		if s[0] != '_' {
			b.WriteByte(s[0])
			s = s[1:]
			continue
		}
		if len(s) < 3 {
			return "", false
		}
		c, err := hex.DecodeString(s[1:3])
		if err != nil {
			return "", false
		}
		b.Write(c)
		s = s[3:]
	}
	scope = person.Scope(kind)
	if dash {
		scope += person.Scope(":" + b.String())
	}
	return scope, known(scope) && Folder(scope) == folder
}

// known reports whether scope is one of the kinds there are.
func known(scope person.Scope) bool {
	kind, name, _ := strings.Cut(string(scope), ":")
	switch {
	case scope == person.ScopeOwner || scope == person.ScopeShared:
		return true
	case kind == "person" || kind == "site":
		return name != "" && len(Folder(scope)) <= maxName
	}
	return false
}
