package telegramtest

import (
	"encoding/json"
	"errors"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"net/url"
	"strconv"
	"strings"
)

// params are a request's fields; values that are no strings stand as JSON.
type params map[string]string

// maxForm bounds a request, so that a mistaken client cannot fill the memory.
const maxForm = 1 << 20

// readParams reads the fields from query, form, multipart form or JSON. The
// body is read whole: net/http notices a client that leaves only then.
func readParams(r *http.Request) (params, error) {
	p := params{}
	p.add(r.URL.Query())
	kind, opt, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if err != nil {
		kind = ""
	}
	body := io.LimitReader(r.Body, maxForm)
	if kind == "multipart/form-data" {
		err := p.multipart(multipart.NewReader(body, opt["boundary"]))
		if err == nil {
			_, err = io.Copy(io.Discard, body) // what stands behind the last boundary
		}
		return p, err
	}
	raw, err := io.ReadAll(body)
	if err != nil {
		return nil, err
	}
	switch kind {
	case "application/json":
		var fields map[string]json.RawMessage
		if err := json.Unmarshal(raw, &fields); err != nil {
			return p, nil // the real server sees no fields either
		}
		for k, v := range fields {
			var s string
			if json.Unmarshal(v, &s) != nil {
				s = string(v)
			}
			p[k] = s
		}
	case "application/x-www-form-urlencoded":
		q, err := url.ParseQuery(string(raw))
		if err == nil {
			p.add(q)
		}
	}
	return p, nil
}

// multipart reads the parts of a form. A method without fields sends an empty
// body, which has no boundary.
func (p params) multipart(form *multipart.Reader) error {
	for {
		part, err := form.NextPart()
		if errors.Is(err, io.EOF) || err != nil && strings.Contains(err.Error(), "EOF") && len(p) == 0 {
			return nil
		}
		if err != nil {
			return err
		}
		raw, err := io.ReadAll(part)
		if err != nil {
			return err
		}
		p[part.FormName()] = string(raw)
	}
}

func (p params) add(q url.Values) {
	for k := range q {
		p[k] = q.Get(k)
	}
}

func (p params) int(name string) int64 {
	n, _ := strconv.ParseInt(p[name], 10, 64) // like the real server: what is no number is 0
	return n
}
