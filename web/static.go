package web

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"io/fs"
	"net/http"
	"path"
	"strings"
)

//go:embed static
var embedded embed.FS

// file is one file of the pages, ready to be sent.
type file struct {
	body []byte
	mime string
	tag  string // changes with the body
}

// mimes are the kinds of file there are. The machine's own table is not asked:
// it differs, and a script under a wrong name is not run.
var mimes = map[string]string{
	".html": "text/html; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8",
	".svg": "image/svg+xml", ".png": "image/png", ".ico": "image/x-icon", ".json": "application/json",
	".webmanifest": "application/manifest+json", ".woff2": "font/woff2",
}

// readStatic loads the embedded files by the path they are served under.
func readStatic() (map[string]file, error) {
	files := map[string]file{}
	err := fs.WalkDir(embedded, "static", func(name string, d fs.DirEntry, err error) error {
		mime, known := mimes[path.Ext(name)]
		if err != nil || d.IsDir() || !known {
			return err
		}
		body, err := embedded.ReadFile(name)
		if err != nil {
			return err
		}
		sum := sha256.Sum256(body)
		files["/"+name] = file{body: body, mime: mime, tag: `"` + hex.EncodeToString(sum[:16]) + `"`}
		return nil
	})
	return files, err
}

// page serves the shells "/" and "/enter", and the files they load under
// "/static/". They hold nothing of the conversation and need no session.
// Browsers keep them but ask each time whether they have changed.
func (s *Server) page(w http.ResponseWriter, r *http.Request) {
	name := r.URL.Path
	switch name {
	case "/":
		name = "/static/index.html"
	case "/enter":
		name = "/static/enter.html"
	}
	f, ok := s.static[name]
	if !ok {
		http.NotFound(w, r)
		return
	}
	h := w.Header()
	h.Set("Content-Type", f.mime)
	h.Set("Cache-Control", "no-cache")
	h.Set("ETag", f.tag)
	if strings.Contains(r.Header.Get("If-None-Match"), f.tag) {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	_, _ = w.Write(f.body) // the client left
}
