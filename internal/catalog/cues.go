package catalog

// What is wrong with a cue.
const (
	CueNone    Key = "cue.none"    // {known}
	CueEquals  Key = "cue.equals"  // {pair} {known}
	CueKey     Key = "cue.key"     // {pair} {key} {known}
	CueValue   Key = "cue.value"   // {pair} {key}
	CueType    Key = "cue.type"    // {value}
	CueTime    Key = "cue.time"    // {value}
	CueOutcome Key = "cue.outcome" // {value}
	CueStars   Key = "cue.stars"   // {value}
)

var cueTexts = map[Key]message{
	CueNone:    {ja: "手がかりがありません。time=2026-06 のように、{known} のどれかを書いてください", en: "none is given: write one or more of {known}, as in time=2026-06", zh: "没有给出线索，请写 {known} 之一，如 time=2026-06"},
	CueEquals:  {ja: "「{pair}」に = がありません。{known} のどれかで KEY=VALUE の形にしてください", en: "\"{pair}\" has no =: write KEY=VALUE with one of {known}", zh: "“{pair}”没有 =，请用 {known} 之一写成 KEY=VALUE"},
	CueKey:     {ja: "「{pair}」の「{key}」というキーはありません。{known} のどれかにしてください", en: "\"{pair}\": there is no key \"{key}\": use one of {known}", zh: "“{pair}”中没有“{key}”这个键，请用 {known} 之一"},
	CueValue:   {ja: "「{pair}」に値がありません。{key}=VALUE の形にしてください", en: "\"{pair}\" has no value: write {key}=VALUE", zh: "“{pair}”没有值，请写成 {key}=VALUE"},
	CueType:    {ja: "「{value}」という種類はありません。episodic、semantic、procedural のどれかにしてください", en: "\"{value}\" is no type: use episodic, semantic or procedural", zh: "没有“{value}”这个种类，请用 episodic、semantic、procedural 之一"},
	CueTime:    {ja: "「{value}」は年・月・日として読めません。2026、2026-06、2026-06-07 のように書いてください", en: "\"{value}\" is no year, month or day: write 2026, 2026-06 or 2026-06-07", zh: "“{value}”不是年、月、日，请写成 2026、2026-06 或 2026-06-07"},
	CueOutcome: {ja: "「{value}」という結果はありません。positive、negative、pending、none のどれかにしてください", en: "\"{value}\" is no outcome: use positive, negative, pending or none", zh: "没有“{value}”这个结果，请用 positive、negative、pending、none 之一"},
	CueStars:   {ja: "「{value}」は星の数ではありません。1から5まで、または 4..5 のような範囲を書いてください", en: "\"{value}\" is no number of stars: write one from 1 to 5, or a range as 4..5", zh: "“{value}”不是星数，请写1到5，或 4..5 这样的范围"},
}
