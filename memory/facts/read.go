package facts

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/kokoron/kokoron/internal/text"
	"github.com/kokoron/kokoron/memory"
)

// maxContent is how long a text may be, in bytes, to be read at all: what is
// longer is a story, and reading takes time.
const maxContent = 1000

// rule finds one attribute in a clause without its subject. Its groups are v
// (the value), x (the object), n (how many), from (what held before), now… (a
// word that tells of a change) and more… (what is told beside).
type rule struct {
	attr   Attribute
	is     *text.Pattern
	value  string // in place of v
	object string // in place of x
	change bool
	unsure bool
	// own marks a rule for what one says of oneself alone, others one for what
	// is said of others.
	own, others bool
}

// grammar is how one language states facts.
type grammar struct {
	// never are sentences that state nothing, past clauses of what is over.
	never, past *text.Pattern
	// cut finds where a clause ends: a group is what belongs to the next one.
	cut *text.Pattern
	// opening are words before a clause; a match of changed in them, or in the
	// clause, tells of a change.
	opening, changed *text.Pattern
	subject          func(clause string) (subject, bool)
	named            func(clause string) []subject
	rules            []rule
	// place are values that are no employers.
	place func(v string) bool
}

// subject is who a clause is about, and the clause without them.
type subject struct {
	who  string
	rest string
}

// Read says what a text states.
func Read(content string) Statement {
	var out Statement
	if len(content) > maxContent {
		return Statement{Rest: true}
	}
	who := Self
	before := ""
	for _, s := range sentences(text.Fold(content)) {
		said, ok := bare(s)
		others := text.NameOf(before, s)
		before = s
		if !ok || others || memory.Asks(s) {
			out.Rest = true
			continue
		}
		out.add(said, &who)
	}
	return out
}

// sentences cuts a folded text.
func sentences(s string) (out []string) {
	start := 0
	for i, r := range s {
		end := i + utf8.RuneLen(r)
		next := s[min(len(s), end):]
		stop := r == '\n' || strings.ContainsRune("。！？!?;", r) || r == '.' && (next == "" || next[0] == ' ' && !text.Abbreviates(s[start:i]))
		if stop && end <= len(s) {
			out, start = append(out, s[start:end]), end
		}
	}
	out = append(out, s[start:])
	kept := out[:0]
	for _, s := range out {
		if strings.IndexFunc(s, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) }) >= 0 {
			kept = append(kept, strings.TrimSpace(s))
		}
	}
	return kept
}

var (
	quotation = text.Lazy("「[^」]*」|『[^』]*』|“[^”]*”|\"[^\"]*\"|`[^`]*`")
	marks     = strings.NewReplacer("「", "", "」", "", "『", "", "』", "", "“", "", "”", "", "\"", "", "`", "", "’", "'")
)

// maxQuoted is how long a name in quotation marks is at most, in characters:
// what is longer is somebody else's words.
const maxQuoted = 12

// bare is a sentence without its quotation marks and what ends it.
func bare(s string) (string, bool) {
	for _, q := range quotation.FindAllString(s, -1) {
		if utf8.RuneCountInString(q) > maxQuoted+2 {
			return "", false
		}
	}
	return strings.TrimRight(marks.Replace(s), " .。!！~〜…♪;"), true
}

// grammarsOf are those that a sentence may be written in.
func grammarsOf(s string) []*grammar {
	kana, han := false, false
	for _, r := range s {
		switch text.ScriptOf(r) {
		case text.ScriptHiragana:
			kana = true
		case text.ScriptHan, text.ScriptKatakana:
			han = true
		}
	}
	switch {
	case kana:
		return []*grammar{&japanese}
	case han:
		return []*grammar{&chinese, &japanese}
	}
	return []*grammar{&english}
}

// add reads a sentence. Whose the clause before was is whose the next one is,
// where it does not say.
func (st *Statement) add(s string, who *string) {
	for _, g := range grammarsOf(s) {
		if g.never.MatchString(s) {
			st.Rest = true
			return
		}
		if got, last, ok := g.sentence(s, *who); ok {
			st.Facts, st.More, st.Rest = append(st.Facts, got.Facts...), st.More || got.More, st.Rest || got.Rest
			*who = last
			return
		}
	}
	st.Rest = true
}

// sentence reads all clauses of a sentence; it is not ok where none states a
// fact.
func (g *grammar) sentence(s, who string) (out Statement, last string, ok bool) {
	for _, c := range g.clauses(s) {
		opened := g.opening.ReplaceAllString(c, "")
		lead := c[:len(c)-len(opened)]
		f, more, found := g.clause(opened, &who)
		if !found && lead != "" {
			f, more, found = g.clause(c, &who)
			lead = ""
		}
		switch {
		case strings.TrimSpace(opened) == "": // a date or the like
			out.More = true
		case g.past.MatchString(c):
			out.More = true
		case found:
			f.Change = f.Change || g.changed.MatchString(lead)
			out.Facts = append(out.Facts, f)
			out.More = out.More || more || lead != "" && !g.changed.MatchString(lead)
		default:
			out.Rest = true
		}
	}
	return out, who, len(out.Facts) > 0
}

