package text

import (
	"sync"
	"testing"
)

func TestPattern(t *testing.T) {
	p := Lazy(`(?P<who>[a-z]+) likes (?P<what>[a-z]+)`)
	var all sync.WaitGroup
	for range 8 { // compiled once, whoever comes first
		all.Go(func() {
			if m := p.FindStringSubmatch("ren likes tea"); len(m) != 3 || m[p.SubexpIndex("what")] != "tea" {
				t.Errorf("found %q", m)
			}
		})
	}
	all.Wait()
	broken := Lazy(`(`) // nothing happens before it is used
	defer func() {
		if recover() == nil {
			t.Error("a broken pattern matched")
		}
	}()
	broken.MatchString("x")
}
