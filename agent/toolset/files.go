package toolset

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/kokoron/kokoron/agent/tool"
	"github.com/kokoron/kokoron/internal/turn"
	"github.com/kokoron/kokoron/memory/library"
)

var readFileSpec = tool.Spec{
	Name: "read_memory_file", Effect: tool.Read, Permission: tool.Person,
	Params: []tool.Param{{Name: "path", Type: tool.String}},
}

var writeFileSpec = tool.Spec{
	Name: "write_memory_file", Effect: tool.Write, Permission: tool.Person, Keeps: tool.Memory,
	Params: []tool.Param{
		{Name: "path", Type: tool.String, Required: true},
		{Name: "content", Type: tool.String, Required: true},
		{Name: "mode", Type: tool.String}, // all but replace append, which loses nothing
	},
}

type fileArgs struct {
	Path    string       `json:"path"`
	Content string       `json:"content"`
	Mode    library.Mode `json:"mode"`
}

// readMemoryFile gives the text of a file; without a path, the list of files.
func (s *Set) readMemoryFile(ctx context.Context, t turn.Turn, c tool.Call) (tool.Result, error) {
	args, err := decode[fileArgs](c)
	if err != nil {
		return tool.Result{}, err
	}
	if path := strings.Trim(args.Path, " ./"); path == "" {
		return s.listMemoryFiles(ctx, t)
	}
	text, err := s.ops.ReadMemoryFile(ctx, t, strings.TrimSpace(args.Path))
	if err == nil && strings.TrimSpace(text) == "" {
		return tool.Result{Text: s.texts["file_blank"], Empty: true}, nil
	}
	return s.badFile(tool.Result{Text: text}, err)
}

func (s *Set) listMemoryFiles(ctx context.Context, t turn.Turn) (tool.Result, error) {
	entries, err := s.ops.MemoryFiles(ctx, t)
	if err != nil {
		return tool.Result{}, err
	}
	if len(entries) == 0 {
		return tool.Result{Text: s.texts["no_files"], Empty: true}, nil
	}
	lines := make([]string, len(entries))
	for i, e := range entries {
		name := e.Path
		if e.Scope != t.Speaker.Scope() {
			name = e.Name()
		}
		lines[i] = s.texts.Fill("file", "path", name, "title", e.Title)
	}
	return tool.Result{Text: strings.Join(lines, "\n")}, nil
}

// writeMemoryFile writes to a file; the result says where and how.
func (s *Set) writeMemoryFile(ctx context.Context, t turn.Turn, c tool.Call) (tool.Result, error) {
	args, err := decode[fileArgs](c)
	if err != nil {
		return tool.Result{}, err
	}
	key := "file_replaced"
	if args.Mode != library.Replace || t.Alone { // unasked it may add and lose nothing
		key, args.Mode = "file_appended", library.Append
	}
	res, err := s.ops.WriteMemoryFile(ctx, t, turn.Op(c.Op), strings.TrimSpace(args.Path), args.Content, args.Mode, func(f library.File) tool.Result {
		return tool.Result{Wrote: true, Text: s.texts.Fill(key,
			"path", f.Path, "count", strconv.Itoa(utf8.RuneCountInString(strings.TrimSpace(args.Content))))}
	})
	return s.badFile(res, err)
}

// badFile words what the library refuses, so that the model can act on it.
func (s *Set) badFile(res tool.Result, err error) (tool.Result, error) {
	for _, bad := range []error{library.ErrPath, library.ErrMissing, library.ErrTooLarge, library.ErrText, library.ErrChanged} {
		if errors.Is(err, bad) {
			return tool.Result{Text: s.texts.Fill("file_bad", "detail", err.Error()), Err: true}, nil
		}
	}
	return res, err
}
