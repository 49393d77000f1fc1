package persona

import (
	"errors"
	"fmt"
	"io/fs"
	"sync/atomic"
)

// Store holds the persona in use and takes over a changed file while the
// companion runs. It is safe for concurrent use.
type Store struct {
	read    func() ([]byte, error)
	current atomic.Pointer[Persona]
}

// NewStore returns a store of Kokoron. read gives the owner's file, an error
// that is fs.ErrNotExist where there is none; call Reload to read it first.
func NewStore(read func() ([]byte, error)) *Store {
	s := &Store{read: read}
	p := Default()
	s.current.Store(&p)
	return s
}

// Current is the persona to use now.
func (s *Store) Current() Persona { return *s.current.Load() }

// Reload reads the file again. On an error, an *Error where the text is to
// blame, the persona used so far stays. Without a file it is Kokoron.
func (s *Store) Reload() error {
	file, err := s.read()
	if errors.Is(err, fs.ErrNotExist) {
		p := Default()
		s.current.Store(&p)
		return nil
	}
	if err != nil {
		return fmt.Errorf("read persona: %w", err)
	}
	p, err := Parse(file)
	if err != nil {
		return err
	}
	s.current.Store(&p)
	return nil
}
