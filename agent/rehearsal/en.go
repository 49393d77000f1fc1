package rehearsal

import (
	"slices"
	"strings"

	"github.com/kokoron/kokoron/internal/text"
)

var (
	enLead       = text.Lazy(`(?i)^(?:well|so|oh|hey|ok|okay|by the way|btw|also|and|but|please|yes|yeah|kokoron|um|uh)[,\s]+`)
	enBareDenial = text.Lazy(`(?i)^(?:no|nope|wrong|not quite|incorrect|that(?:'s| is| was) (?:wrong|not right|not correct|incorrect|not true)|you(?:'re| are) wrong)$`)
	enDenial     = text.Lazy(`(?i)^(?:no|nope|wrong|not quite|incorrect|that(?:'s| is| was) (?:wrong|not right|not correct|incorrect|not true)|you(?:'re| are) wrong)\s*[,:;-]+\s*(.+)$`)
	enStrong     = text.Lazy(`(?i)^(?:wrong|incorrect|that|you)\b`)
	enActually   = text.Lazy(`(?i)^(?:actually|correction|i was wrong|sorry|in fact|i meant|i mean|rather)\s*[,:]?\s+(.+)$`)
	enIts        = `(?:(?:it|he|she|that|they)(?:'s| is|'re| are)(?: called| named)?|(?:his|her|its|the) name(?:'s| is)|i said|i meant)`
	enNewNotOld  = text.Lazy(`(?i)^(?:my (.+?) (?:is|are)(?: called| named)? |` + enIts + ` )?(.{1,40}?),? (?:and )?not (.{1,40})$`)
	enNotOldNew  = text.Lazy(`(?i)^(?:` + enIts + ` )?not (.{1,40}?)(?:,|;| -)? ?(?:but|` + enIts + `) (.{1,40})$`)
	enItsNew     = text.Lazy(`(?i)^` + enIts + ` (.{1,40})$`)
	enNoValue    = text.Lazy(`(?i)^(?:(?:fine|ok|okay|nothing|alright|all right|good|great|me|you|not|true|wrong|right|that|too|so|just|really|still|very|the same|a (?:bit|little|lot)|thanks?|thank you|problem|way|worries|i|it|don't|sure|bad|funny|nice|cold|hot|raining)\b|\w+ing\b)`)
	enChanged    = text.Lazy(`(?i)^my (.+?) (?:(?:has |have )?changed to|is now called|is now named|is now|are now|was changed to) (.+)$`)
	enNoMore     = text.Lazy(`(?i)^i (?:don't|do not|no longer) (like|love|hate|enjoy) (.+?)(?: any ?more| any longer)?$`)
	enAnyMore    = text.Lazy(`(?i)\bno longer\b|any ?more$|any longer$`)

	enRemember = text.Lazy(`(?i)^(?:please )?(?:(?:can|could) you )?(?:please )?(?:remember|note|keep in mind|don't forget|do not forget|memorize|memorise)(?: this| that)?\s*[:,]?\s+(.+)$`)
	enBareSave = text.Lazy(`(?i)^(?:please )?(?:remember|note|memorize|memorise)(?: this| that| it)?$|^don't forget(?: this| that| it)?$`)
	enNotSave  = text.Lazy(`(?i)^(?:me|us|when|how|to|why|what|who|where|the time|it|about)\b`)
	enMine     = text.Lazy(`(?i)^my (.{1,40}?)(?: is| are| was)(?: (called|named))? (.{1,80})$`)
	enNotThing = text.Lazy(`(?i)^(?:god|goodness|day|head|bad|mind|point|question|turn|opinion|guess|pleasure|fault|mistake|apologies|turn|week|morning|weekend|advice|answer)\b`)
	enMood     = text.Lazy(`(?i)^(?:(?:fine|ok|okay|tired|sick|ill|sad|happy|great|good|bad|not|so|very|too|really|just|still|bored|here|back|sorry|sure|done|lost|hungry|gone|ready|busy|broken|up|down|off|over)\b|[a-z]{2,}ing (?:me|on|to|in|at|now|the)\b|[a-z]{2,}ing$)`)
	enLikes    = text.Lazy(`(?i)^i (?:(?:really|also|absolutely|still|do|just) )*(like|love|hate|dislike|prefer|enjoy|adore|don't like|do not like|can't stand) (.{1,60})$`)
	enNotLiked = text.Lazy(`(?i)^(?:that|how|you|your|it|this|these|those|when|what|the way|to think|to believe|where|him|her|them|us)\b`)
	enIAm      = text.Lazy(`(?i)^i(?:'m| am) ((?:called|named|from|allergic to|vegetarian|vegan|married|born|living in|a|an|\d+ years old)\b.*)$`)
	enIAmName  = text.Lazy(`^I(?:'m| am) ([A-Z][a-z]+)$`)
	enNotIAm   = text.Lazy(`(?i)^an? (?:bit|little|lot|tad|mess|failure)\b|^called to\b`)
	enLife     = text.Lazy(`(?i)^i (live in|work at|work as|work for|work in|was born (?:in|on)|come from|speak|play|study|own|have)(?: (an?|the|two|three|four|\d+))? (.{1,60})$`)
	enHaveOnly = text.Lazy(`(?i)^(?:(?:\w+ )?(?:cats?|dogs?|pets?|sons?|daughters?|brothers?|sisters?|kids?|child(?:ren)?|wife|husband|rabbits?|hamsters?|birds?|allergy|allergies|bikes?|cars?|twins?)\b)`)
	enCallMe   = text.Lazy(`(?i)^(?:please )?call me ([^ ]+(?: [A-Z][^ ]*)?)$`)
	enNotName  = text.Lazy(`(?i)^(?:later|back|when|if|tomorrow|a|maybe|crazy|old|now|tonight|anytime)$`)

	enTime    = text.Lazy(`(?i)^(?:(?:do you know|tell me|can you tell me) )?(?:what(?:'s| is) the (?:current )?(?:time|date|day)(?: now| today| please)?|what time is it(?: now)?|what (?:day|date) is (?:it|today)(?: today)?|what(?:'s| is) today(?:'s date)?|what time it is|(?:the )?(?:current )?(?:time|date)(?: please)?)$`)
	enForget  = text.Lazy(`(?i)^(?:please )?(?:(?:can|could) you )?(?:please )?(?:forget|delete|erase|remove) (?:about |that\b|it\b|what |my |i |everything|all|the |this)`)
	enHelp    = text.Lazy(`(?i)^(?:help|help me|what can (?:you|i) do.*|what do you do|who are you|what are you|what(?:'s| is) your name|are you (?:an? )?(?:ai|bot|robot|real|human|llm|model|language model).*|how (?:do|can|should) i (?:use|connect|attach|set up|configure|get|add) .*|.*\brehearsal\b.*|introduce yourself)$`)
	enGreet   = text.Lazy(`(?i)^(?:hi|hello|hey|good (?:morning|afternoon|evening)|howdy|greetings|yo|nice to meet you|how are you|how's it going)\b`)
	enBye     = text.Lazy(`(?i)^(?:bye|goodbye|good night|see you|see ya|good-bye|later)\b`)
	enThanks  = text.Lazy(`(?i)^(?:thanks|thank you|thx|cheers|many thanks)\b`)
	enAsking  = text.Lazy(`(?i)^(?:what|where|when|who|whose|which|how|why|do|does|did|is|are|am|can|could|would|will|have i|should|tell me)\b|^what's|^who's|^where's|^when's|^how's`)
	enPersona = text.Lazy(`(?i)\bmy\b|\b(?:do|did|am|was|have) i\b|\babout me\b|\bremember (?:me|i)\b|\b(?:remember|know|recall) (?:what|where|when|who|how|which) (?:\w+ )?i\b`)
	enAll     = text.Lazy(`(?i)about me$|\bremember(?: me)?$|everything|(?:have|did) i (?:told|tell) you$|you remember so far$`)
)

