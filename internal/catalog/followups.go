package catalog

// Texts of kokoron followups.
const (
	FollowUpsHead   Key = "followups.head" // columns, a tab between: id, from, until, how far, what, the words
	FollowUpsNone   Key = "followups.none"
	FollowUpDropped Key = "followups.dropped" // {about}
	FollowUpWas     Key = "followups.was"     // {about} {state}
	FollowUpUnknown Key = "followups.unknown" // {about}
	FollowUpMany    Key = "followups.many"    // {about} {known}

	FollowUpStateOpen    Key = "followups.state_open"
	FollowUpStateRaised  Key = "followups.state_raised"
	FollowUpStateClosed  Key = "followups.state_closed"
	FollowUpStateDropped Key = "followups.state_dropped"
	FollowUpStateExpired Key = "followups.state_expired"
)

var followUpTexts = map[Key]message{
	FollowUpsHead: {
		ja: "ID\tいつから\tいつまで\t状態\t何について\tもとの言葉",
		en: "ID\tFrom\tUntil\tState\tAbout\tWords",
		zh: "ID\t从\t到\t状态\t关于\t原话",
	},
	FollowUpsNone:   {ja: "あとで聞こうとしていることはありません。", en: "There is nothing to ask about later.", zh: "没有打算以后问的事。"},
	FollowUpDropped: {ja: "「{about}」については聞きません。", en: "“{about}” will not be asked about.", zh: "不会再问“{about}”。"},
	FollowUpWas:     {ja: "「{about}」はもう済んでいます（{state}）。", en: "“{about}” was settled already ({state}).", zh: "“{about}”已经了结（{state}）。"},
	FollowUpUnknown: {
		ja: "「{about}」で始まるものはありません。kokoron followups で一覧を見られます。",
		en: "Nothing to ask about has an ID beginning with {about}. kokoron followups shows the list.",
		zh: "没有以“{about}”开头的条目。运行 kokoron followups 查看列表。",
	},
	FollowUpMany: {
		ja: "「{about}」で始まるものがいくつもあります: {known}",
		en: "Several IDs begin with {about}: {known}",
		zh: "有多个以“{about}”开头的条目：{known}",
	},
	FollowUpStateOpen:    {ja: "これから", en: "open", zh: "待问"},
	FollowUpStateRaised:  {ja: "聞いた", en: "asked", zh: "已问"},
	FollowUpStateClosed:  {ja: "話した", en: "talked about", zh: "已谈过"},
	FollowUpStateDropped: {ja: "取りやめ", en: "dropped", zh: "已放弃"},
	FollowUpStateExpired: {ja: "期限切れ", en: "expired", zh: "已过期"},
}
