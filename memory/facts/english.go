package facts

import (
	"strings"

	"github.com/kokoron/kokoron/internal/text"
)

// Parts of English patterns.
const (
	enMore   = `(?P<more>(?: (?:with|since|for|near|because|together|alone|from|and|on|as|after|last|this|in (?:19|20|january|february|march|april|may|june|july|august|september|october|november|december)|\d).*)?)`
	enNowEnd = `(?P<now3>(?: (?:now|these days|nowadays|at the moment|currently|anymore|any more|any longer))?)`
	enNow    = `(?:(?:just|already|actually|really|still) )*(?P<now>(?:(?:now|currently|finally|recently) )*)`
	enHave   = `(?:(?:have|has) )?(?:(?:now|just|recently|finally|already|since|officially) )*`
	enBe     = `(?:am|is|are)`
	enJob    = `(?:[a-z-]+ ){0,3}?(?:teacher|engineer|programmer|developer|doctor|nurse|student|designer|writer|artist|lawyer|musician|manager|accountant|scientist|researcher|chef|cook|farmer|driver|pilot|photographer|translator|architect|consultant|freelancer|dentist|pharmacist|therapist|librarian|journalist|editor|actor|actress|singer|barista|waiter|waitress|baker|carpenter|plumber|electrician|mechanic|police officer|firefighter|soldier|salesperson|analyst|secretary|professor|paramedic|vet|veterinarian|hairdresser|tailor|ceo|cto|founder|intern)`
	enAnimal = `(?P<x>cat|dog|rabbit|bunny|hamster|bird|parrot|goldfish|fish|turtle|tortoise|kitten|puppy|pet)s?`
	enKin    = `(?:older sister|younger sister|big sister|little sister|older brother|younger brother|big brother|little brother|[a-z]+)`
	enValue  = `(?P<v>[^,]{1,50}?)`
)

