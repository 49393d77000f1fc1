package doctor

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"syscall"
	"time"

	"github.com/kokoron/kokoron/internal/catalog"
	"github.com/kokoron/kokoron/internal/config"
	"github.com/kokoron/kokoron/internal/control"
	"github.com/kokoron/kokoron/internal/kv"
	"github.com/kokoron/kokoron/internal/text"
	"github.com/kokoron/kokoron/persona"
)

// persona reads the owner's file as the companion does.
func (v *visit) persona() {
	path := filepath.Join(v.Home, config.PersonaFile)
	s := persona.NewStore(func() ([]byte, error) { return config.ReadFile(path) })
	if err := s.Reload(); err != nil {
		v.add(Warn, catalog.DoctorPersonaBroken, "path", path, "detail", catalog.Words(v.Lang, err))
		return
	}
	v.add(OK, catalog.DoctorPersonaOK, "name", s.Current().Name(v.Lang))
}

// folder tries to write where the home is or would be.
func (v *visit) folder() {
	dir := v.Home
	for {
		_, err := os.Stat(dir)
		if !errors.Is(err, fs.ErrNotExist) || dir == filepath.Dir(dir) {
			break
		}
		dir = filepath.Dir(dir)
	}
	f, err := os.CreateTemp(dir, ".doctor-*")
	if err == nil {
		err = errors.Join(f.Close(), os.Remove(f.Name()))
	}
	if err != nil {
		v.add(Fail, catalog.DoctorHomeUnwritten, "home", v.Home, "detail", cause(err))
		return
	}
	v.add(OK, catalog.DoctorHomeOK, "home", v.Home)
}

// cause is the last word of an error of the file system or the network.
func cause(err error) string {
	var errno syscall.Errno
	if errors.As(err, &errno) {
		return errno.Error()
	}
	return err.Error()
}

// maxOpen is how many open files are named one by one.
const maxOpen = 3

// late is how far in the future a time may lie before a clock is wrong.
const late = 5 * time.Minute

// files looks at the modes and times of everything in the home.
func (v *visit) files() {
	type open struct{ path, mode, want string }
	var all []open
	var newest time.Time
	seen := 0
	// What cannot be read is passed over: folder has reported a home that cannot be used.
	_ = filepath.WalkDir(v.Home, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.Type()&fs.ModeSymlink != 0 {
			return nil
		}
		info, err := d.Info()
		if err != nil {
			return nil
		}
		seen++
		if t := info.ModTime(); t.After(newest) {
			newest = t
		}
		if perm := info.Mode().Perm(); perm&0o077 != 0 {
			want := "600"
			if d.IsDir() {
				want = "700"
			}
			all = append(all, open{path, fmt.Sprintf("%04o", perm), want})
		}
		return nil
	})
	switch {
	case len(all) > maxOpen:
		v.add(Fail, catalog.DoctorOpenMany, "count", strconv.Itoa(len(all)), "home", v.Home)
	case len(all) > 0:
		for _, o := range all {
			v.add(Fail, catalog.DoctorOpen, "path", o.path, "mode", o.mode, "want", o.want)
		}
	case seen > 0:
		v.add(OK, catalog.DoctorModesOK)
	}
	v.clock(newest)
}

// clock compares the time with that of the newest file: a time in the future
// means that the clock has gone back.
func (v *visit) clock(newest time.Time) {
	now := v.Clock.Now()
	zone := v.cfg.Zone
	if zone == nil {
		zone = time.UTC // the settings could not be read
	}
	if newest.After(now.Add(late)) {
		v.add(Fail, catalog.DoctorClockWrong, "time", stamp(now.In(zone)), "seen", stamp(newest.In(zone)))
		return
	}
	v.add(OK, catalog.DoctorClockOK, "time", stamp(now.In(zone)), "zone", zone.String())
}

func stamp(t time.Time) string { return t.Format("2006-01-02 15:04") }