func enClassify(s sentence) intent {
	if rest := enLead.ReplaceAllString(s.text, ""); rest != s.text {
		if in := enClassify(sentence{rest, s.question}); in.kind != other {
			return in
		}
	}
	if s.question || enAsking.MatchString(s.text) && !enRemember.MatchString(s.text) {
		return enAsked(s.text)
	}
	if in := enCorrect(s.text); in.kind != other {
		return in
	}
	switch m := enRemember.FindStringSubmatch(s.text); {
	case enBareSave.MatchString(s.text):
		return intent{kind: saveWhat}
	case m != nil && !enNotSave.MatchString(m[1]):
		return saved(enExplicit(m[1]))
	case enForget.MatchString(s.text):
		return forgetting(s.text, text.En)
	case enTime.MatchString(s.text):
		return intent{kind: askTime}
	case enHelp.MatchString(s.text):
		return intent{kind: help}
	case enGreet.MatchString(s.text):
		return enAfterComma(s, greet)
	case enBye.MatchString(s.text):
		return intent{kind: bye}
	case enThanks.MatchString(s.text):
		return enAfterComma(s, thanks)
	}
	if f, ok := enStatement(s.text); ok {
		return saved(f)
	}
	return intent{kind: other}
}

// enAfterComma understands "Hi, I like plum jam": what follows the greeting
// weighs more.
func enAfterComma(s sentence, first kind) intent {
	if _, rest, found := strings.Cut(s.text, ","); found {
		if in := enClassify(sentence{strings.TrimSpace(rest), s.question}); in.kind > first {
			return in
		}
	}
	return intent{kind: first}
}