var english = grammar{
	never:   text.Lazy(`[?]|\b(?:if|would|wouldn't|could|might|may (?:not|also|have|be|move|live|join|quit|become|get|like|change|leave|start|work)|maybe|perhaps|wish|hope|hopes|hoping|want|wants|plan|plans|planning|going to|gonna|will|'ll|think|thinking|consider\w*|suppose\w*|imagine|pretend|hypothetically|guess|apparently|allegedly|probably|rumou?r|said|says|say|told|saying|according|claims?|joke|joking|kidding|dream\w*|lyrics|movie|novel|character|almost|nearly|didn't|never|unless|should|about to|thought|wonder\w*|not sure|don't know|also|too|as well|another|second|either)\b`),
	past:    text.Lazy(`\b(?:used to|formerly|previously|originally|back then|when i was|years ago i|in the past|as a (?:child|kid))\b|^(?:my (?:old|former|previous|ex|late)\b|before\b)|\b(?:was|were|had been|lived|worked|liked|loved|owned)\b|^(?:living|residing|working|studying|going|attending)\b`),
	cut:     text.Lazy(`(?:,|;| -| –| —)? (?:but|and so|so|and now|and then|although|though|because|while|where|which) ()|(?:,| and) ((?:i|i'm|i've|we|my|now i|he|she|they) )|, ((?:and )?(?:now|these days|nowadays)\b)`),
	opening: text.Lazy(`^(?:(?:well|oh|so|and|but|also|ok|okay|hey|yes|yeah|actually|honestly|btw|by the way|fyi|please|note that|remember that|remember|as of now|these days|nowadays|now|currently|recently|finally|today|yesterday|last (?:week|month|year|night|spring|summer|autumn|fall|winter)|this (?:week|month|year)|since (?:last )?[a-z]+|in [a-z]+(?: \d{4})?|after [a-z ]+)[,:]? +)+`),
	changed: text.Lazy(`\b(?:as of now|these days|nowadays|now|currently|recently|finally|today|yesterday|last \w+|this \w+)\b`),
	subject: subjectEn, named: namedEn, place: func(v string) bool { return placesEnglish.MatchString(v) || groups.MatchString(v) },
	rules: []rule{
		{attr: Home, is: text.Lazy(`^(?:(?:` + enBe + `|(?:have|has) been) )?` + enNow + `(?:live|lives|living|reside|resides|residing|based|settled) in ` + enValue + enNowEnd + enMore + `$`)},
		{attr: Home, change: true, is: text.Lazy(`^` + enHave + `(?:moved|relocated|emigrated)(?: house)?(?: back| over)?(?: from (?P<from>[^,]{1,30}?))? to ` + enValue + enNowEnd + enMore + `$`)},
		{attr: Home, is: text.Lazy(`^'s (?P<now>new |current )?home is (?:now )?in ` + enValue + enMore + `$`)},
		{attr: Address, is: text.Lazy(`^'s (?P<now>new |current )?(?:home |postal )?address (?:is|has changed to)(?P<now3> now)? (?P<v>.{5,60}?)$`)},
		{attr: Employer, is: text.Lazy(`^(?:` + enBe + ` )?` + enNow + `(?:work|works|working|employed) (?:at|for|by) ` + enValue + enNowEnd + enMore + `$`)},
		{attr: Employer, change: true, is: text.Lazy(`^` + enHave + `(?:joined|started (?:working )?at|started (?:working )?for|started a (?:new )?job at|got (?:a (?:new )?)?job (?:at|with)|got hired (?:by|at)|switched jobs to|changed jobs to|switched to) ` + enValue + enNowEnd + enMore + `$`)},
		{attr: Employer, is: text.Lazy(`^'s (?P<now>new |current )?(?:employer|company|workplace) is(?P<now3> now)? ` + enValue + enMore + `$`)},
		{attr: Employer, value: No, change: true, is: text.Lazy(`^` + enHave + `(?:(?:quit|left|resigned from|lost) (?:(?:my|the|his|her|their) )?(?:job|company|position)|resigned|retired|got fired|got laid off|been laid off)` + enMore + `$`)},
		{attr: Employer, value: No, change: true, is: text.Lazy(`^` + enHave + `(?:quit|left|resigned from|stopped working (?:at|for)) (?:(?:my|the|his|her) job at )?` + enValue + enMore + `$`)},
		{attr: Employer, value: No, change: true, is: text.Lazy(`^(?:no longer works?|do not work|does not work|don't work|doesn't work) (?:at|for) ` + enValue + `(?: any ?more| any longer)?$`)},
		{attr: Employer, value: No, is: text.Lazy(`^` + enBe + ` ` + enNow + `(?:unemployed|retired|out of work|between jobs|jobless)` + enNowEnd + `$`)},
		{attr: Occupation, is: text.Lazy(`^` + enBe + ` ` + enNow + `(?:an? )?(?P<v>` + enJob + `)` + enNowEnd + `(?P<more2>(?: (?:at|in) .*)?)` + enMore + `$`)},
		{attr: Occupation, is: text.Lazy(`^(?:` + enBe + ` )?` + enNow + `(?:work|works|working|employed) as (?:an? )?` + enValue + enNowEnd + enMore + `$`)},
		{attr: Occupation, change: true, is: text.Lazy(`^` + enHave + `(?:became|become|retrained as|switched to being|changed careers to) (?:an? )?(?P<v>` + enJob + `)` + enMore + `$`)},
		{attr: Occupation, is: text.Lazy(`^'s (?P<now>new |current )?(?:job|occupation|profession) is(?P<now3> now)? (?:an? )?` + enValue + `$`)},
		{attr: School, is: text.Lazy(`^(?:` + enBe + ` )?` + enNow + `(?:study|studies|studying|go|goes|going|attend|attends|attending)(?: at| to)? (?P<v>(?:the )?[^,]{0,40}?(?:university|college|high school|school|academy|institute)(?: of [a-z]+)?)` + enNowEnd + `$`)},
		{attr: School, change: true, is: text.Lazy(`^` + enHave + `(?:transferred to|enrolled (?:at|in)|started at|entered) (?P<v>(?:the )?[^,]{0,40}?(?:university|college|high school|school|academy|institute)(?: of [a-z]+)?)` + enMore + `$`)},
		{attr: School, value: No, change: true, is: text.Lazy(`^` + enHave + `(?:graduated|dropped out)(?: from (?P<v>[^,]{1,40}?))?` + enMore + `$`)},
		{attr: Age, is: text.Lazy(`^` + enBe + ` ` + enNow + `(?P<v>\d{1,3})(?: years? old)?` + enNowEnd + `$`)},
		{attr: Age, change: true, is: text.Lazy(`^` + enHave + `turned (?P<v>\d{1,3})` + enMore + `$`)},
		{attr: Age, is: text.Lazy(`^'s age is(?P<now> now)? (?P<v>\d{1,3})$`)},
		{attr: Birthday, is: text.Lazy(`^'s (?:birthday|birth date|date of birth) is (?:on )?(?P<v>[a-z0-9 ,/.-]{3,24})$`)},
		{attr: Birthday, is: text.Lazy(`^(?:was|were) born on (?P<v>[a-z0-9 ,/.-]{3,24})$`)},
		{attr: Name, is: text.Lazy(`^'s (?P<now>new |real |full )?name is(?P<now3> now)? ` + enValue + enMore + `$`)},
		{attr: Name, object: "family", is: text.Lazy(`^'s (?P<now>new )?(?:last|family|sur)\s?name is(?P<now3> now)? ` + enValue + enMore + `$`)},
		{attr: Name, object: "family", change: true, is: text.Lazy(`^` + enHave + `changed (?:my|his|her|their) (?:last|family|sur)\s?name(?: from (?P<from>[^,]{1,20}?))? to ` + enValue + enMore + `$`)},
		{attr: Name, change: true, is: text.Lazy(`^(?:'s name has changed|` + enHave + `changed (?:my|his|her|their|its) (?:first )?name)(?: from (?P<from>[^,]{1,20}?))? to ` + enValue + enMore + `$`)},
		{attr: Name, is: text.Lazy(`^` + enBe + `(?P<now> now)? (?:called|named) ` + enValue + `$`)},
		{attr: Nickname, own: true, is: text.Lazy(`^(?:prefers? to be called|prefers? being called|go by|goes by|likes? to be called|call me|just call me|you can call me)(?: the name)? ` + enValue + enNowEnd + `$`)},
		{attr: Nickname, is: text.Lazy(`^'s (?P<now>new )?nickname is(?P<now3> now)? ` + enValue + `$`)},
		{attr: Marriage, value: Married, is: text.Lazy(`^` + enBe + ` ` + enNow + `married` + enNowEnd + `(?P<more>(?: to| with).*)?$`)},
		{attr: Marriage, value: Married, change: true, is: text.Lazy(`^` + enHave + `(?:got married|gotten married|remarried)(?P<more> .*)?$`)},
		{attr: Marriage, value: Divorced, is: text.Lazy(`^` + enBe + ` ` + enNow + `divorced` + enNowEnd + enMore + `$`)},
		{attr: Marriage, value: Divorced, change: true, is: text.Lazy(`^` + enHave + `(?:got divorced|gotten divorced|divorced)(?P<more> .*)?$`)},
		{attr: Marriage, value: Single, is: text.Lazy(`^` + enBe + ` ` + enNow + `(?:single|unmarried|not married)` + enNowEnd + `$`)},
		{attr: Marriage, value: Engaged, is: text.Lazy(`^(?:` + enBe + ` ` + enNow + `|` + enHave + `(?P<now2>got )|` + enHave + `(?P<now4>gotten ))engaged(?P<more> to .*)?$`)},
		{attr: Partner, value: Yes, is: text.Lazy(`^(?:have|has|(?P<now>got))(?P<now2> now)? a (?P<now3>new )?(?:girlfriend|boyfriend|partner)` + enNowEnd + `$`)},
		{attr: Partner, value: No, change: true, is: text.Lazy(`^` + enHave + `(?:broke|broken|split) up with (?:my|his|her|their) (?:girlfriend|boyfriend|partner)` + enMore + `$`)},
		{attr: Partner, value: No, is: text.Lazy(`^(?:do not|don't|does not|doesn't) have a (?:girlfriend|boyfriend|partner)` + enNowEnd + `$`)},
		{attr: Phone, is: text.Lazy(`^'s (?P<now>new )?(?P<x>work|home|mobile|cell)? ?(?:phone|telephone|mobile)?(?: ?phone)? ?number (?:is|has changed to|changed to)(?P<now3> now)? (?P<v>[0-9+() -]{6,20})$`)},
		{attr: Mail, is: text.Lazy(`^'s (?P<now>new )?(?P<x>work|personal|private)? ?e-?mail(?: address)? (?:is|has changed to|changed to)(?P<now3> now)? (?P<v>[^\s@]+@[^\s@]+)$`)},
		{attr: Favourite, is: text.Lazy(`^'s (?P<now>new |current )?(?:all[- ]time )?favou?rite (?P<x>[a-z -]{2,24}?) (?:is|are|has become|has changed to)(?P<now3> now)? ` + enValue + enNowEnd + `$`)},
		{attr: Taste, value: No, is: text.Lazy(`^(?:really |absolutely |just |personally )?(?:hates?|dislikes?|detests?|can't stand|cannot stand|loathes?) ` + enThing + enNowEnd + `$`)},
		{attr: Taste, value: No, is: text.Lazy(`^(?:do not|don't|does not|doesn't)(?: really| much)? (?:like|love|enjoy|drink|eat|smoke) ` + enThing + enNowEnd + `$`)},
		{attr: Taste, value: No, is: text.Lazy(`^` + enBe + ` not (?:a (?:big )?fan of|into|fond of|keen on) ` + enThing + enNowEnd + `$`)},
		{attr: Taste, value: No, change: true, is: text.Lazy(`^no longer (?:likes?|loves?|enjoys?|drinks?|eats?|smokes?) ` + enThing + `$`)},
		{attr: Taste, value: No, change: true, is: text.Lazy(`^` + enHave + `(?:stopped|quit|given up|gave up|gone off|sworn off|cut out|come to hate|grown to hate) ` + enGone + enMore + `$`)},
		{attr: Taste, value: Yes, change: true, is: text.Lazy(`^` + enHave + `(?:come to (?:like|love)|grown to (?:like|love)|started (?:liking|to like|loving|to love|drinking|to drink|eating|to eat)|fallen in love with|gotten into|got into|taken up) ` + enThing + enNowEnd + `$`)},
		{attr: Taste, value: Yes, is: text.Lazy(`^` + enNow + `(?:really |absolutely |just |personally )?(?:likes?|loves?|enjoys?|adores?) ` + enThing + enNowEnd + `(?P<more>(?: a lot| very much| so much)?)$`)},
		{attr: Taste, value: Yes, is: text.Lazy(`^` + enBe + ` ` + enNow + `(?:very |really )?(?:into|fond of|a (?:big |huge )?fan of|keen on) ` + enThing + enNowEnd + `$`)},
		{attr: Taste, value: Yes, is: text.Lazy(`^` + enNow + `(?:drinks?|eats?|smokes?) (?P<x>coffee|tea|meat|alcohol|wine|beer|fish|dairy|sugar|cigarettes)` + enNowEnd + `(?P<more>(?: every.*| a lot)?)$`)},
		{attr: Pet, value: Died, change: true, is: text.Lazy(`^(?P<more2>[\p{L}-]+ )?(?:has |have )?(?:just |recently )?(?:died|passed away|crossed the rainbow bridge)` + enMore + `$`)},
		{attr: Pet, value: No, is: text.Lazy(`^(?:no longer (?:have|has|own|owns)|(?:do not|don't|does not|doesn't) have) (?:an? |any )?` + enAnimal + enNowEnd + `$`)},
		{attr: Pet, change: true, is: text.Lazy(`^` + enHave + `(?:adopted|got|gotten) (?P<n>an?|one|two|three|four|\d)(?: new)? ` + enAnimal + enMore + `$`)},
		{attr: Pet, is: text.Lazy(`^` + enNow + `(?:have|has|own|owns)(?P<now2> now)? (?P<n>an?|one|two|three|four|\d) ` + enAnimal + enNowEnd + `$`)},
	},
}

