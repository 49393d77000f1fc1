package facts

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// What the second statement of a pair is to the first.
const (
	same  = "same"
	ends  = "ends"
	apart = "apart"
)

type pair struct{ old, new, want string }

// relation is what a statement is to another, as the write rule asks.
func relation(old, new string) string {
	o, n := Read(old).As("Ren", "レン", "小连", Owner), Read(new).As("Ren", "レン", "小连", Owner)
	switch {
	case o.Same(n):
		return same
	case o.EndedBy(n):
		return ends
	}
	return apart
}

func check(t *testing.T, pairs []pair) {
	t.Helper()
	if len(pairs) < 60 {
		t.Errorf("%d pairs", len(pairs))
	}
	for _, p := range pairs {
		if got := relation(p.old, p.new); got != p.want {
			t.Errorf("%q → %q: %s, want %s\n  %s\n  %s", p.old, p.new, got, p.want, show(p.old), show(p.new))
		}
	}
}

func show(s string) string { return strings.ReplaceAll(fmt.Sprintf("%+v", Read(s)), "Attribute", "") }

func TestJapanese(t *testing.T) {
	check(t, []pair{
		{"大阪に住んでいる", "京都に引っ越した", ends},
		{"大阪に住んでいる", "京都に住んでいる", ends},
		{"私は大阪に住んでいます。", "大阪に住んでるよ", same},
		{"レンは大阪に住んでいる", "大阪在住です", same},
		{"オーナーは大阪に住んでいる", "先月、京都に引っ越しました", ends},
		{"大阪に住んでいる", "大阪市に住んでいる", apart},
		{"東京に住んでいる", "東京都新宿区に住んでいる", apart},
		{"東京都に住んでいる", "京都に引っ越した", ends},
		{"大阪に住んでいる", "妹は京都に住んでいる", apart},
		{"大阪に住んでいる", "妹が京都に引っ越した", apart},
		{"大阪に住んでいる", "アオイは京都に住んでいる", apart},
		{"大阪に住んでいる", "アオイさんは京都に引っ越した", apart},
		{"アオイさんは大阪に住んでいる", "アオイさんは京都に引っ越した", ends},
		{"妹は大阪に住んでいる", "妹は京都に住んでいる", apart},
		{"妹は大阪に住んでいる", "妹が京都に引っ越した", ends},
		{"母は大阪に住んでいる", "母は京都に住んでいる", ends},
		{"大阪に住んでいる", "昔は京都に住んでいた", apart},
		{"大阪に住んでいる", "京都に住んでいたことがある", apart},
		{"大阪に住んでいる", "京都に引っ越したい", apart},
		{"大阪に住んでいる", "来月、京都に引っ越す予定", apart},
		{"大阪に住んでいる", "京都に引っ越すかも", apart},
		{"大阪に住んでいる", "もし京都に引っ越したら猫を飼う", apart},
		{"大阪に住んでいる", "京都に住んでいるの？", apart},
		{"大阪に住んでいる", "彼は京都に住んでいる", apart},
		{"大阪に住んでいて、猫を飼っている", "京都に引っ越した", apart},
		{"大阪に住んでいる。趣味は釣り。", "京都に引っ越した", apart},
		{"妹は大阪に住んでいて、看護師です", "京都に引っ越した", apart},
		{"3年前から大阪に住んでいる", "京都に引っ越した", ends},
		{"大阪に住んでいる", "大阪から京都に引っ越したばかりです", ends},
		{"大阪に住んでいる", "3年前から大阪に住んでいる", apart},
		{"大阪に住んでいる", "友達が「京都に引っ越したから遊びに来てね」って", apart},
		{"住所は大阪市北区1-2-3です", "京都に引っ越した", ends},
		{"住所は大阪市北区1-2-3です", "住所は京都市左京区4-5に変わった", ends},
		{"トヨタに勤めている", "ホンダに転職した", ends},
		{"トヨタに勤めている", "トヨタで働いています", same},
		{"トヨタで働いている", "大阪で働いている", apart},
		{"トヨタに勤めている", "会社を辞めた", ends},
		{"トヨタに勤めている", "ホンダを辞めた", apart},
		{"トヨタに勤めている", "トヨタを退職しました", ends},
		{"トヨタに勤めている", "ホンダに転職しようと思っている", apart},
		{"トヨタに勤めている", "夫はホンダに勤めている", apart},
		{"仕事は看護師です", "教師になりました", ends},
		{"私は看護師です", "看護師をしています", same},
		{"会社を辞めた", "銀行に転職した", ends},
		{"東京大学に通っている", "京都大学に編入した", ends},
		{"東京大学に通っている", "大学を卒業した", apart},
		{"東京大学に通っている", "東京大学を卒業しました", ends},
		{"34歳です", "35歳になった", ends},
		{"誕生日は3月14日", "誕生日は3月14日です", same},
		{"誕生日は3月14日", "誕生日は3月15日です", ends},
		{"誕生日は3月14日", "1990年3月14日生まれです", apart},
		{"名前は佐藤健です", "名前を佐藤健から田中健に変えた", ends},
		{"苗字は佐藤です", "苗字が佐藤から田中に変わった", ends},
		{"レンちゃんと呼んで", "これからはレン先輩と呼んでください", ends},
		{"うちの猫の名前はタマです", "うちの猫の名前はミケです", apart},
		{"うちの猫の名前はタマです", "猫の名前をタマからミケに変えた", ends},
		{"うちの猫の名前はクロです", "猫の名前をタマからミケに変えた", apart},
		{"うちの猫の名前はタマです", "うちの犬の名前はポチです", apart},
		{"猫を飼っている", "猫が死んだ", ends},
		{"猫を二匹飼っている", "猫が死んだ", apart},
		{"猫を飼っている", "もう猫は飼っていない", ends},
		{"猫を飼っている", "犬を飼っている", apart},
		{"猫を飼っている", "うちには猫がいます", same},
		{"コーヒーが好き", "コーヒーはもう飲まない", ends},
		{"コーヒーが好き", "コーヒーは嫌い", ends},
		{"コーヒーが好き", "コーヒーが好きです", same},
		{"コーヒーが好き", "紅茶が好き", apart},
		{"コーヒーが好き", "コーヒーより紅茶が好き", apart},
		{"コーヒーが好き", "コーヒーが苦手になった", ends},
		{"コーヒーが好き", "コーヒーが嫌いなわけではない", apart},
		{"夜が好き", "コーヒーは夜は飲まない", apart},
		{"レンはコーヒーが好き", "アオイはコーヒーが嫌い", apart},
		{"猫と犬が好き", "猫が嫌い", apart},
		{"猫が好き", "妹は猫が嫌い", apart},
		{"タバコを吸う", "禁煙した", ends},
		{"好きな色は青", "好きな色は緑に変わった", ends},
		{"一番好きな食べ物は寿司です", "一番好きな食べ物はラーメンです", ends},
		{"好きな色は青", "好きな季節は秋", apart},
		{"独身です", "結婚しました", ends},
		{"結婚している", "離婚しました", ends},
		{"彼女がいる", "彼女と別れた", ends},
		{"電話番号は090-1111-2222です", "電話番号が090-3333-4444に変わりました", ends},
		{"携帯の電話番号は090-1111-2222です", "会社の電話番号は03-3333-4444です", apart},
		{"メールアドレスはren@example.comです", "メールアドレスはren@example.orgに変わった", ends},
		{"トヨタに勤めている", "転職してホンダで働いている", ends},
		{"大阪に住んでいる", "レンは先月京都へ引っ越した。", ends},
		{"大阪に住んでいる", "結婚して京都に引っ越した", ends},
		{"妻はアオイといいます", "妻の名前はアオイです", same},
		{"犬を飼っている", "愛犬のポチが亡くなった", ends},
		{"コーヒーが好き", "レンはコーヒーをもう飲まない", ends},
		{"エビにアレルギーがある", "カニにアレルギーがある", apart},
	})
}

