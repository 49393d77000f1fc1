package toolcall

import (
	"embed"
	"fmt"
	"io/fs"
	"path"
	"strings"

	"github.com/kokoron/kokoron/agent/tool"
)

// prompts holds, by language, an introduction, the words that name types, and
// one text a tool: its purpose, a line "- name: text" for each parameter that
// its name does not explain, and an example call where one helps.
//
//go:embed prompts
var prompts embed.FS

// Describe renders the tools for the system message, in the language of the
// persona (ja, en or zh): every parameter with its type and whether it is
// required. It errs when a tool has no text or a parameter's type no name, or a
// text has a parameter that the tool has not. Without tools it is empty.
func Describe(lang string, specs []tool.Spec) (string, error) {
	if len(specs) == 0 {
		return "", nil
	}
	intro, err := read(lang, "intro")
	if err != nil {
		return "", err
	}
	words, err := readWords(lang)
	if err != nil {
		return "", err
	}
	var b strings.Builder
	b.WriteString(strings.TrimSpace(intro) + "\n")
	for _, spec := range specs {
		raw, err := read(lang, spec.Name)
		if err != nil {
			return "", err
		}
		if err := words.tool(&b, spec, strings.Split(strings.TrimSpace(raw), "\n")); err != nil {
			return "", fmt.Errorf("describe %s in %s: %w", spec.Name, lang, err)
		}
	}
	return strings.TrimSpace(b.String()), nil
}

// Examples lists the example calls of a language's texts, which a model must
// not repeat as its own (Options.Examples).
func Examples(lang string) ([]tool.Call, error) {
	names, err := fs.Glob(prompts, "prompts/"+lang+"/*.md")
	if err != nil {
		return nil, fmt.Errorf("list tool texts: %w", err)
	}
	if len(names) == 0 {
		return nil, fmt.Errorf("no tool texts in language %q", lang)
	}
	var calls []tool.Call
	for _, name := range names {
		raw, err := read(lang, strings.TrimSuffix(path.Base(name), ".md"))
		if err != nil {
			return nil, err
		}
		for line := range strings.Lines(raw) {
			if !strings.HasPrefix(line, "{") {
				continue
			}
			n, _, err := readStrict([]byte(line))
			if err != nil || n.get("tool") == nil || n.get("arguments") == nil {
				return nil, fmt.Errorf("example in %s: %q is not a call", name, strings.TrimSpace(line))
			}
			calls = append(calls, tool.Call{Name: n.get("tool").text, Args: n.get("arguments").raw(false)})
		}
	}
	return calls, nil
}

func read(lang, name string) (string, error) {
	raw, err := prompts.ReadFile("prompts/" + lang + "/" + name + ".md")
	if err != nil {
		return "", fmt.Errorf("text of tool %s in language %q: %w", name, lang, err)
	}
	return string(raw), nil
}

// words are the patterns and the names of types in one language.
type words map[string]string

func readWords(lang string) (words, error) {
	raw, err := read(lang, "words")
	if err != nil {
		return nil, err
	}
	w := words{}
	for line := range strings.Lines(raw) {
		if key, value, ok := strings.Cut(strings.TrimRight(line, "\n"), ": "); ok {
			w[key] = value
		}
	}
	return w, nil
}

// tool renders one tool: its name with the parameters in the order of the
// spec, the purpose, what there is to say of single parameters, the example.
func (w words) tool(b *strings.Builder, spec tool.Spec, text []string) error {
	params := make([]string, len(spec.Params))
	for i, p := range spec.Params {
		name := p.Name
		if p.Required {
			name = strings.Replace(w["required"], "{name}", name, 1)
		}
		if p.Type != tool.String {
			if w[string(p.Type)] == "" {
				return fmt.Errorf("no word for the type %q of parameter %s", p.Type, p.Name)
			}
			name = strings.NewReplacer("{name}", name, "{type}", w[string(p.Type)]).Replace(w["typed"])
		}
		params[i] = name
	}
	fmt.Fprintln(b, strings.NewReplacer("{name}", spec.Name, "{params}", strings.Join(params, ", "), "{text}", text[0]).Replace(w["tool"]))
	for _, line := range text[1:] {
		if note, ok := strings.CutPrefix(line, "- "); ok {
			name, about, _ := strings.Cut(note, ": ")
			if _, ok := spec.Param(name); !ok {
				return fmt.Errorf("the text has a parameter %s, the tool has not", name)
			}
			line = strings.NewReplacer("{name}", name, "{text}", about).Replace(w["note"])
		}
		fmt.Fprintln(b, line)
	}
	return nil
}