const (
	enThing = `(?P<x>[^,]{2,30}?)`
	enGone  = `(?P<x>(?:drinking|eating|smoking|having)(?: [^,]{2,24}?)?|coffee|tea|meat|alcohol|wine|beer|sugar|cigarettes|soda|caffeine|dairy)`
)

var (
	expand = strings.NewReplacer("i'm ", "i am ", "i've ", "i have ", "we're ", "we are ", "we've ", "we have ", "name's ", "name is ", "isn't", "is not", "aren't", "are not")
	selfEn = text.Lazy(`^(?:i|we|the user|user) (.+)$`)
	ownEn  = text.Lazy(`^(?:the )?owner('s)? (.+)$`)
	myEn   = text.Lazy(`^(?:my|our|the user's|user's) (` + enKin + `)((?:'s?)? .+)$`)
	mineEn = text.Lazy(`^(?:my|our|the user's|user's) (.+)$`)
	callEn = text.Lazy(`^(?:please |you can |just )*(?:call me|from now on,? call me) `)
	nameEn = text.Lazy(`^([\p{L}-]+(?: [\p{L}-]+)?)('s?)? (.+)$`)
	noneEn = text.Lazy(`^(?:he|she|it|they|you|this|that|there|everyone|everybody|people|someone|somebody|nobody|who|what|much|such|always|never|just|the|a|an|his|her|their|your|its|one|some|most|many|both|all)\b`)
	// baseEn are the verbs as nobody called by one name has them.
	baseEn = text.Lazy(`^(?:like|love|hate|enjoy|adore|dislike|live|work|study|go|have|own|am|are|drink|eat|smoke|prefer|do|and)\b`)
	groups = text.Lazy(`\b(?:group|forum|gym|club|class|team|band|community|choir|league|church|course|program|server|call|meeting|chat|party|cause|movement|fight|challenge|workshop|retreat|session|circle|network)(?:e?s)?\b`)
	bigEn  = strings.NewReplacer("big sister", "older sister", "little sister", "younger sister", "big brother", "older brother", "little brother", "younger brother")
)