// pong is what a running companion says of itself.
type pong struct {
	Addr    string        `json:"addr"`     // "" where it serves no pages
	AwayFor time.Duration `json:"away_for"` // how long its model has not answered; zero: it does
	Ill     []string      `json:"ill"`      // watched parts that are not well
}

// pingWithin is how long a running companion may take to answer.
const pingWithin = 3 * time.Second

// companion finds out who has the home; where nobody has it, the database is
// checked.
func (v *visit) companion(ctx context.Context) {
	if p, err := ping(ctx, v.Home); err == nil {
		v.running = &p
		v.add(OK, catalog.DoctorRunning, "home", v.Home)
		v.unwell(p)
		return
	}
	if err := v.database(); err != nil {
		v.add(Fail, catalog.Failed, "detail", err.Error())
	}
}

// unwell says what a running companion knows of itself that is not well.
func (v *visit) unwell(p pong) {
	if p.AwayFor > 0 {
		v.add(Warn, catalog.DoctorModelSince, "ago", catalog.Lasted(v.Lang, p.AwayFor))
	}
	for _, part := range p.Ill {
		v.add(Fail, catalog.DoctorPartIll, "part", part)
	}
}

func ping(ctx context.Context, home string) (pong, error) {
	ctx, cancel := context.WithTimeout(ctx, pingWithin)
	defer cancel()
	conn, err := control.Dial(ctx, filepath.Join(home, "run"), "ping", nil)
	if err != nil {
		return pong{}, err
	}
	defer conn.Close()
	defer context.AfterFunc(ctx, func() { conn.Close() })()
	var p pong
	return p, conn.Recv(&p)
}

// database checks the file, if there is or was one: opening a home that never
// had one would create it. The error is one that no finding explains.
func (v *visit) database() error {
	path := filepath.Join(v.Home, "kokoron.db")
	_, noFile := os.Stat(path)
	_, noMarker := os.Stat(path + ".marker")
	if noFile != nil && noMarker != nil {
		return nil
	}
	db, err := kv.Open(path, kv.Options{Backups: filepath.Join(v.Home, "backups")})
	if err == nil {
		err = errors.Join(db.Check(), db.Close())
	}
	var bad *kv.CorruptError
	switch {
	case errors.Is(err, kv.ErrLocked):
		v.add(Fail, catalog.DoctorHomeLocked, "home", v.Home)
	case errors.As(err, &bad):
		v.found = append(v.found, Finding{ID: "database_broken", Level: Fail, Text: Damaged(v.Lang, bad)})
	case err != nil:
		return err
	default:
		v.add(OK, catalog.DoctorDatabaseOK, "path", path)
	}
	return nil
}

// Damaged says what is wrong with a database and what to do.
func Damaged(lang text.Lang, bad *kv.CorruptError) string {
	if bad.Backup == "" {
		return catalog.Text(lang, catalog.DatabaseAlone, "path", bad.Path, "detail", bad.Reason)
	}
	return catalog.Text(lang, catalog.DatabaseBackup, "path", bad.Path, "detail", bad.Reason, "backup", bad.Backup)
}

// port tries the address, unless the running companion has one.
func (v *visit) port() {
	if v.running != nil && v.running.Addr != "" {
		v.add(OK, catalog.DoctorPortOwn, "address", v.running.Addr)
		return
	}
	ln, err := net.Listen("tcp", v.cfg.Listen)
	if err == nil {
		err = ln.Close()
	}
	switch {
	case errors.Is(err, syscall.EADDRINUSE):
		v.add(Fail, catalog.DoctorPortTaken, "address", v.cfg.Listen)
	case err != nil:
		v.add(Fail, catalog.DoctorPortFailed, "address", v.cfg.Listen, "detail", cause(err))
	default:
		v.add(OK, catalog.DoctorPortOK, "address", v.cfg.Listen)
	}
}