func TestEnglish(t *testing.T) {
	check(t, []pair{
		{"I live in Osaka", "I moved to Kyoto", ends},
		{"I live in Osaka.", "I'm living in Osaka", same},
		{"Ren lives in Osaka", "The user has moved to Kyoto.", ends},
		{"The owner lives in Osaka", "I live in Osaka", same},
		{"I live in Osaka", "I live in Osaka, Japan", apart},
		{"I live in Osaka", "My sister lives in Kyoto", apart},
		{"I live in Osaka", "My sister moved to Kyoto", apart},
		{"I live in Osaka", "Aoi lives in Kyoto", apart},
		{"I live in Osaka", "Aoi moved to Kyoto", apart},
		{"Aoi lives in Osaka", "Aoi moved to Kyoto", ends},
		{"My sister lives in Osaka", "My sister lives in Kyoto", apart},
		{"My sister lives in Osaka", "My sister moved to Kyoto", ends},
		{"My wife lives in Osaka", "My wife lives in Kyoto", ends},
		{"I live in Osaka", "I used to live in Kyoto", apart},
		{"I live in Osaka", "I lived in Kyoto for years", apart},
		{"I live in Osaka", "I used to live in Osaka, but now I live in Kyoto", ends},
		{"I live in Osaka", "I want to move to Kyoto", apart},
		{"I live in Osaka", "I might move to Kyoto", apart},
		{"I live in Osaka", "If I moved to Kyoto I'd get a cat", apart},
		{"I live in Osaka", "Do you live in Kyoto?", apart},
		{"I live in Osaka", "He lives in Kyoto", apart},
		{"I live in Osaka", "She said I moved to Kyoto", apart},
		{"I live in Osaka and I have a cat", "I moved to Kyoto", apart},
		{"I live in Osaka with my wife", "I moved to Kyoto", ends},
		{"I live in Osaka", "I live in Osaka with my wife", apart},
		{"I live in Osaka", "I moved from Osaka to Kyoto last month", ends},
		{"I live in Osaka", "I moved to a new house", apart},
		{"I live in fear", "I live in Osaka", apart},
		{"My address is 1-2-3 Kita, Osaka", "I moved to Kyoto", ends},
		{"I work at Toyota", "I joined Honda", ends},
		{"I work at Toyota", "I quit my job", ends},
		{"I work at Toyota", "I left Honda", apart},
		{"I work at Toyota", "I left Toyota", ends},
		{"I work at Toyota", "I no longer work at Toyota", ends},
		{"I work at Toyota", "I work at night", apart},
		{"I work at Toyota", "I also work at Honda", apart},
		{"I work at Toyota", "I'm thinking of joining Honda", apart},
		{"I work at Toyota", "My husband works at Honda", apart},
		{"I work as a nurse", "I'm a nurse", same},
		{"I'm a nurse", "I became a teacher", ends},
		{"I'm a nurse", "My brother is a teacher", apart},
		{"I study at Kyoto University", "I transferred to Osaka University", ends},
		{"I go to Kyoto University", "I graduated from Kyoto University", ends},
		{"I'm 34 years old", "I turned 35", ends},
		{"I am 34", "I'm 34 years old", same},
		{"My son is 5", "My son is 8", apart},
		{"I'm 34", "My cat is old, she is 5 years old", apart},
		{"I like coffee", "Sounds like fun!", apart},
		{"I work at Toyota", "I joined a rock band", apart},
		{"I work at Toyota", "My wife and I just left for our vacation", apart},
		{"I live in Osaka", "Living in the city, I miss nature", apart},
		{"Lives in Osaka", "Ren moved to Kyoto", ends},
		{"My birthday is March 14", "My birthday is on the 14th of March", same},
		{"My birthday is March 14", "My birthday is March 15", ends},
		{"My name is Ken Sato", "I changed my name to Ken Tanaka", ends},
		{"Call me Ren", "You can call me Renny", ends},
		{"My cat is called Tama", "My cat is called Mike", apart},
		{"My cat's name is Tama", "My cat is called Tama", same},
		{"My cat's name is Tama", "My dog's name is Pochi", apart},
		{"My wife's name is Aoi", "My wife is called Aoi", same},
		{"I have a cat", "My cat died", ends},
		{"I have two cats", "My cat died", apart},
		{"I have a cat", "I don't have a cat anymore", ends},
		{"I have a cat", "I have a dog", apart},
		{"I have a cat", "I have another cat", apart},
		{"I like coffee", "I don't drink coffee anymore", ends},
		{"I love coffee", "I hate coffee", ends},
		{"I like coffee", "I like tea", apart},
		{"I like coffee", "I like tea more than coffee", apart},
		{"I like coffee", "I no longer like coffee", ends},
		{"I like coffee", "I stopped drinking coffee", ends},
		{"I like drinking coffee", "I love coffee", same},
		{"Ren likes coffee", "Aoi hates coffee", apart},
		{"I like coffee", "My sister hates coffee", apart},
		{"I like cats and dogs", "I hate cats", apart},
		{"My favorite color is blue", "My favourite color is green now", ends},
		{"My favorite color is blue", "My favorite food is sushi", apart},
		{"My favorite color is blue", "My favorite color is blue and green", apart},
		{"I am single", "I got married", ends},
		{"I'm married", "I'm divorced now", ends},
		{"I have a girlfriend", "I broke up with my girlfriend", ends},
		{"My phone number is 090-1111-2222", "My new phone number is 090-3333-4444", ends},
		{"My work phone number is 090-1111-2222", "My home phone number is 090-3333-4444", apart},
		{"My email is ren@example.com", "My email address is ren@example.org", ends},
		{"I'm a nurse", "Ren is a software engineer at Honda", ends},
		{"I live in Osaka", "I've been living in Kyoto since May", ends},
		{"I have a dog", "My dog Pochi died", ends},
		{"my name's Ken", "My name is Ken", same},
		{"I'm allergic to shrimp", "I'm allergic to crab", apart},
		{"I live in Osaka", "大阪に住んでいる", apart},
		{"I live in Osaka", "京都に引っ越した", ends},
	})
}

