package kv

import (
	"bytes"
	"path/filepath"
	"slices"
	"testing"
)

// TestRewrite: each entry becomes what is said of it, numbers stay, and what
// was removed is gone from the file once it is compacted.
func TestRewrite(t *testing.T) {
	db, err := Open(filepath.Join(t.TempDir(), "x.db"), Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	b, l := NewBucket[string]("test/b"), NewLog[string]("test/l", 10)
	update := func(fn func(tx *Tx) error) {
		t.Helper()
		if err := db.Update(fn); err != nil {
			t.Fatal(err)
		}
	}
	update(func(tx *Tx) error {
		for _, k := range []string{"a1", "a2", "a3", "b1"} {
			if err := b.Put(tx, k, "secret "+k); err != nil {
				return err
			}
			if _, _, err := l.Append(tx, k[:1], "secret "+k); err != nil {
				return err
			}
		}
		return nil
	})
	fate := func(v string) (string, Verdict) {
		switch v {
		case "secret a1":
			return "plain", Change
		case "secret a2":
			return v, Remove
		}
		return v, Leave
	}
	update(func(tx *Tx) error {
		n, err := b.Rewrite(tx, "a", func(_, v string) (string, Verdict) { return fate(v) })
		if n != 2 {
			t.Errorf("%d changed", n)
		}
		if err == nil {
			n, err = l.Rewrite(tx, func(_, v string) (string, Verdict) { return fate(v) })
		}
		if n != 2 {
			t.Errorf("%d changed in the log", n)
		}
		return err
	})
	var got []string
	err = db.View(func(tx *Tx) error {
		err := b.Ascend(tx, "", func(k, v string) error { got = append(got, k+"="+v); return nil })
		for _, group := range []string{"a", "b"} {
			if err == nil {
				err = l.Ascend(tx, group, func(n uint64, v string) error { got = append(got, group+string(rune('0'+n))+" "+v); return nil })
			}
		}
		if err != nil {
			return err
		}
		names, err := Holding(tx, func(data []byte) bool { return bytes.Contains(data, []byte("secret b1")) })
		if !slices.Equal(names, []string{"test/b", "test/l"}) {
			t.Errorf("it is in %v", names)
		}
		return err
	})
	want := []string{"a1=plain", "a3=secret a3", "b1=secret b1", "a1 plain", "a3 secret a3", "b1 secret b1"}
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("%q, %v", got, err)
	}
}
