package config

import (
	"log/slog"
)

// Secret is a text that must not be seen. It masks itself in every print, log
// and encoding; only Reveal gives it away.
type Secret struct{ value string }

// NewSecret hides value.
func NewSecret(value string) Secret { return Secret{value} }

// Reveal is the secret itself, for the one call that sends it.
func (s Secret) Reveal() string { return s.value }

// Set reports whether there is a secret.
func (s Secret) Set() bool { return s.value != "" }

// String implements fmt.Stringer without the secret.
func (s Secret) String() string {
	if s.Set() {
		return "(secret)"
	}
	return "(none)"
}

// GoString implements fmt.GoStringer without the secret.
func (s Secret) GoString() string { return s.String() }

// MarshalText implements encoding.TextMarshaler without the secret.
func (s Secret) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// LogValue implements slog.LogValuer without the secret.
func (s Secret) LogValue() slog.Value { return slog.StringValue(s.String()) }