func TestChinese(t *testing.T) {
	check(t, []pair{
		{"我住在大阪", "我搬到京都了", ends},
		{"我住在大阪", "我现在住在京都", ends},
		{"我住在大阪", "用户住在大阪。", same},
		{"小连住在大阪", "我家在大阪", same},
		{"我住在北京", "我住在北京市", apart},
		{"我住在北京", "我妹妹住在上海", apart},
		{"我住在北京", "我妹妹搬到上海了", apart},
		{"我妹妹住在北京", "我妹妹住在上海", apart},
		{"我妹妹住在北京", "我妹妹搬到上海了", ends},
		{"我妈妈住在北京", "我妈妈住在上海", ends},
		{"我住在北京", "小葵住在上海", apart},
		{"小葵住在北京", "小葵搬到上海了", ends},
		{"我住在北京", "我以前住在上海", apart},
		{"我住在北京", "我在上海住过", apart},
		{"我住在北京", "我想搬到上海", apart},
		{"我住在北京", "我打算搬到上海", apart},
		{"我住在北京", "我明年要搬到上海", apart},
		{"我住在北京", "如果我搬到上海就好了", apart},
		{"我住在北京", "我可能搬到上海", apart},
		{"我住在北京", "你住在上海吗？", apart},
		{"我住在北京", "他住在上海", apart},
		{"我住在北京", "我从北京搬到上海了", ends},
		{"我住在北京，养了一只猫", "我搬到上海了", apart},
		{"我住在北京", "我以前住在北京，现在住在上海", ends},
		{"我住在北京", "上个月我搬到了上海", ends},
		{"我的地址是北京市海淀区1号", "我搬到上海了", ends},
		{"我在腾讯公司工作", "我跳槽到阿里巴巴了", ends},
		{"我在腾讯公司工作", "我换工作到了阿里巴巴", ends},
		{"我在腾讯公司工作", "我辞职了", ends},
		{"我在腾讯公司工作", "我在北京工作", apart},
		{"我在腾讯公司工作", "我老公在阿里巴巴集团工作", apart},
		{"我在腾讯公司工作", "我想跳槽到阿里巴巴", apart},
		{"我在腾讯公司工作", "我从阿里巴巴离职了", apart},
		{"我辞职了", "我入职了阿里巴巴", ends},
		{"我是护士", "我是一名护士", same},
		{"我是护士", "我当老师了", ends},
		{"我是护士", "我妹妹是老师", apart},
		{"我在北京大学读书", "我转学到清华大学了", ends},
		{"我在北京大学读书", "我毕业了", ends},
		{"我34岁", "我今年35岁了", ends},
		{"我34岁", "我儿子5岁", apart},
		{"我的生日是3月14日", "我生日是3月14号", same},
		{"我的生日是3月14日", "我的生日是3月15日", ends},
		{"我叫王伟", "我的名字是王伟", same},
		{"我叫王伟", "我改名叫王强了", ends},
		{"请叫我小王", "以后叫我老王吧", ends},
		{"我的猫叫咪咪", "我的猫叫花花", apart},
		{"我的猫叫咪咪", "我的狗叫旺财", apart},
		{"我有一只猫", "我的猫死了", ends},
		{"我有两只猫", "我的猫死了", apart},
		{"我养了一只猫", "我不养猫了", ends},
		{"我有一只猫", "我有一只狗", apart},
		{"我喜欢咖啡", "我不喜欢咖啡", ends},
		{"我喜欢喝咖啡", "我不喝咖啡了", ends},
		{"我喜欢咖啡", "我喜欢喝咖啡", same},
		{"我喜欢咖啡", "我喜欢茶", apart},
		{"我喜欢咖啡", "我妹妹讨厌咖啡", apart},
		{"我喜欢咖啡", "小葵讨厌咖啡", apart},
		{"我喜欢猫和狗", "我讨厌猫", apart},
		{"我抽烟", "我戒烟了", ends},
		{"我最喜欢的颜色是蓝色", "我最喜欢的颜色是绿色", ends},
		{"我最喜欢的颜色是蓝色", "我最喜欢的季节是秋天", apart},
		{"我是单身", "我结婚了", ends},
		{"我已婚", "我离婚了", ends},
		{"我有女朋友", "我和女朋友分手了", ends},
		{"我的电话是13811112222", "我的电话换成了13833334444", ends},
		{"我的邮箱是ren@example.com", "我的邮箱改成了ren@example.org", ends},
		{"我喜欢喝咖啡", "小连不再喝咖啡", ends},
		{"我的猫名字叫咪咪", "我把猫的名字改成了花花", ends},
		{"我对虾过敏", "我对花生过敏", apart},
	})
}

