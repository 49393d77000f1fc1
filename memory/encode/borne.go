package encode

// Borne reports whether a sentence is borne out by what was said: enough of its
// terms were, and all that cannot be put in other words (numbers, names). name
// is how the person is called; it proves nothing.
func Borne(sentence, name string, said ...string) bool {
	e := evidence{terms: map[string]bool{}, name: termsOf(name)}
	for _, s := range said {
		for w := range termsOf(s) {
			e.terms[w] = true
		}
	}
	return e.bears(sentence) && e.proves(sentence)
}
