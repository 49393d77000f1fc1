package web

import (
	"fmt"
	"net"
	"net/http"
	"net/url"
	"strings"
)

// policy is what a page may load and do: only what this server gives it, and
// nothing written inside the page itself.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; " +
	"font-src 'self'; manifest-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"

// marker is the header that every request carries which changes something. A
// foreign page cannot set it without asking first, and is never allowed to.
const marker = "X-Kokoron"

// guard checks Host and, for everything that changes something, that no
// foreign page asks; it sets the headers every answer carries.
func (s *Server) guard(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", policy)
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Cache-Control", "no-store")
		if !s.hostOK(r.Host) {
			s.refuse(w, badHost)
			return
		}
		if r.Method != http.MethodGet && r.Method != http.MethodHead {
			origin := r.Header.Get("Origin")
			if r.Header.Get(marker) != "1" || origin != "" && !s.originOK(r, origin) {
				s.refuse(w, badOrigin)
				return
			}
		}
		next.ServeHTTP(w, r)
	})
}

// hostOK reports whether a Host header names this server. Without this a
// foreign page could reach it through a name of its own that it points here.
func (s *Server) hostOK(host string) bool {
	host = strings.ToLower(host)
	if loopback(host) || s.hosts[host] {
		return true
	}
	name, port, err := net.SplitHostPort(host)
	return err == nil && (port == "443" || port == "80") && s.hosts[name]
}

// originOK reports whether a page of that origin is this server's own. A page
// of another port of the same machine is not.
func (s *Server) originOK(r *http.Request, origin string) bool {
	origin = strings.ToLower(origin)
	return s.origins[origin] || loopback(r.Host) && origin == scheme(r)+"://"+strings.ToLower(r.Host)
}

// https reports whether the browser speaks TLS, to this server or to the proxy
// in front of it. A client that lies about its proxy only makes its own cookie
// stricter.
func (s *Server) https(r *http.Request) bool {
	return r.TLS != nil || s.origins["https://"+strings.ToLower(r.Host)] ||
		strings.HasPrefix(r.Header.Get("Origin"), "https://") || r.Header.Get("X-Forwarded-Proto") == "https"
}

func scheme(r *http.Request) string {
	if r.TLS != nil {
		return "https"
	}
	return "http"
}

func loopback(host string) bool {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	ip := net.ParseIP(strings.Trim(host, "[]"))
	return strings.EqualFold(host, "localhost") || ip != nil && ip.IsLoopback()
}

// parseOrigin reads an origin as an owner writes it and gives its parts as
// browsers write them: lower case, without the port that goes without saying.
func parseOrigin(raw string) (scheme, host string, err error) {
	u, err := url.Parse(strings.ToLower(raw))
	if err != nil || (u.Scheme != "http" && u.Scheme != "https") || u.Hostname() == "" || u.User != nil ||
		strings.Trim(u.Path, "/") != "" || u.RawQuery != "" || u.Fragment != "" {
		return "", "", fmt.Errorf("origin %q: want https://NAME or https://NAME:PORT", raw)
	}
	host = u.Host
	if u.Scheme == "https" && u.Port() == "443" || u.Scheme == "http" && u.Port() == "80" {
		host = strings.TrimSuffix(host, ":"+u.Port())
	}
	return u.Scheme, host, nil
}