// clauses cuts a sentence.
func (g *grammar) clauses(s string) (out []string) {
	start := 0
	for _, m := range g.cut.FindAllStringSubmatchIndex(s, -1) {
		end, next := m[0], m[1]
		for g := 2; g < len(m); g += 2 {
			if m[g] >= 0 {
				next = m[g] // the words that begin the next clause
			}
		}
		out, start = append(out, s[start:end]), next
	}
	out = append(out, s[start:])
	kept := out[:0]
	for _, c := range out {
		if c = strings.Trim(c, " 、,，"); c != "" {
			kept = append(kept, c)
		}
	}
	return kept
}

// clause reads one clause, and says in who whose it is.
func (g *grammar) clause(c string, who *string) (f Fact, more, ok bool) {
	if s, is := g.subject(c); is {
		*who = s.who
		return g.match(s)
	}
	if f, more, ok = g.match(subject{*who, c}); ok {
		return f, more, ok
	}
	for _, s := range g.named(c) {
		if f, more, ok = g.match(s); ok && s.who != "" {
			*who = s.who
			return f, more, ok
		}
	}
	return Fact{}, false, false
}

// match tries the rules in their order.
func (g *grammar) match(s subject) (Fact, bool, bool) {
	if f, more, ok := g.rule(s.who, s.rest, ""); ok {
		return f, more, ok
	}
	rest := g.opening.ReplaceAllString(s.rest, "")
	if rest == s.rest {
		return Fact{}, false, false
	}
	return g.rule(s.who, rest, s.rest[:len(s.rest)-len(rest)])
}

// rule is what the first rule finds in the rest of a clause; lead stood before
// it.
func (g *grammar) rule(who, rest, lead string) (Fact, bool, bool) {
	for _, r := range g.rules {
		if r.own && who != Self || r.others && who == Self {
			continue
		}
		m := r.is.FindStringSubmatch(rest)
		if m == nil {
			continue
		}
		group := func(name string) string {
			if i := r.is.SubexpIndex(name); i >= 0 {
				return m[i]
			}
			return ""
		}
		f, ok := r.fact(who, group, g.place)
		if !ok {
			continue
		}
		f.Change = f.Change || g.changed.MatchString(lead)
		more := lead != "" && !g.changed.MatchString(lead)
		for i, name := range r.is.SubexpNames() {
			f.Change = f.Change || m[i] != "" && strings.HasPrefix(name, "now")
			more = more || m[i] != "" && strings.HasPrefix(name, "more")
		}
		return f, more, true
	}
	return Fact{}, false, false
}

// fact is what a rule found, with its value in the form in which it is
// compared; not ok where that says nothing.
func (r rule) fact(who string, group func(string) string, place func(string) bool) (f Fact, ok bool) {
	f = Fact{Who: who, Attribute: r.attr, Object: r.object, Value: r.value, From: clean(group("from")), Change: r.change, Unsure: r.unsure}
	if x := group("x"); x != "" {
		f.Object = thing(x)
		if f.Object == "" {
			return f, false
		}
	}
	switch {
	case r.attr == Pet:
		return petFact(f, group("x"), group("n"))
	case r.attr == Taste, r.attr == Partner, r.attr == Marriage:
		return f, f.Attribute != Taste || f.Object != ""
	case r.value == No:
		f.From = clean(group("v"))
		return f, f.From != "" || group("v") == ""
	case r.attr == Birthday:
		f.Value = date(group("v"))
	case r.attr == Name, r.attr == Nickname:
		f.Value, f.From = bareName(clean(group("v"))), bareName(f.From)
	default:
		f.Value = clean(group("v"))
	}
	if r.attr == Employer && place(f.Value) || r.attr != Address && listed.MatchString(f.Value) {
		return f, false
	}
	if r.attr == Employer && f.Unsure && organisation.MatchString(f.Value) {
		f.Unsure = false
	}
	return f, f.Value != "" && f.Value != f.From
}

// petFact: an animal is what the fact is about, and who has it is its subject.
func petFact(f Fact, animal, n string) (Fact, bool) {
	f.Object = kin[strings.TrimSuffix(animal, "s")]
	if kinOf := f.Who; pets[kinOf] != "" {
		f.Who, f.Object = Self, kinOf
	}
	if f.Value == "" {
		f.Value = count(n)
	}
	return f, pets[f.Object] != ""
}

// organisation is what names somebody to work for.
var organisation = text.Lazy(`(?:会社|社|店|病院|学校|大学|高校|銀行|工場|役所|ホテル|カフェ|レストラン|局|研究所|事務所|園|省|庁|スーパー|コンビニ|公司|银行|医院|集团|工厂|酒店|餐厅|政府|法院|大厦)$`)