// subjectEn is the self or kin that a clause begins with. What somebody has
// ("my cat's name") comes as " 's name".
func subjectEn(c string) (subject, bool) {
	c = bigEn.Replace(expand.Replace(c))
	if callEn.MatchString(c) {
		return subject{Self, "call me " + callEn.ReplaceAllString(c, "")}, true
	}
	if m := selfEn.FindStringSubmatch(c); m != nil {
		return subject{Self, m[1]}, true
	}
	if m := ownEn.FindStringSubmatch(c); m != nil {
		return subject{Owner, strings.TrimSpace(m[1] + " " + m[2])}, true
	}
	if m := myEn.FindStringSubmatch(c); m != nil {
		k := kin[m[1]]
		if k == "" && multiple(m[1]) {
			k = m[1]
		}
		if k != "" {
			return subject{k, strings.TrimSpace(possessed(m[2]))}, true
		}
	}
	if m := mineEn.FindStringSubmatch(c); m != nil {
		return subject{Self, "'s " + m[1]}, true
	}
	return subject{}, false
}

func possessed(rest string) string {
	if strings.HasPrefix(rest, "' ") {
		return "'s" + rest[1:]
	}
	return rest
}

// namedEn are the names that a clause may begin with, of one word and of two.
func namedEn(c string) (out []subject) {
	m := nameEn.FindStringSubmatch(c)
	if m == nil || noneEn.MatchString(c) || baseEn.MatchString(m[3]) {
		return nil
	}
	words := strings.Fields(m[1])
	rest := strings.TrimSpace(possessed(m[2] + " " + m[3]))
	if baseEn.MatchString(words[len(words)-1]) {
		return nil
	}
	if len(words) == 2 && m[2] == "" {
		out = append(out, subject{bareName(words[0]), words[1] + " " + rest})
	}
	return append(out, subject{bareName(m[1]), rest}, subject{bareName(m[1]), strings.Replace(rest, "'s ", "is ", 1)})
}

var placesEnglish = text.Lazy(`^(?:home|night|nights|weekends|the office|office|school|sea|least|once|all|times|a .*|an .*|living|fun|free|money|myself|now|years|(?:about )?\d.*|two .*|three .*|many .*|long)$`)
