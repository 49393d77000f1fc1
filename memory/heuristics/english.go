package heuristics

import "github.com/kokoron/kokoron/internal/text"

// Parts of English patterns.
const (
	enLead   = `(?:(?:well|oh|so|and|but|also|ok|okay|hey|hi|yes|yeah|actually|honestly|btw|by the way|fyi|just so you know|for the record|please|pls)[,:]? +)*`
	enPlease = `(?:please |pls |kindly |just |also |always |do |can you |could you |would you |will you |can you please |could you please |would you please |i want you to |i need you to |i'd like you to |make sure (?:you |to )|be sure to |don't forget to )*`
	enKeep   = `(?:remember|keep in mind|bear in mind|make a (?:mental )?note|take a note|take note|note down|note|memorize|don't forget|do not forget|never forget|(?:save|note|write|store|jot|put) (?:this|that|it|the following)(?: down)?(?: (?:to|in) (?:your )?memory)?)`
	enAdverb = `(?:(?:really|also|still|just|absolutely|always|usually|generally|personally|truly|honestly|actually|kind of|definitely|strongly|much) )*`
	enKin    = `my (?:wife|husband|partner|girlfriend|boyfriend|son|daughter|kid|mom|mum|mother|dad|father|sister|brother|grandma|grandpa|grandmother|grandfather|dog|cat|best friend)`
)