// TestOwner: in another's memory the owner is somebody else.
func TestOwner(t *testing.T) {
	for _, p := range [][2]string{
		{"I live in Osaka", "The owner moved to Kyoto"}, {"大阪に住んでいる", "オーナーは京都に引っ越した"}, {"我住在北京", "主人搬到上海了"},
		{"I live in Osaka", "The owner's name is Ren"}, {"My name is Aoi", "The owner's name is Ren"},
	} {
		if Read(p[0]).EndedBy(Read(p[1])) {
			t.Errorf("%q is ended by %q", p[0], p[1])
		}
		if f := Read(p[1]).Facts; len(f) != 1 || f[0].Who != Owner {
			t.Errorf("%q: %+v", p[1], f)
		}
	}
}

// TestNothing: what states nothing for sure.
func TestNothing(t *testing.T) {
	for _, s := range []string{
		"", " ", "…", "?", "ありがとう", "今日は寒いね", "hello there", "I like you", "你好", strings.Repeat("私は大阪に住んでいる。", 200),
		"昨日は京都に行った", "会議は京都でやる", "夢で京都に住んでいた", "In the movie he moved to Kyoto", "小说里他搬到上海了",
		"“I moved to Kyoto and I hate coffee now”, he wrote", "I would love coffee", "I like it", "I have a cat allergy",
	} {
		if st := Read(s); len(st.Facts) > 0 {
			t.Errorf("%.40q states %+v", s, st.Facts)
		}
	}
}

