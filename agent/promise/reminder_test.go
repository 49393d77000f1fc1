package promise

import (
	"strings"
	"testing"
)

// reminderClaims are sentences that claim a reminder, false friends those that
// only sound like it.
var reminderClaims = map[bool][]string{
	true: {
		"リマインドします。", "はい、リマインドしますね。", "明日の朝8時にリマインドします！", "8時にリマインドしておきます。", "了解です、20分後にお知らせします。",
		"アラームをセットしました。", "7時にアラームをかけておきますね。", "リマインダーを登録しました！", "リマインダー、設定しておきました。", "タイマーを10分でセットしました。",
		"時間になったら声をかけますね。", "明日の朝、起こしますね。", "出発の30分前に教えますね。", "忘れないように、夕方に思い出させてあげますね。", "毎朝8時に通知しますね。",
		"その時間になったらお知らせします。", "リマインダー設定済みです。",
		"I'll remind you at 8.", "Sure, I'll remind you tomorrow morning.", "I will remind you to call your mother.", "I've set a reminder for 5 pm.", "Reminder set for 8 am!",
		"Your alarm is set for 7.", "I've set an alarm for 7 am.", "I'll ping you in 20 minutes.", "I'll wake you up at six.", "Okay, I will nudge you before the meeting.",
		"I'll set a timer for ten minutes.", "You'll get a reminder at noon.", "I'm going to remind you every Monday.", "I'll give you a reminder tonight.", "The reminder has been set.",
		"我会提醒你。", "好的，明天早上8点我会提醒你吃药。", "我会在20分钟后提醒您。", "已经设好提醒了。", "我帮你设了闹钟。", "到时候我会叫你。", "到点了我就提醒你。", "提醒已经设置好了。", "我会准时叫你起床。",
	},
	false: {
		"思い出させてくれてありがとう。", "それを聞いて昔を思い出しました。", "リマインドしましょうか？", "リマインダーはありません。", "リマインドが必要なら言ってくださいね。",
		"昨日リマインドしました。", "友達がリマインドしてくれたんですね。", "アラームは便利ですよね。", "アラームで起きられましたか？", "リマインダーを設定できませんでした。",
		"まだリマインダーは設定していません。", "いつリマインドすればいいですか？", "目覚ましをかけておいてくださいね。", "スマホのアラームを使うといいですよ。", "「リマインドします」と言いましたっけ。",
		"彼女に知らせましたか？",
		"I reminded her yesterday.", "That reminds me of you.", "You remind me of the sea.", "Thanks for reminding me!", "Shall I remind you?", "I can remind you if you like.",
		"Do you want me to set a reminder?", "I could not set the reminder.", "I have not set a reminder.", "No reminder was set.", "Remember to set your alarm.", "If you tell me when, I'll remind you.",
		"She will remind you.", "The alarm woke him up.", "It reminded me of home.", "You asked me to remind you yesterday.",
		"谢谢你提醒我。", "要我提醒你吗？", "这让我想起了你。", "没有设置提醒。", "他昨天提醒了我。", "如果你愿意，我会提醒你。", "记得设闹钟。", "需要我设一个提醒吗？",
	},
}

func TestReminderClaims(t *testing.T) {
	n := 0
	for want, list := range reminderClaims {
		for _, s := range list {
			n++
			claims := Unkept(s)
			got := len(claims) == 1 && claims[0].Kind == Reminder
			if got != want || !want && len(claims) > 0 {
				t.Errorf("%q: %+v, want a claim: %v", s, claims, want)
			}
			if !want {
				continue
			}
			if kept := Unkept(s, Reminder); len(kept) != 0 {
				t.Errorf("%q: a claim that is kept is found: %+v", s, kept)
			}
			if fixed := Correct(s, claims...); fixed == s || strings.TrimSpace(fixed) == "" || len(Unkept(fixed)) > 0 {
				t.Errorf("%q becomes %q", s, fixed)
			}
		}
	}
	if n < 60 {
		t.Errorf("only %d cases", n)
	}
}

func TestAsksReminder(t *testing.T) {
	for want, list := range map[bool][]string{
		true: {
			"明日の朝8時に薬を飲むってリマインドして", "20分後にリマインドお願い", "7時に起こして", "会議の10分前に教えて", "15時に知らせて", "アラームを7時にセットして", "夜に思い出させて",
			"remind me in 20 minutes to stretch", "Could you wake me at 7?", "set an alarm for 7", "Please set me a reminder for noon", "don't let me forget the keys",
			"明天早上8点提醒我吃药", "7点叫我起床", "帮我设个闹钟", "20分钟后叫我",
		},
		false: {
			"思い出させてくれてありがとう", "今朝は起こしてくれてありがとう", "リマインドしないで", "アラームを取り消して", "昨日リマインドされた", "明日は会議がある", "リマインダーって何？",
			"that reminds me of her", "I reminded her yesterday", "don't remind me", "cancel the reminder", "My alarm rang at 7", "thanks for the reminder",
			"谢谢提醒", "不用提醒我", "他提醒了她", "", strings.Repeat("remind me ", 40),
		},
	} {
		for _, s := range list {
			if AsksReminder(s) != want {
				t.Errorf("%q: want %v", s, want)
			}
		}
	}
}
