package config

import (
	"errors"
	"io"
	"os"

	"github.com/kokoron/kokoron/internal/catalog"
)

// maxSize of a file of the owner in bytes; they are written by hand.
const maxSize = 1 << 20

var (
	errNoFile error = catalog.Say(catalog.SettingNoFile)
	errHuge   error = catalog.Say(catalog.SettingHuge)
)

// ReadFile reads a file that the owner writes by hand: the settings, the
// persona, a secret. Whatever else may stand under its name (a pipe, a device,
// something huge) is an error at once; reading it might never end.
func ReadFile(path string) ([]byte, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	f := (*os.File)(nil)
	switch {
	case !info.Mode().IsRegular():
		err = errNoFile
	case info.Size() > maxSize:
		err = errHuge
	default:
		f, err = os.Open(path)
	}
	if err != nil {
		return nil, pathError(path, err)
	}
	defer f.Close()
	raw, err := io.ReadAll(io.LimitReader(f, maxSize+1))
	if err == nil && len(raw) > maxSize {
		err = pathError(path, errHuge)
	}
	return raw, err
}

// pathError names the path as the system's own errors do.
func pathError(path string, err error) error {
	var named *os.PathError
	if errors.As(err, &named) {
		return err
	}
	return &os.PathError{Op: "read", Path: path, Err: err}
}
