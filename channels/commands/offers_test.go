package commands

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/kokoron/kokoron/internal/clock"
	"github.com/kokoron/kokoron/internal/text"
	"github.com/kokoron/kokoron/internal/turn"
)

// lastOffers has offers under the last message of the owner's.
type lastOffers struct {
	err   error
	taken []string
}

func (l *lastOffers) TakeLast(_ context.Context, conv turn.Conv, o turn.Offer) (string, bool, error) {
	if conv != "owner" || o == turn.OfferDone {
		return "", false, l.err
	}
	l.taken = append(l.taken, string(o))
	return "took " + string(o), true, l.err
}

func (l *lastOffers) SnoozeLast(_ context.Context, conv turn.Conv, d time.Duration) (string, bool, error) {
	return "put off by " + d.String(), conv == "owner", l.err
}

func TestSnoozeTakesALength(t *testing.T) {
	set := Set{Offers: &lastOffers{}, Questions: NewQuestions(clock.Real{}), Lang: text.Ja}
	for line, want := range map[string]string{
		"/snooze": "took snooze", "/snooze 1分": "put off by 1m0s", "/snooze 1m": "put off by 1m0s", "/snooze １時間": "put off by 1h0m0s", "/snooze 2h": "put off by 2h0m0s",
		"/snooze 2天": "put off by 48h0m0s", "/snooze 0分": "「0分」", "/snooze 31日": "「31日」", "/snooze あとで": "「あとで」",
	} {
		if got := set.Command(t.Context(), "owner", line); !strings.HasPrefix(got, want) {
			t.Errorf("%s: %q", line, got)
		}
	}
}

func TestOffersAreCommandsToo(t *testing.T) {
	l := &lastOffers{}
	set := Set{Offers: l, Questions: NewQuestions(clock.Real{}), Lang: text.En}
	for line, want := range map[string]string{
		"/later": "took later", "/less": "took less", "/never": "took never", "/snooze": "took snooze", "/done": "There is nothing",
	} {
		if got := set.Command(t.Context(), "owner", line); !strings.HasPrefix(got, want) {
			t.Errorf("%s: %q", line, got)
		}
	}
	if got := set.Command(t.Context(), "person:aoi", "/later"); !strings.HasPrefix(got, "There is nothing") || len(l.taken) != 4 {
		t.Errorf("somebody else: %q, taken %v", got, l.taken)
	}
	l.err = errors.New("the disk is full")
	if got := set.Command(t.Context(), "owner", "/less"); !strings.Contains(got, "the disk is full") {
		t.Errorf("%q", got)
	}
	help := set.Command(t.Context(), "owner", "/help")
	for _, name := range []string{"/later", "/less", "/never", "/snooze", "/done"} {
		if !strings.Contains(help, name) {
			t.Errorf("/help does not name %s", name)
		}
	}
}
