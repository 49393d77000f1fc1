package simulate

import (
	"errors"
	"strings"
	"testing"
	"time"
)

func TestReadScript(t *testing.T) {
	s, err := ReadScript(strings.NewReader(week))
	if err != nil {
		t.Fatal(err)
	}
	if len(s.Steps) != 17 || s.Seed != 7 || s.Owner != "レン" || s.Zone.String() != "Asia/Tokyo" || len(s.Questions) != 2 {
		t.Errorf("%d steps, %+v", len(s.Steps), s)
	}
	save := s.Steps[7]
	if save.Reply != "{\"tool\": \"memory_save\", \"arguments\": {\"content\": \"会議は火曜\", \"importance\": 3}}\n覚えました。" {
		t.Errorf("a reply of several lines is %q", save.Reply)
	}
	if mika := s.Steps[6]; mika.Person != "mika" || mika.Channel != "telegram" || mika.At.Format(time.RFC3339) != "2026-01-06T12:00:00+09:00" {
		t.Errorf("another person: %+v", mika)
	}
	if at := s.Questions[0].Evidence; len(at) != 1 || !at[0].Equal(s.Steps[1].At) {
		t.Errorf("evidence %v", at)
	}
	moved, err := ReadScript(strings.NewReader("zone Asia/Tokyo\n2026-03-01 10:00 ! zone America/New_York\n2026-03-08 02:30 > hello > you\n? a | b | 2026-03-08 03:30"))
	if err != nil || moved.Steps[1].At.Format(time.RFC3339) != "2026-03-08T03:30:00-04:00" || moved.Steps[1].Words != "hello > you" {
		t.Errorf("%v, %+v", err, moved.Steps)
	}
}

func TestReadScriptRefuses(t *testing.T) {
	const day = "2026-01-05 08:10 "
	for in, want := range map[string]ScriptError{
		"":                                    {0, "start", nil},
		"zone Mars/Base":                      {1, "zone", nil},
		"zone Local":                          {1, "zone", nil},
		"start 2026-02-30":                    {1, "start", nil},
		"seed -1":                             {1, "seed", nil},
		"lang fr":                             {1, "lang", nil},
		"owner":                               {1, "owner", nil},
		"weather fine":                        {1, "line", nil},
		day + "> a\nzone Asia/Tokyo":          {2, "zone", nil},
		"2026-01-05":                          {1, "time", nil},
		"2026-01-05 24:10 > a":                {1, "time", nil},
		day + "a":                             {1, "text", nil},
		day + ">":                             {1, "text", nil},
		day + "a b > c":                       {1, "speaker", nil},
		day + "fax > c":                       {1, "speaker", nil},
		day + "> a\n2026-01-05 08:09 > b":     {2, "time", nil},
		"start 2026-01-06\n" + day + "> a":    {2, "time", nil},
		"< a":                                 {1, "reply", nil},
		day + "! restart\n< a":                {2, "reply", nil},
		day + "!":                             {1, "event", nil},
		day + "! explode":                     {1, "event", nil},
		day + "! down moon 2h":                {1, "event", nil},
		day + "! down model":                  {1, "event", nil},
		day + "! outage 0s":                   {1, "event", nil},
		day + "! outage 400d":                 {1, "event", nil},
		day + "! clock 3h":                    {1, "event", nil},
		day + "! zone Mars":                   {1, "event", nil},
		day + "> a\n? q":                      {2, "question", nil},
		day + "> a\n? q | w | x | y":          {2, "question", nil},
		day + "> a\n? q | w | 2026-01-05 8:1": {2, "evidence", nil},
		day + "> \xff":                        {1, "text", nil},
	} {
		_, err := ReadScript(strings.NewReader(in))
		var got *ScriptError
		if !errors.As(err, &got) || got.Line != want.Line || got.Field != want.Field || got.Fix == nil {
			t.Errorf("%q: %v, want line %d, %s", in, err, want.Line, want.Field)
		}
	}
}

// FuzzReadScript: whatever is read has its steps in order, none before the
// start, and what is refused is refused with a line and a fix.
func FuzzReadScript(f *testing.F) {
	f.Add(week)
	f.Add("start 2026-01-05\n2026-01-05 08:10 ! outage 3d\n2026-01-05 09:00 @a b > c\n< d\n? q | w |")
	f.Fuzz(func(t *testing.T, in string) {
		s, err := ReadScript(strings.NewReader(in))
		var wrong *ScriptError
		if err != nil && (!errors.As(err, &wrong) || wrong.Field == "" || wrong.Fix == nil) {
			t.Fatalf("%v", err)
		}
		if err != nil {
			return
		}
		last := s.Start
		for _, step := range s.Steps {
			if step.At.Before(last) || (step.Words == "") == (step.Event.Kind == "") || step.Event.For < -maxFor || step.Event.For > maxFor {
				t.Fatalf("%+v after %v", step, last)
			}
			last = step.At
		}
	})
}