func corpus() []string {
	return []string{
		"大阪に住んでいる", "京都に引っ越した", "トヨタに勤めている", "コーヒーが好き", "コーヒーは嫌い", "猫を飼っている", "妹は大阪に住んでいる", "アオイは京都に住んでいる",
		"I live in Osaka", "I moved to Kyoto", "I work at Toyota", "I like coffee", "I hate coffee", "My sister lives in Osaka", "Aoi lives in Kyoto",
		"我住在北京", "我搬到上海了", "我喜欢咖啡", "我讨厌咖啡", "我妹妹住在北京",
	}
}

// TestProperties: nothing ends itself, what is the same is so both ways and
// ends nothing, and no one's statement ends another's.
func TestProperties(t *testing.T) {
	texts := rapid.SampledFrom(corpus())
	rapid.Check(t, func(t *rapid.T) {
		a, b := Read(texts.Draw(t, "a")), Read(texts.Draw(t, "b"))
		if a.EndedBy(a) {
			t.Errorf("%+v ends itself", a)
		}
		if a.Same(b) != b.Same(a) {
			t.Error("same one way")
		}
		if a.Same(b) && (a.EndedBy(b) || b.EndedBy(a)) {
			t.Error("the same ends")
		}
		if a.EndedBy(b) && a.Facts[0].Who != b.Facts[0].Who {
			t.Errorf("%+v is ended by another's %+v", a, b)
		}
	})
}

