package doctor

import (
	"context"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/kokoron/kokoron/internal/catalog"
	"github.com/kokoron/kokoron/memory/embed"
)

// memoryWithin bounds the look at a server that memory uses.
const memoryWithin = 10 * time.Second

// meaning looks at the embedding server: what it serves, and how it is told
// questions from passages, since the wrong way makes recall worse and shows
// nowhere else.
func (v *visit) meaning(ctx context.Context) {
	s := v.cfg.Embed
	if s.URL == "" {
		v.add(Warn, catalog.DoctorEmbedOff)
		return
	}
	ctx, cancel := context.WithTimeout(ctx, memoryWithin)
	defer cancel()
	c, err := embed.New(embed.Config{
		URL: s.URL, Model: s.Model, Key: s.Key.Reveal(), Prefix: embed.Prefix(s.Prefix), Attempts: 1, Timeout: memoryWithin,
	}, v.Clock)
	if err == nil {
		defer c.Close()
		var m embed.Model
		if m, err = c.About(ctx); err == nil {
			key := catalog.DoctorEmbedOK
			if s.Prefix == "" {
				key = catalog.DoctorEmbedGuessed
			}
			v.add(OK, key, "model", m.Name, "url", s.URL, "prefix", string(m.Prefix), "dim", strconv.Itoa(m.Dim))
			return
		}
	}
	if s.Usual {
		v.add(Warn, catalog.DoctorEmbedNone, "url", s.URL)
		return
	}
	v.add(Fail, catalog.DoctorEmbedDown, "url", s.URL, "detail", plain(err))
}

// mirror looks at the Chroma server.
func (v *visit) mirror(ctx context.Context) {
	s := v.cfg.Chroma
	if s.URL == "" {
		v.add(OK, catalog.DoctorChromaOff)
		return
	}
	err := heartbeat(ctx, s.URL)
	switch {
	case err == nil:
		v.add(OK, catalog.DoctorChromaOK, "url", s.URL)
	case s.Usual:
		v.add(OK, catalog.DoctorChromaOff)
	default:
		v.add(Warn, catalog.DoctorChromaDown, "url", s.URL, "detail", plain(err))
	}
}

// heartbeat asks a Chroma server whether it is there.
func heartbeat(ctx context.Context, address string) error {
	ctx, cancel := context.WithTimeout(ctx, memoryWithin)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, strings.TrimRight(address, "/")+"/api/v2/heartbeat", nil)
	if err != nil {
		return err
	}
	client := http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	resp, err := client.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return fmt.Errorf("it answers with status %d", resp.StatusCode)
	}
	return nil
}