func enAsked(s string) intent {
	m := enRemember.FindStringSubmatch(s)
	switch {
	case enTime.MatchString(s):
		return intent{kind: askTime}
	case enHelp.MatchString(s):
		return intent{kind: help}
	case enForget.MatchString(s):
		return forgetting(s, text.En)
	case m != nil && !enNotSave.MatchString(m[1]) && !strings.EqualFold(s[:1], "r"): // "remember my cat?" asks
		return saved(enExplicit(m[1]))
	case enGreet.MatchString(s):
		return enAfterComma(sentence{s, true}, greet)
	case !enPersona.MatchString(s) && !enAll.MatchString(s):
		return intent{kind: other}
	}
	t := enTopic(s)
	if t.empty() {
		if !enAll.MatchString(s) {
			return intent{kind: other}
		}
		t.all, t.many = true, true
	}
	return intent{kind: recall, topic: t}
}

func enCorrect(s string) intent {
	if enBareDenial.MatchString(s) {
		if strings.EqualFold(s, "no") || strings.EqualFold(s, "nope") {
			return intent{} // alone it may mean anything
		}
		return intent{kind: unclear}
	}
	loose, strong := true, enStrong.MatchString(s)
	for _, re := range []*text.Pattern{enDenial, enActually} {
		if m := re.FindStringSubmatch(s); m != nil {
			s, loose = m[1], false
		}
	}
	if m := enNoMore.FindStringSubmatch(s); m != nil && enAnyMore.MatchString(s) {
		f := fact{"Sensei does not " + strings.ToLower(m[1]) + " " + m[2] + " anymore", "", 3, aboutOwner}
		return intent{kind: correct, topic: topic{phrase: m[2], terms: enTerms(m[1] + " " + m[2])}, whole: &f}
	}
	if m := enChanged.FindStringSubmatch(s); m != nil && !enMood.MatchString(m[2]) {
		f := enFact(m[1], m[2])
		return intent{kind: correct, topic: enTopic(m[1]), whole: &f}
	}
	if m := enNewNotOld.FindStringSubmatch(s); m != nil && !enNoValue.MatchString(m[2]) && !enNoValue.MatchString(m[3]) {
		in := intent{kind: correct, old: enBare(m[3]), new: enBare(m[2]), loose: loose}
		if m[1] != "" {
			in.topic, in.loose = enTopic(m[1]), false
		}
		return in
	}
	if m := enNotOldNew.FindStringSubmatch(s); m != nil && !enNoValue.MatchString(m[1]) && !enNoValue.MatchString(m[2]) {
		return intent{kind: correct, old: enBare(m[1]), new: enBare(m[2]), loose: loose}
	}
	if loose {
		return intent{}
	}
	if f, ok := enStatement(s); ok && f.subject != "" {
		return intent{kind: correct, topic: enTopic(f.subject), whole: &f}
	}
	if m := enItsNew.FindStringSubmatch(s); m != nil && !enNoValue.MatchString(m[1]) {
		return intent{kind: correct, new: enBare(m[1]), loose: !strong}
	}
	return intent{}
}

func enBare(s string) string { return strings.Trim(s, `"' `) }

func enExplicit(s string) fact {
	if f, ok := enStatement(s); ok {
		f.importance = max(f.importance, 4)
		return f
	}
	if enSelf.MatchString(s) {
		return fact{`Sensei said: "` + s + `"`, "", 4, aboutOwner}
	}
	return fact{s, "", 4, knowledge}
}

var enThird = map[string]string{
	"like": "likes", "love": "loves", "hate": "hates", "dislike": "dislikes", "prefer": "prefers", "enjoy": "enjoys",
	"adore": "adores", "don't like": "doesn't like", "do not like": "does not like", "can't stand": "can't stand",
	"live": "lives", "work": "works", "come": "comes", "speak": "speaks", "play": "plays", "study": "studies", "own": "owns", "have": "has",
}

// enPlace are verbs that tell one thing of a person, alone and as said.
var enPlace = map[string]string{"live": "lives in", "work": "works at", "live in": "", "work at": "", "work as": "", "work for": "", "work in": ""}

