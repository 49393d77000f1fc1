// Package facts reads what a short text states about somebody, as far as it
// can change over a life: (who, attribute, value) for names, home, work, school,
// age, partner, pets, favourites, tastes, in Japanese, English and Chinese. So
// it can be said of two texts that they state the same, or that one has come
// in the place of the other.
//
// It is pure and made to be sure rather than complete: what is asked, supposed,
// planned, hoped, told by others, over, quoted or listed states nothing here,
// and nothing is concluded from likeness. Two statements meet only where they
// are about the same one: the speaker, one of their kin, or somebody by name.
// What may be had twice (a sister, a cat) changes only where the words say that
// it did. All functions may be called at once from anywhere.
package facts

import (
	"slices"
	"strings"

	"github.com/kokoron/kokoron/internal/text"
)

// Attribute is what a fact says about somebody.
type Attribute string

// The attributes. All but Taste, Favourite, Pet, Phone and Mail stand alone;
// these are about an object.
const (
	Name       Attribute = "name"
	Nickname   Attribute = "nickname"
	Home       Attribute = "home" // the place
	Address    Attribute = "address"
	Employer   Attribute = "employer"
	Occupation Attribute = "occupation"
	School     Attribute = "school"
	Age        Attribute = "age"
	Birthday   Attribute = "birthday" // "03-14" or "1990-03-14"
	Marriage   Attribute = "marriage" // Single, Married, Divorced or Engaged
	Partner    Attribute = "partner"  // Yes or No
	Pet        Attribute = "pet"      // of a kind: Yes, how many, Died or No
	Favourite  Attribute = "favourite"
	Taste      Attribute = "taste" // of a thing: Yes or No
	Phone      Attribute = "phone"
	Mail       Attribute = "mail"
)

// Values that are the same in every language.
const (
	Yes      = "+"
	No       = "-" // also: no employer, no school any more
	Died     = "died"
	Single   = "single"
	Married  = "married"
	Divorced = "divorced"
	Engaged  = "engaged"
)

// Who a fact may be about, besides kin and names.
const (
	Self  = ""      // the one whose memory it is
	Owner = "owner" // of the companion; Self in their own memory, see Statement.As
)

// Fact is one thing that is stated. Texts are folded.
type Fact struct {
	Who       string // Self, Owner, a kin by their English word ("sister"), or a name
	Attribute Attribute
	Object    string // what a taste or favourite is about; which phone
	Value     string
	// From is what held before, where the words name it.
	From string
	// Change says that the words tell of a change: moved, quit, now, no longer.
	Change bool
	// Unsure says that the value may be of another kind: one may work at a
	// company or at a place.
	Unsure bool
}

// Key names what a fact is about: facts with other keys never meet, but for
// those of Fact.Meets.
func (f Fact) Key() string { return f.Who + "|" + string(f.Attribute) + "|" + f.Object }

// Meets are the keys of all facts that f may be the same as or end.
func (f Fact) Meets() []string {
	keys := []string{f.Key()}
	switch {
	case f.Attribute == Home && f.Change:
		keys = append(keys, Fact{Who: f.Who, Attribute: Address}.Key())
	case f.Attribute == Employer && f.Value == No && f.From == "":
		keys = append(keys, Fact{Who: f.Who, Attribute: Occupation}.Key())
	}
	return keys
}

// Lasting reports whether a fact is worth keeping by itself: of the speaker or
// of somebody near to them, and of a kind that others ask about. What somebody
// likes is so where it has changed: words of liking are said of much.
func (f Fact) Lasting() bool {
	return (f.Who == Self || near(f.Who)) && (f.Change || f.Attribute != Taste)
}

// Personal reports whether a fact tells who the one is whose memory it is: name,
// home, work, age, whom they live with. It is asked for in any words.
func (f Fact) Personal() bool {
	return f.Who == Self && f.Attribute != Taste && f.Attribute != Favourite && f.Attribute != Pet
}

