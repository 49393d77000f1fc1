package config

import (
	"testing"
	"time"
)

func TestAutonomy(t *testing.T) {
	for _, c := range []struct {
		hours    string
		from, to int
	}{
		{"08:00-23:00", 480, 1380}, {"8:00 - 23:30", 480, 1410}, {"20:00-02:00", 1200, 120}, {"00:00-24:00", 0, 1440},
	} {
		cfg := defaults("/home")
		if fix := setHours(&cfg, c.hours); fix != nil || cfg.Autonomy.Policy.From != c.from || cfg.Autonomy.Policy.To != c.to {
			t.Errorf("%s: %q, %+v", c.hours, fix, cfg.Autonomy.Policy)
		}
		if err := cfg.Autonomy.Policy.Check(); err != nil {
			t.Errorf("%s: %v", c.hours, err)
		}
	}
	usual := defaults("/home").Autonomy
	if p := usual.Policy; !usual.Enabled || p.From != 480 || p.To != 1380 || p.PerDay != 5 || p.Gap != time.Hour || p.Unanswered != 2 {
		t.Errorf("usual: %+v", usual)
	}
}
