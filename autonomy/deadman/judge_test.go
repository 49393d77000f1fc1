package deadman

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// seen is one look at one part, in shorthand: "a" is the mark, "-" a part that
// rests, "!" one that is broken, "" one that is not there.
func seen(s string) []Sign {
	sign := Sign{Part: "p", Mark: s, Limit: 5 * time.Minute}
	switch s {
	case "":
		return nil
	case "-":
		sign.Rests = true
	case "!":
		sign.Broken = true
	}
	return []Sign{sign}
}

func TestWhatTheOwnerIsTold(t *testing.T) {
	for name, tc := range map[string]struct {
		told []string
		step time.Duration
		seen string // looks, a space between
		want string // what is told at which look, from 0
	}{
		"a part that moves":                     {nil, time.Minute, "a b c d e f g h", ""},
		"one that moves less often than looked": {nil, time.Minute, "a a a a b b b b c c c c", ""},
		"silence is told once":                  {nil, time.Minute, "a a a a a a a a a a a a a", "5:silent"},
		"and its end once":                      {nil, time.Minute, "a a a a a a b c d e f", "5:silent 7:well"},
		"moving once is not well":               {nil, time.Minute, "a a a a a a b b b b b b b b", "5:silent"},
		"well, though it moves seldom":          {nil, time.Minute, "a a a a a a b b b c c c", "5:silent 9:well"},
		"ill again":                             {nil, time.Minute, "a a a a a a b c c c c c c c", "5:silent 7:well 12:silent"},
		"one look decides nothing":              {nil, time.Hour, "a a b b c c", ""},
		"a machine that slept for days":         {nil, 72 * time.Hour, "a a b b b c", ""},
		"time that goes backwards":              {nil, -time.Hour, "a a a a a a a a a", ""},
		"a part that never moved":               {nil, time.Minute, "0 0 0 0 0 0 0", "5:silent"},
		"a part that rests":                     {nil, time.Minute, "- - - - - - - - -", ""},
		"work that ends":                        {nil, time.Minute, "a a a a - - a a a a - -", ""},
		"work that hangs, then ends":            {nil, time.Minute, "a a a a a a - - - -", "5:silent 7:well"},
		"broken":                                {nil, time.Second, "a ! ! ! b c", "2:broken 5:well"},
		"broken for a moment":                   {nil, time.Second, "a ! b ! c ! d", ""},
		"known before, still silent":            {[]string{"p"}, time.Minute, "a a a a a a a a a a", ""},
		"known before, moves":                   {[]string{"p"}, time.Minute, "a b c d", "2:well"},
		"known before, rests":                   {[]string{"p"}, time.Minute, "- - -", "1:well"},
		"known before, there no more":           {[]string{"p"}, time.Minute, " a b c", ""},
	} {
		t.Run(name, func(t *testing.T) {
			j := NewJudge(tc.told...)
			var got []string
			for i, s := range strings.Split(tc.seen, " ") {
				for _, n := range j.Look(tc.step, seen(s)) {
					got = append(got, fmt.Sprintf("%d:%s", i, n.Kind))
					if n.Part != "p" {
						t.Errorf("notice %+v", n)
					}
				}
			}
			if strings.Join(got, " ") != tc.want {
				t.Errorf("told %v, want %q", got, tc.want)
			}
		})
	}
}

// TestTroublesAndTheirEndsAlternate: whatever is seen, a trouble is told once
// until its end is, Ill says the same, and nothing is told of a part that
// moved less than its limit ago.
func TestTroublesAndTheirEndsAlternate(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		j := NewJudge()
		told := map[string]bool{}
		still := map[string]time.Duration{} // at least as long as the judge can think
		marks := map[string]string{}
		for range rapid.IntRange(1, 60).Draw(t, "looks") {
			step := time.Duration(rapid.IntRange(-600, 600).Draw(t, "seconds")) * time.Second
			var signs []Sign
			for _, name := range []string{"a", "b"} {
				s := Sign{Part: name, Mark: fmt.Sprint(rapid.IntRange(0, 2).Draw(t, "mark")), Limit: 5 * time.Minute,
					Rests: rapid.IntRange(0, 9).Draw(t, "rests") == 0}
				if s.Mark != marks[name] || s.Rests {
					still[name] = 0
				} else {
					still[name] += min(max(step, 0), longestStep)
				}
				marks[name] = s.Mark
				signs = append(signs, s)
			}
			for _, n := range j.Look(step, signs) {
				if told[n.Part] != (n.Kind == Well) {
					t.Fatalf("%+v, known before: %v", n, told[n.Part])
				}
				if n.Kind == Silent && still[n.Part] < 5*time.Minute {
					t.Fatalf("%+v after %v of stillness", n, still[n.Part])
				}
				told[n.Part] = n.Kind != Well
			}
			for name, is := range told {
				if slices.ContainsFunc(j.Ill(), func(n Notice) bool { return n.Part == name && n.Kind == Silent }) != is {
					t.Fatalf("Ill is %v, told %v", j.Ill(), told)
				}
			}
		}
	})
}