var english = rules{
	command: commands{
		first: text.Lazy(`(?i)^` + enLead + enPlease + enKeep + `(?: (?:this|the following))?(?: for me| please)?(?: *[:,—–-]+ *(?:that )?| that | of (?:this|that|the following): *| to )(.+)$|^` + enLead + enPlease + enKeep + ` ((?:my|i|i'm|i’m|i've|i’ve|we|our)\b.+)$`),
		last:  text.Lazy(`(?i)^(.{4,}?)[,;.—–-]+ *(?:so |and |but )?` + enPlease + enKeep + `(?: (?:that|this|it))?(?:,? (?:please|for me|okay|ok|for later|for next time|will you|thanks))*$`),
		alone: text.Lazy(`(?i)^` + enLead + enPlease + enKeep + `(?: (?:that|this|it|these|those|what i (?:just )?said|what i told you|everything i (?:just )?said|the following|of (?:this|that|it)))?(?:,? (?:for me|please|okay|ok|for later|down|in mind|thanks|will you))*$`),
		not: text.Lazy(`(?i)\b(?:do|did|does|don't|didn't) (?:you|u|i|we|they|he|she) (?:even |still |really |not )?remember|\bi (?:don't |do not |can't |cannot |still |can |will |'ll |always )*remember\b|\bi(?:'ll|'m| will| can| could)\b.{0,20}\bremember|remember (?:when|how|the (?:time|day|night|one|good|old|first)|who|what (?:happened|you|we|he|she|they|it)|where|why|if|whether|back when|those|me\b|us\b|him\b|her\b|them\b)|remember\?|remember i (?:was|had|told|said|used|asked|wanted|once)\b|remember (?:that|the|this) [a-z]+ (?:i|you|we)\b|i'm (?:always )?here\b|` +
			`remember(?: that)? (?:time|day|night|one|guy|girl|song|movie|film|place|trip|summer|winter|party|game|episode|scene)\b|never forget (?:you|that (?:day|night|time)|the)|don't forget (?:me|us|about me)|\b(?:he|she|they|mom|dad|teacher|boss|coach)\b.{0,20}\b(?:said|told|says|asked|wants)\b|\b(?:hard|easy|difficult|trying|try|tried|struggl\w+|fail\w*|forgot|unable|able|used) to (?:remember|memorize|note)|(?:don't|do not|no need to|needn't|you don't have to|stop) (?:need to )?(?:remember|note|save|memorize)|\bnotes?d?\b to self|of note|wish|\bif\b.*\bremember`),
		advice:   text.Lazy(`(?i)^` + enLead + enPlease + enKeep + `(?: to\b|[,:—–-]* *(?:that )?(?:you|you're|it's|it is|it takes|there's|there is|there are|every|everything|even|sometimes|never|no one|nobody|be|stay|keep|life|love|good things|take|believe|the (?:experience|most important|important)|staying|small|determination)\b)`),
		personal: text.Lazy(`(?i)\b(?:i|i'm|i’m|i've|my|me|mine|we|we're|our|us)\b|\d`),
		stating:  text.Lazy(`(?i)\b(?:is|are|am|was|were|has|have|had|do|does|don't|doesn't|can|can't|cannot|will|won't|should|must|needs?|likes?|loves?|hates?|prefers?|lives?|works?|wants?|goes|eats?|gets?|got|moved|changed|starts?|ends?|leaves?|opens?|closes?|comes|call|called|got|bought|takes?|costs?|means|stands)\b|['’](?:s|m|re|ve|ll|d)\b|:`),
		request:  text.Lazy(`(?i)^` + enLead + `(?:please|can you|could you|will you|would you)\b|(?:please|ok|okay|will you)\W*$`),
		pointing: text.Lazy(`(?i)^(?:this|that|it|these|those|what i said|what i told you|everything|all of (?:this|that|it)|the following|me|us|you|please|ok|okay)$`),
		back:     text.Lazy(`(?i)\b(?:that|it|just said|told you|those)\b`),
		glue:     text.Lazy(`(?i)(?:[,;]? (?:so|and|but|please))+$`),
	},
	joke:  text.Lazy(`(?i)\b(?:just kidding|jk|j/k|i'm joking|i am joking|only joking|lol|lmao|rofl|april fools)\b`),
	never: text.Lazy(`[?]|\b(?:if|would|wouldn't|could|might|maybe|perhaps|wish|suppose|imagine|pretend|hypothetically|guess|apparently|allegedly|probably|supposedly|rumor|rumour|said|says|told|saying|kidding|joke|joking|haha\w*|hehe\w*|as if|used to|didn't|did|character|lyrics|in the (?:movie|story|game|book|show|song)|thought i|when i was|back then|not sure|they say|who knows|unless|sarcas\w*|yeah right|never mind|nevermind)\b`),
	other: text.Lazy(`^` + enLead + `(?:he|she|they|you|people|everyone|everybody|someone|somebody|nobody|some|most|many|this guy|that guy)\b`),
	kinds: []rule{
		{
			Disambiguation,
			text.Lazy(`^` + enLead + `(?:by .{1,40},? i mean(?:t)? .+|when i say .{1,40},? i mean .+|i mean(?:t)? the .{2,60}(?:,? not .+| one)|i(?: was| am|'m) (?:talking about|referring to) .{2,40},? not .+|.{2,40} (?:here )?refers to .+|i meant .{2,40},? not .+)$`),
			nil,
		},
		{
			Preference,
			text.Lazy(`^` + enLead + `(?:i|` + enKin + `) ` + enAdverb + `(?:loves?|likes?|prefers?|enjoys?|adores?|hates?|dislikes?|detests?|can't stand|cannot stand|can't eat|can't drink|don't (?:really |much )?(?:like|eat|drink|smoke)|do not (?:like|eat|drink)|doesn't (?:like|eat|drink)|never (?:eat|drink|smoke)s?) (.+)$` +
				`|^` + enLead + `(?:i'm|i am|` + enKin + ` is) ` + enAdverb + `(?:allergic to|intolerant to|(?:a )?vegan|(?:a )?vegetarian|lactose[- ]intolerant|a (?:big |huge )?fan of|not (?:a (?:big )?fan of|into|fond of)|fond of|(?:really |very )?into|more of an? .+ person|an? .+ person)\b` +
				`|^` + enLead + `i (?:usually|always|mostly) (?:drink|eat|wear|order) .+|^` + enLead + `my (?:all[- ]time )?favou?rite .{2,40} (?:is|are|has always been) .+|^` + enLead + `(?:i go by|call me|you can call me|just call me|i prefer to be called) .+|^` + enLead + `(?:from now on|in (?:the )?future|going forward),? .+|^` + enLead + `(?:please )?(?:don't ever|never|always) (?:call|use|speak|talk|reply|answer|write|send|wake|mention|address) .+`),
			text.Lazy(`\b(?:loves?|likes?|hates?|enjoys?|prefers?|adores?|stand|dislikes?|eat|drink) (?:(?:to|too|so)$|to (?:help|just)|the |all (?:the|of)|having|being|seeing (?:you|my|how)|.*\b(?:them|these|those|him|her|they|it|this|that|your|you)\b|it|this|that|them|you|your|how|what|when|where|the (?:way|fact|idea|sound|look|thought)|to (?:think|say|ask|admit|break|see|hear|imagine|be|bother|interrupt)|being|these|those|him|her|myself|everything|nothing|talking (?:to|with) you|most of|some of|us|here)\b|\b(?:today|right now|at the moment|tonight|this morning|for now|just now)\b|call me (?:later|back|when|tomorrow|tonight|now|at|crazy|old|if|maybe|in|on|after)|^(?:.*\b)?into (?:the|it|this|that|a)\b|fan of (?:it|this|that|your|you|these|those|them)\b|people person|busy person|^(?:from now on|in (?:the )?future|going forward),? (?:we|they|he|she|it)\b`),
		},
		{
			Decision,
			text.Lazy(`^` + enLead + `(?:i|we)(?:'ve| have|'m| am| are)? ?(?:finally |just |already |both )?(?:decided (?:to|that|on|against|not to|i|we)|chosen to|resolved to|made up (?:my|our) minds?\b|settled on|agreed (?:to|that|on)) ?.+|^` + enLead + `(?:it's|it is|that's) (?:decided|settled)[:,] .+|^` + enLead + `(?:i'm|i am|we're) going with .+`),
			text.Lazy(`\b(?:today|tonight|lunch|dinner|breakfast|nap|snack|haven't|not yet|break)\b`),
		},
		{
			Definition,
			text.Lazy(`^` + enLead + `(?:my (?:full |first |last |middle |real )?(?:name|birthday|job|occupation|hobby|hometown|address|phone number|email|email address|anniversary|blood type|native language|nationality|age|boss|company|school|university|major)(?:'s| is| are|'s name is) .+` +
				`|(?:` + enKin + `|my (?:boss|teacher|doctor|friend|car|cat|dog|landlord|neighbou?r))'s (?:name|birthday|anniversary) is .+|` + enKin + ` is (?:called|named) .+` +
				`|(?:our|the) (?:wedding )?(?:anniversary|wifi password|wi-fi password|door code|alarm code|address|phone number|pin) is .+` +
				`|i(?:'m| am) (?:[a-z]+ )?(?:an?) (?:[a-z-]+ ){0,3}(?:teacher|engineer|programmer|developer|doctor|nurse|student|designer|writer|artist|lawyer|musician|manager|accountant|scientist|researcher|chef|farmer|driver|pilot|photographer|translator|architect|consultant|freelancer|parent|mother|father|twin|only child)\b.*` +
				`|i(?:'m| am) (?:\d{1,3} years old|left-handed|right-handed|married|divorced|single|retired|from [a-z].+|originally from .+|named .+|diabetic|asthmatic|colou?r-?blind|deaf|an only child)\b.*` +
				`|i (?:live in|was born (?:in|on)|grew up in|come from|work (?:at|for|as|in)|speak|study|major in|own an?) ?.+` +
				`|i have (?:an?|two|three|four|\d) (?:[a-z-]+ ){0,2}(?:son|daughter|kid|child|children|cat|dog|brother|sister|sibling|twin|rabbit|parrot|hamster)s?\b.*` +
				`|(?:the )?[a-z0-9〓.&/-]{1,15} (?:stands for|is short for|is an abbreviation (?:of|for)|is defined as|is another (?:word|name) for) .+)$`),
			text.Lazy(`^(?:it|he|she|that|this|they|which) |\b(?:hell|hope|the moment|shadows|fear|denial|peace|kidding|tired|you|a (?:hurry|rush|bad|good|great) |speak for|speak to|speak with|study (?:today|tonight|now)|work in progress|from the (?:future|past)|single (?:person|thing|day)|from here|a lot|not)\b|^(?:it|that|this)\b`),
		},
	},
	naming:  text.Lazy(`\bcall me\b`),
	quoting: text.Lazy(`\bcall(?:ed)? |\bname|\bstands for|\bmeans that|\bi mean|\bshort for`),
	self:    text.Lazy(`\b(?:i|i'm|my|me|i've|we|our|mine)\b|^from now on|^(?:please )?(?:always|never|don't)`),
	opening: text.Lazy(`^(?:(?:well|oh|so|and|but|also|ok|okay|hey|hi|yes|yeah|actually|honestly|btw|by the way|fyi|just so you know|for the record)[,:]? +)+`),
}
