package main

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/kokoron/kokoron/agent/stream"
	"github.com/kokoron/kokoron/agent/tool"
	"github.com/kokoron/kokoron/agent/toolcall"
)

type toolsIn struct {
	ID     string `json:"id"`
	Output string `json:"output"`
}

type toolsOut struct {
	ID      string     `json:"id"`
	Calls   []caseCall `json:"calls"`
	Visible string     `json:"visible"`
	Unknown []string   `json:"unknown,omitempty"`
	MS      int64      `json:"ms"`
}

type caseCall struct {
	Tool string          `json:"tool"`
	Args json.RawMessage `json:"arguments"`
}

// toolsJSON lists the tools that the cases take for registered.
//
//go:embed testdata/tools.json
var toolsJSON []byte

// caseTools reads toolsJSON.
func caseTools() ([]tool.Spec, error) {
	var list []struct {
		Name       string               `json:"name"`
		Required   []string             `json:"required"`
		Properties map[string]tool.Type `json:"properties"`
	}
	if err := json.Unmarshal(toolsJSON, &list); err != nil {
		return nil, fmt.Errorf("read the tools of the cases: %w", err)
	}
	specs := make([]tool.Spec, len(list))
	for i, t := range list {
		specs[i].Name = t.Name
		for name, kind := range t.Properties {
			p := tool.Param{Name: name, Type: kind, Required: slices.Contains(t.Required, name)}
			specs[i].Params = append(specs[i].Params, p)
		}
	}
	return specs, nil
}

// runTools passes each output, whole, through the filter and the scanner.
func runTools(in io.Reader, out io.Writer) error {
	specs, err := caseTools()
	if err != nil {
		return err
	}
	return eachLine(in, out, func(c toolsIn) (toolsOut, error) {
		began := time.Now()
		o := toolsOut{ID: c.ID}
		visible, _ := stream.Split(c.Output, stream.Options{})
		o.Calls, o.Visible, o.Unknown = callsIn(specs, visible)
		o.MS = time.Since(began).Milliseconds()
		return o, nil
	})
}

// callsIn scans a visible text for calls of the tools.
func callsIn(specs []tool.Spec, text string) (calls []caseCall, visible string, unknown []string) {
	calls = []caseCall{}
	s := toolcall.New(toolcall.Options{Tools: specs})
	take := func(o toolcall.Out) {
		visible += string(o.Visible)
		unknown = append(unknown, o.Unknown...)
		for _, c := range o.Calls {
			calls = append(calls, caseCall{Tool: c.Name, Args: c.Args})
		}
	}
	take(s.Write([]byte(text)))
	take(s.Close())
	return calls, visible, unknown
}