func FuzzRead(f *testing.F) {
	for _, s := range corpus() {
		f.Add(s)
	}
	f.Add("my cat's name is 「タマ」、but 今は I'm 34;;; '")
	f.Fuzz(func(t *testing.T, s string) {
		st := Read(s)
		if !st.Rest && !st.More && len(st.Facts) > 0 && !st.Same(st) {
			t.Errorf("%q is not the same as itself: %+v", s, st)
		}
		if st.EndedBy(st) && len(st.Facts) == 1 {
			t.Errorf("%q ends itself", s)
		}
		for _, f := range st.Facts {
			if f.Attribute == "" || f.Value == "" {
				t.Errorf("%q states %+v", s, f)
			}
		}
	})
}

func BenchmarkRead(b *testing.B) {
	all := corpus()
	for b.Loop() {
		for _, s := range all {
			Read(s)
		}
	}
}

// TestNowIsNobody: a word for the present before what is told is not whose it
// is.
func TestNowIsNobody(t *testing.T) {
	was := Read("お気に入りの喫茶店は灯です")
	for _, in := range []string{"いまのお気に入りの喫茶店はムスカリです", "今のお気に入りの喫茶店はムスカリです", "現在のお気に入りの喫茶店はムスカリだよ"} {
		if says := Read(in); len(says.Facts) != 1 || says.Facts[0].Who != Self || !was.EndedBy(says) {
			t.Errorf("%s: %+v", in, says)
		}
	}
}
