package catalog

// Texts about what the companion thinks on its own.
const (
	ThoughtsNone  Key = "thoughts.none"
	ThoughtItem   Key = "thoughts.item" // {at} {outcome} {text}
	ThoughtsPace  Key = "thoughts.pace" // {minutes}
	ThoughtsOwner Key = "thoughts.owner"
	ThoughtsChat  Key = "thoughts.chat" // {list}

	// What came of a thought.
	ThoughtSilent      Key = "thoughts.outcome.silent"
	ThoughtSpoke       Key = "thoughts.outcome.spoke"
	ThoughtHeld        Key = "thoughts.outcome.held"
	ThoughtWithheld    Key = "thoughts.outcome.withheld"
	ThoughtUnreadable  Key = "thoughts.outcome.unreadable"
	ThoughtInterrupted Key = "thoughts.outcome.interrupted"
	ThoughtFailed      Key = "thoughts.outcome.failed"
)

// OutcomeOf is what came of a thought, in words.
func OutcomeOf(outcome string) Key {
	for _, key := range []Key{ThoughtSilent, ThoughtSpoke, ThoughtHeld, ThoughtWithheld, ThoughtUnreadable, ThoughtInterrupted} {
		if key == Key("thoughts.outcome."+outcome) {
			return key
		}
	}
	return ThoughtFailed
}

var thoughtTexts = map[Key]message{
	ThoughtsNone:  {ja: "まだ、ひとりで考えたことはありません。", en: "I have not thought of anything on my own yet.", zh: "还没有独自想过什么。"},
	ThoughtItem:   {ja: "{at} [{outcome}] {text}", en: "{at} [{outcome}] {text}", zh: "{at} [{outcome}] {text}"},
	ThoughtsPace:  {ja: "いまは{minutes}分おきに考えます。", en: "It thinks every {minutes} minutes.", zh: "现在每{minutes}分钟思考一次。"},
	ThoughtsOwner: {ja: "これは持ち主だけが見られます。", en: "Only the owner can see this.", zh: "只有主人可以查看。"},
	ThoughtsChat:  {ja: "最近ひとりで考えたこと：\n{list}", en: "What I thought of lately, on my own:\n{list}", zh: "最近独自想的事：\n{list}"},

	ThoughtSilent:      {ja: "黙っていた", en: "stayed silent", zh: "没有开口"},
	ThoughtSpoke:       {ja: "話しかけた", en: "spoke up", zh: "开口了"},
	ThoughtHeld:        {ja: "言葉を取っておいた", en: "kept the words for later", zh: "留到以后再说"},
	ThoughtWithheld:    {ja: "控えた", en: "held back", zh: "忍住没说"},
	ThoughtUnreadable:  {ja: "言葉になっていなかった", en: "no usable words", zh: "没有成句"},
	ThoughtInterrupted: {ja: "話しかけられて中断", en: "interrupted by your words", zh: "被你的话打断"},
	ThoughtFailed:      {ja: "考えられなかった", en: "could not think", zh: "没能思考"},
}
