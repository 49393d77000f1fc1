package promise

import "github.com/kokoron/kokoron/internal/text"

// Parts of English patterns.
const (
	enAdverb = `(?: (?:just|now|already|also|definitely|certainly|gladly|happily|always|carefully|safely|absolutely|surely|be sure to|make sure to|go ahead and|went ahead and))*`
	enWill   = `\bI(?:['’]ll| will| shall| am going to|['’]m going to)` + enAdverb + ` `
	enHave   = `\bI(?:['’]ve| have)?` + enAdverb + ` `
	enIt     = `(?:that|this|it|them|everything|your [a-z' ]{1,30}|the [a-z' ]{1,30})`
	enBeen   = `(?:has been|have been|['’]s been|is now|are now|['’]s now|is|['’]s|are)` + enAdverb + ` `
)

var english = rules{
	cues: []string{
		"remember", "mind", "delet", "remov", "eras", "clear", "wip", "gone", "scrub", "purg", "taken", "hold on", "file", "tuck", "regist", "storing", "event", "pencil", "appointment", "meeting", "what i know", "updat", "note", "sav", "stor", "record", "memor", "writ", "wrote", "jot", "forget", "forgot", "log", "calendar",
		"schedul", "agenda", "remind", "alarm", "timer", "nudge", "ping", "wake", "ring you", "buzz", "alert", "notify", "heads", "let you know",
	},
	claims: []rule{
		{
			kind: Reminder,
			will: text.Lazy(`(?i)` + enWill + `(?:(?:check in|come back|reach out|text|message|write)\b[^.!?]{0,40} (?:to|and) remind you|remind you|set (?:up )?(?:an?|the|your|that|another) (?:[a-z]+ )?(?:reminder|alarm|timer|alert)|(?:give you|send you|drop you) an? (?:gentle |little |quick )?(?:reminder|nudge|heads[- ]up|ping)|let you know (?:when it['’]s time|at [0-9]|tomorrow|tonight)|(?:nudge|ping|wake|alert|notify|ring|buzz) you\b[^.!?]{0,30}(?:\bup\b|\bat\b|\bin\b|\bwhen\b|\bbefore\b|\btomorrow\b|\btonight\b|\bon\b))` +
				`|\byou(?:['’]ll| will) (?:be reminded\b|(?:get|receive|have) an? (?:[a-z]+ )?(?:reminder|alarm))`),
			done: text.Lazy(`(?i)` + enHave + `(?:set|created|scheduled|added|put)(?: up)? (?:an?|the|your|that|another) (?:[a-z]+ )?(?:reminder|alarm|timer|alert)` +
				`|\b(?:reminder|alarm|timer) (?:(?:is|has been|['’]s)` + enAdverb + ` )?(?:set|scheduled|created|started)\b`),
		},
		{
			kind: Calendar,
			will: text.Lazy(`(?i)` + enWill + `(?:(?:add|put|get|enter|write|mark|pencil|save|log|note|block|move|change|update|remove|delete|cancel)\b[^.!?]{0,60}\b(?:calendar|schedule|agenda)|(?:re)?schedule (?:` + enIt + `|an?)\b|pencil (?:` + enIt + `|you) in\b)`),
			done: text.Lazy(`(?i)` + enHave + `(?:(?:added|put|entered|written|wrote|marked|booked|created|set up|penciled|pencilled|saved|logged|noted|blocked|moved|changed|updated|removed|deleted|cancelled|canceled)\b[^.!?]{0,60}\b(?:calendar|schedule|agenda)|(?:re)?scheduled (?:` + enIt + `|an?)\b)` +
				`|\b(?:calendar|schedule) (?:has been|is now) updated` +
				`|\bis now (?:in|on) (?:the|your|my) (?:calendar|schedule|agenda)|\bis (?:in|on) (?:the|your|my) (?:calendar|schedule|agenda) now\b` +
				`|` + enHave + `set (?:up )?(?:the|your|an?) (?:[a-z]+ )?(?:meeting|appointment|call|event|date) (?:for|on|at)\b|^(?:[a-z' ]{0,12}[,!] )?(?:re)?scheduled[.!]` +
				`|` + enHave + `(?:created|added|made|set up) (?:an?|the|your) (?:[a-z]+ )?(?:[a-z]+ )?(?:event|appointment|meeting|calendar entry)\b|\bevent (?:has been |is )?(?:added|created|saved)\b` +
				`|\b(?:it|that|this)(?: is|['’]s)(?: now| already)? (?:in|on) (?:the|your|my) (?:calendar|schedule|agenda)` +
				`|\b(?:has been|have been|['’]s been)` + enAdverb + ` (?:(?:re)?scheduled|booked)\b` +
				`|(?:` + enBeen + `|\b(?:was|were) )(?:added to|put (?:in|on)|entered in(?:to)?|saved (?:in|to)|noted in) (?:the|your|my) (?:calendar|schedule|agenda)` +
				`|^(?:[a-z' ]{0,12}[,!] )?added (?:it |that |this )?to (?:the|your|my) (?:calendar|schedule)`),
		},
		{
			kind: Forget,
			will: text.Lazy(`(?i)` + enWill + `(?:forget (?:` + enIt + `|about (?:` + enIt + `))(?:[.!,;]| now\b| then\b| right away\b|$)|(?:delete|remove|erase|clear|wipe|scrub|purge) (?:that|this|it|(?:that|this|the|your) (?:memory|note|entry)|them|everything|[^.!?]{1,40} from (?:my |the )?(?:memory|memories|notes))(?:[.!,;]| from\b| for\b|(?: right)? (?:now|away)\b|$))`),
			done: text.Lazy(`(?i)` + enHave + `(?:deleted|removed|erased|cleared|wiped|scrubbed|purged) (?:that|this|it|(?:that|this|the|your) (?:memory|note|entry)|them|everything|[^.!?]{1,40} from (?:my |the )?(?:memory|memories|notes))(?:[.!,;]| from\b| for\b|(?: right)? (?:now|away)\b|$)` +
				`|` + enBeen + `(?:forgotten|(?:deleted|removed|erased|cleared|wiped)(?: from (?:my |the )?(?:memory|memories|notes))?)(?:[.!,;]|$)|` + enHave + `(?:taken|dropped) [^.!?]{1,40} (?:out of|from) my (?:memory|memories|notes)|\bgone from my (?:memory|memories|notes)|` + enHave + `forgotten (?:about )?(?:it|that|everything)(?:[.!]|,| as\b| for good| now\b)` +
				`|\bI no longer have [^.!?]{1,30} in my (?:memory|notes)\b|\bconsider (?:it|that) (?:forgotten|deleted|gone)` +
				`|^(?:[a-z' ]{0,12}[,!] )?(?:forgotten|deleted|removed|erased)(?:[.!,]|$)`),
		},
		{
			kind: Memory, also: changed,
			will: text.Lazy(`(?i)` + enWill + `update (?:my|your) (?:memory|memories|notes|profile)\b`),
			done: text.Lazy(`(?i)` + enHave + `updated (?:my|your) (?:memory|memories|notes|profile|information|details|records?|preferences)\b|\b(?:memory|memories|notes) (?:has been|have been|is now|are now|is|are) updated`),
		},
		{
			kind: Memory, also: remembered,
			will: text.Lazy(`(?i)` + enWill + `(?:remember\b|keep (?:` + enIt + ` )?in mind|take (?:a )?note\b|(?:make|keep) (?:a|an|sure to make a)(?: [a-z]+)? note|hold on to (?:that|this)\b|make sure (?:that )?I (?:remember|note|save|do(?:n['’]t| not) forget)\b|be remembering\b|file (?:` + enIt + `) away|keep [^.!?]{1,30} in my (?:memory|notes)\b|(?:note|jot|write) ` + enIt + `(?: down)?(?:[.!,;]| for\b| in\b|$)|note down|(?:save|store|record|memorize|memorise) (?:` + enIt + `)|commit [^.!?]{1,40} to memory|add [^.!?]{1,40} to (?:my )?(?:memory|memories|notes|profile)\b)` +
				`|\bI (?:won['’]t|will not|shall not) forget\b`),
			done: text.Lazy(`(?i)` + enHave + `(?:(?:saved|logged|stored|recorded|memorized|memorised|noted|remembered|registered) (?:down )?` + enIt + `|made (?:a|an)(?: [a-z]+)? note|noted(?: down)?(?:[.!,:]|$)|saved(?:[.!,:]|$)|(?:written|wrote|jotted) ` + enIt + ` down|got ` + enIt + ` (?:saved|noted|stored|written down)|committed [^.!?]{1,40} to memory|added [^.!?]{1,40} to (?:what I know|(?:(?:my|your) )?(?:memory|memories|notes|profile))\b)` +
				`|` + enBeen + `(?:saved|stored|recorded|noted|remembered|written down|added to (?:my )?(?:memory|memories|notes)|in my (?:memory|notes) now)\b` +
				`|` + enHave + `(?:put|kept|tucked|filed|placed|logged|entered|got) [^.!?]{1,40} (?:in|into|to) my (?:memory|memories|notes)\b` +
				`|(?:^|[,.!] )(?:remembering|saving|noting|storing|adding) (?:that|this|it)(?: down| to (?:my |the )?(?:memory|notes))?(?: now| right away| for you)?[.!]*$` +
				`|\b(?:is|are|['’]s)(?: now)? part of my memory\b|(?:is|['’]s|are) in my (?:memory|notes) now\b|^(?:[a-z' ]{0,12}[,!] )?(?:made|took) (?:a )?note\b|\bmemory updated\b` +
				`|\bconsider (?:it|that) (?:saved|noted|remembered|done and saved)` +
				`|^(?:[a-z' ]{0,12}[,!] |duly )?(?:saved|noted|remembered|memorized|memory saved|locked in)(?:[.!,:]|$| (?:to|in|for|it|that|this|my)\b)`),
		},
	},
	never: text.Lazy(`(?i)[?？]` +
		`|\bif\b[^.!?]*\bI(?:['’]ll| will)\b` + // If you like, I'll …
		`|\bif (?:you(?:['’]d)? (?:like|want|wish|prefer|tell|say|need|let|ask|give)|needed|so)\b|\b(?:once|when|whenever|as soon as) you (?:tell|say|give|share|let)\b` +
		`|\b(?:tell|let|give|send|show|just say) (?:me|the word)\b[^.!?]*\band I(?:['’]ll| will)\b` +
		`|\balways remembered\b|\balways remember (?:the|when|how|our|your (?:smile|kindness))\b` +
		`|\b(?:file|document|photo|image|page|draft|game|database|server|browser)s?\b` + // saved where everybody saves
		`|\bsave (?:you|your time|us|time|money|the day)\b|\bfor last\b` +
		`|\b(?:said|says|promised|told you|saying|claim|pretend)\b[^.!?]*\bI(?:['’]ll| will|['’]ve| have)\b` +
		`|\b(?:not|never|isn['’]t|wasn['’]t|hasn['’]t|haven['’]t|aren['’]t|nothing)\b[^.!?]{0,20} (?:saved|stored|recorded|noted|scheduled|set|added|put)\b`),
	before: text.Lazy(`(?i)\b(?:yesterday|earlier|before|previously|last (?:week|night|time|month|year|spring|summer|autumn|winter)|the other day|(?:days?|weeks?|months?|years?) ago|back then|back in)\b`),
}
