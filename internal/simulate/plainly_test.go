package simulate

import (
	"context"
	"log/slog"
	"slices"
	"strings"
	"testing"
)

// TestSameTrouble: what is told of a model that was away is the same each time,
// whatever port it had and at which byte it turned the program away.
func TestSameTrouble(t *testing.T) {
	lived := func() (errs []string) {
		s, err := ReadScript(strings.NewReader("zone Asia/Tokyo\n2026-02-01 09:00 > 私の上司の名前は佐藤です。\n2026-02-02 01:00 ! down model 4h\n2026-02-02 03:00 > 起きてる？\n"))
		if err != nil {
			t.Fatal(err)
		}
		r, err := Simulate(context.Background(), Options{Script: s, Days: 2, Log: slog.New(slog.DiscardHandler)})
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range r.Events {
			if e.Error != "" {
				errs = append(errs, e.At.String()+" "+e.Error)
			}
		}
		return errs
	}
	a, b := lived(), lived()
	if len(a) == 0 || !slices.Equal(a, b) || strings.Contains(strings.Join(a, ""), "127.0.0.1") {
		t.Errorf("%q\n%q", a, b)
	}
}