func enStatement(s string) (fact, bool) {
	if m := enLikes.FindStringSubmatch(s); m != nil {
		if enNotLiked.MatchString(m[2]) {
			return fact{}, false
		}
		verb := strings.ToLower(m[1])
		return fact{"Sensei " + enThird[verb] + " " + enOwner(m[2]), strings.TrimPrefix(strings.TrimPrefix(verb, "don't "), "do not "), 3, aboutOwner}, true
	}
	if m := enCallMe.FindStringSubmatch(s); m != nil && !enNotName.MatchString(m[1]) {
		return fact{"Sensei wants to be called " + m[1], "name", 4, aboutOwner}, true
	}
	m := enIAmName.FindStringSubmatch(s)
	if m == nil {
		m = enIAm.FindStringSubmatch(s)
	}
	if m != nil && !enNotIAm.MatchString(m[1]) {
		return fact{"Sensei is " + enOwner(m[1]), "", 4, aboutOwner}, true
	}
	if m := enLife.FindStringSubmatch(s); m != nil && (!strings.EqualFold(m[1], "have") || enHaveOnly.MatchString(m[3])) {
		verb, rest, _ := strings.Cut(strings.ToLower(m[1]), " ")
		if third, ok := enThird[verb]; ok {
			verb = third
		}
		words := slices.DeleteFunc([]string{"Sensei", verb, rest, m[2], enOwner(m[3])}, func(w string) bool { return w == "" })
		subject := ""
		if _, ok := enPlace[m[1]]; ok {
			subject, _, _ = strings.Cut(m[1], " ")
		}
		return fact{strings.Join(words, " "), subject, 4, aboutOwner}, true
	}
	m = enMine.FindStringSubmatch(s)
	if m == nil || enNotThing.MatchString(m[1]) || enMood.MatchString(m[3]) {
		return fact{}, false
	}
	if m[2] != "" {
		return fact{"Sensei's " + m[1] + " is " + strings.ToLower(m[2]) + " " + enBare(m[3]), m[1] + "'s name", 4, aboutOwner}, true
	}
	return enFact(m[1], enBare(m[3])), true
}

var (
	enMy      = text.Lazy(`(?i)\bmy\b`)
	enSelf    = text.Lazy(`(?i)\b(?:i|my|me|i'm|we|our)\b`)
	enNameOf  = text.Lazy(`(?i)\bname of my (.+)$`)
	enMyThing = text.Lazy(`(?i)\bmy (.+?)( called| named)?$`)
)

// enOwner says "Sensei's" for "my" inside a fact.
func enOwner(s string) string { return enMy.ReplaceAllString(s, "Sensei's") }

func enFact(subject, value string) fact {
	if verb, ok := enPlace[subject]; ok {
		return fact{"Sensei " + verb + " " + value, subject, 4, aboutOwner}
	}
	if third, ok := enThird[subject]; ok {
		return fact{"Sensei " + third + " " + value, subject, 3, aboutOwner}
	}
	link := " is "
	if strings.HasSuffix(subject, "s") && !strings.HasSuffix(subject, "ss") {
		link = " are "
	}
	return fact{"Sensei's " + subject + link + value, subject, 4, aboutOwner}
}

const enStop = " a about again all am an and any are ask be call called can could did do does ever everything for has have how i in is it know later let many me " +
	"mentioned much my now of on or please recall remember said should so some tell that the then there thing things things this to told too was were what when " +
	"where which who whose why will with would you your favourite favorite kind s far been old "

// enTopic takes the words that matter out of a phrase.
func enTopic(s string) topic {
	t := topic{phrase: enBare(s)}
	if m := enNameOf.FindStringSubmatch(s); m != nil {
		t.phrase = m[1] + "'s name"
	} else if m := enMyThing.FindStringSubmatch(s); m != nil {
		t.phrase = strings.TrimSuffix(m[1], " is")
		if m[2] != "" {
			t.phrase, t.soft = m[1]+"'s name", []string{"name"}
		}
	}
	words := enTerms(s)
	for _, w := range words {
		switch {
		case enKinds[w] && len(words) > 1:
			t.soft = append(t.soft, w)
		default:
			t.terms = append(t.terms, w)
		}
		if _, ok := enThird[w]; ok {
			t.many, t.phrase = true, w
		}
	}
	if strings.Contains(strings.ToLower(s), "favo") {
		t.soft = append(t.soft, "favourite", "favorite")
		if len(t.terms) == 0 {
			t.terms, t.soft = t.soft[:1], t.soft[1:]
		}
	}
	return t
}

// enKinds are words that only help to find a thing named beside them.
var enKinds = map[string]bool{"name": true, "food": true, "drink": true, "music": true, "color": true, "colour": true, "eat": true, "drinks": true, "sport": true}

func enTerms(s string) []string {
	var out []string
	for _, w := range text.Tokens(s) {
		if !strings.Contains(enStop, " "+w+" ") && !slices.Contains(out, w) && w != "im" && w != "whats" {
			out = append(out, w)
		}
	}
	return out
}
