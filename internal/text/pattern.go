package text

import (
	"regexp"
	"sync"
)

// Pattern is a regular expression that is compiled when it is first used. The
// rules about what people say have hundreds: a start must not wait for them,
// nor an idle companion hold them in memory. It is safe for concurrent use;
// using one that cannot be compiled panics.
type Pattern struct{ compiled func() *regexp.Regexp }

// Lazy is the pattern of an expression.
func Lazy(expression string) *Pattern {
	return &Pattern{sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expression) })}
}

// MatchString is as of regexp, and so are the others.
func (p *Pattern) MatchString(s string) bool { return p.compiled().MatchString(s) }

func (p *Pattern) FindString(s string) string             { return p.compiled().FindString(s) }
func (p *Pattern) FindStringIndex(s string) []int         { return p.compiled().FindStringIndex(s) }
func (p *Pattern) FindStringSubmatch(s string) []string   { return p.compiled().FindStringSubmatch(s) }
func (p *Pattern) FindAllString(s string, n int) []string { return p.compiled().FindAllString(s, n) }
func (p *Pattern) FindAllStringIndex(s string, n int) [][]int {
	return p.compiled().FindAllStringIndex(s, n)
}
func (p *Pattern) FindAllStringSubmatch(s string, n int) [][]string {
	return p.compiled().FindAllStringSubmatch(s, n)
}
func (p *Pattern) FindAllStringSubmatchIndex(s string, n int) [][]int {
	return p.compiled().FindAllStringSubmatchIndex(s, n)
}
func (p *Pattern) ReplaceAllString(s, by string) string { return p.compiled().ReplaceAllString(s, by) }
func (p *Pattern) ReplaceAllStringFunc(s string, by func(string) string) string {
	return p.compiled().ReplaceAllStringFunc(s, by)
}
func (p *Pattern) SubexpIndex(name string) int { return p.compiled().SubexpIndex(name) }
func (p *Pattern) SubexpNames() []string       { return p.compiled().SubexpNames() }
