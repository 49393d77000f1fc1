package telegram

import (
	"errors"
	"fmt"
	"testing"
	"time"
)

// TestRetryAfterIsBounded: no number silences a chat for ever.
func TestRetryAfterIsBounded(t *testing.T) {
	for value, want := range map[string]time.Duration{
		"5": 5 * time.Second, "3600": time.Hour, "2000000000": longestWait, "9223372036854775807": longestWait, "-1": 0, "0": 0,
	} {
		body := fmt.Sprintf(`{"ok":false,"error_code":429,"description":"Too Many Requests","parameters":{"retry_after":%s}}`, value)
		var api *apiError
		if err := (&transport{token: "1:A"}).refusal(429, []byte(body)); !errors.As(err, &api) || api.Code != 429 || api.After != want {
			t.Errorf("%s: %+v, want %v", value, err, want)
		}
	}
}