// Same reports whether two facts are one, whatever the words.
func Same(a, b Fact) bool { return a.Key() == b.Key() && a.Value == b.Value && a.From == b.From }

// Contradicts reports whether a new fact ends an old one: they are about the
// same of the same one, of which there is one at a time, and cannot both hold.
func Contradicts(old, new Fact) bool {
	if !slices.Contains(new.Meets(), old.Key()) {
		return false
	}
	if old.Attribute != new.Attribute {
		return old.Attribute == Address && !strings.Contains(old.Value, new.Value)
	}
	if (multiple(new.Who) || old.Unsure || new.Unsure) && !new.Change {
		return false
	}
	switch new.Attribute {
	case Taste, Partner:
		return old.Value != new.Value
	case Pet:
		return petEnds(old.Value, new)
	case Marriage:
		return old.Value != new.Value && !(old.Value == Divorced && new.Value == Single)
	case Birthday:
		return !strings.HasSuffix(old.Value, new.Value) && !strings.HasSuffix(new.Value, old.Value)
	case Age, Phone, Mail, Nickname:
		return old.Value != new.Value
	}
	return otherValue(old, new)
}

// petEnds: of two cats one may die, and having two does not say that there is
// not one, unless it is told as a change.
func petEnds(old string, new Fact) bool {
	switch {
	case old == new.Value || old == Died && new.Value == No || old == No && new.Value == Died:
		return false
	case new.Value == Died:
		return old == Yes || old == "1"
	case new.Value == No:
		return true
	}
	return old == No || old == Died || new.Change && old != Yes && new.Value != Yes
}

// otherValue compares values that are words.
func otherValue(old, new Fact) bool {
	switch {
	case new.Value == No:
		return old.Value != No && (new.From == "" || alike(old.Value, new.From))
	case old.Value == No:
		return old.From == "" || alike(old.From, new.Value)
	case alike(old.Value, new.Value):
		return false
	case new.From != "" && alike(old.Value, new.From):
		return true
	case new.From != "" && multiple(new.Who):
		return false // of two of them the other one
	}
	return new.Change || sameScript(old.Value, new.Value, new.Attribute == Name)
}

// Statement is what a text states.
type Statement struct {
	Facts []Fact
	// More says that the text tells more than the facts, about them: since when,
	// with whom, what was before.
	More bool
	// Rest says that some of the text was not understood, or states nothing.
	Rest bool
}

// As is the statement with somebody's names taken for Self.
func (s Statement) As(names ...string) Statement {
	out := s
	out.Facts = slices.Clone(s.Facts)
	for i, f := range out.Facts {
		for _, n := range names {
			if f.Who != Self && f.Who == Named(n) {
				out.Facts[i].Who = Self
			}
		}
	}
	return out
}

// Same reports whether two statements say the same and nothing else.
func (s Statement) Same(o Statement) bool {
	return len(s.Facts) > 0 && !s.More && !s.Rest && !o.More && !o.Rest && covered(s.Facts, o.Facts, Same) && covered(o.Facts, s.Facts, Same)
}

// EndedBy reports whether nothing of what s states holds any more after o was
// said. A text that tells something beside it is never ended.
func (s Statement) EndedBy(o Statement) bool {
	return len(s.Facts) > 0 && !s.Rest && covered(s.Facts, o.Facts, Contradicts)
}

// covered reports whether each of the facts has one among others with which is
// holds.
func covered(facts, others []Fact, is func(a, b Fact) bool) bool {
	for _, f := range facts {
		if !slices.ContainsFunc(others, func(o Fact) bool { return is(f, o) }) {
			return false
		}
	}
	return true
}

// Doubtful reports whether s is about what one may have several of, so that it
// can end one statement but not two.
func (s Statement) Doubtful() bool {
	return slices.ContainsFunc(s.Facts, func(f Fact) bool { return multiple(f.Who) })
}

// Named is who a fact is about that is told of somebody by their name.
func Named(name string) string { return bareName(text.Fold(name)) }
