package ops

import (
	"context"

	"github.com/kokoron/kokoron/agent/tool"
	"github.com/kokoron/kokoron/internal/kv"
	"github.com/kokoron/kokoron/internal/turn"
	"github.com/kokoron/kokoron/memory/library"
)

// MemoryFiles names the memory files that a turn may see.
func (o *Ops) MemoryFiles(ctx context.Context, t turn.Turn) ([]library.Entry, error) {
	return o.Library.List(ctx, t.View)
}

// ReadMemoryFile is the text of a memory file that a turn may see. Errors are
// those of library.Read.
func (o *Ops) ReadMemoryFile(_ context.Context, t turn.Turn, name string) (string, error) {
	return o.Library.Read(t.View, name)
}

// WriteMemoryFile writes to a memory file of the speaker's own and gives the
// result that tell makes of it, once per op. A file and the database cannot be
// committed together: after a crash between the two the file is written again,
// which changes nothing (library.Write).
// Errors are those of library.Write.
func (o *Ops) WriteMemoryFile(
	_ context.Context, t turn.Turn, op turn.Op, name, content string, mode library.Mode, tell func(library.File) tool.Result,
) (res tool.Result, err error) {
	scope := t.Speaker.Scope()
	if scope == "" {
		return res, ErrNoScope
	}
	if res, done, err := o.Session.Result(op); err != nil || done {
		return res, err
	}
	file, err := o.Library.Write(scope, name, content, mode)
	if err != nil {
		return res, err
	}
	res = tell(file)
	err = o.DB.Update(func(tx *kv.Tx) error {
		fresh, err := o.Session.PutResult(tx, op, res)
		if err == nil && !fresh {
			res, _, err = o.Session.ResultIn(tx, op)
		}
		return err
	})
	return res, err
}
