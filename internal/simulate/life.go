package simulate

import (
	"math/rand/v2"
	"strconv"
	"strings"
	"time"

	"github.com/kokoron/kokoron/internal/clock"
	"github.com/kokoron/kokoron/internal/text"
)

// Life is what a made-up life is like.
type Life struct {
	Lang  text.Lang
	Zone  *time.Location
	Start time.Time // any time of the first day
	Days  int
	Seed  uint64
	Talks float64 // a day, on average; 0: 2
	Turns int     // in a talk; 0: 6
}

// Script makes a life up: talks in the morning, at noon and in the evening,
// with facts that are told, repeated and changed, small talk between them, and
// a question for each fact. The same Life gives the same script.
func (l Life) Script() Script {
	if l.Talks <= 0 {
		l.Talks = 2
	}
	if l.Turns <= 0 {
		l.Turns = 6
	}
	y, m, d := l.Start.In(l.Zone).Date()
	s := Script{Zone: l.Zone, Lang: l.Lang, Seed: l.Seed, Start: clock.Resolve(time.Date(y, m, d, 0, 0, 0, 0, time.UTC), l.Zone)}
	w := &writer{life: l, rnd: rand.New(rand.NewPCG(l.Seed, 1)), words: livesOf(l.Lang), told: map[int]string{}}
	for day := range l.Days {
		talks := int(l.Talks)
		if w.rnd.Float64() < l.Talks-float64(talks) {
			talks++
		}
		for i := range talks {
			// Talks are spread over the day from seven to eleven at night.
			minutes := 7*60 + (16*60*i+w.rnd.IntN(16*60))/max(talks, 1)
			at := clock.Resolve(time.Date(y, m, d+day, 0, minutes, 0, 0, time.UTC), l.Zone)
			s.Steps = append(s.Steps, w.talk(at)...)
		}
	}
	for i, f := range w.words.facts {
		if at, ok := w.when(s.Steps, i); ok {
			s.Questions = append(s.Questions, Question{Text: f.question, Want: w.told[i], Evidence: []time.Time{at}})
		}
	}
	return s
}

// writer makes talks up.
type writer struct {
	life  Life
	rnd   *rand.Rand
	words lives
	told  map[int]string // fact → its value now
	count int
}

// talk is one talk. Lines come a minute apart, and never before those of the
// talk before it.
func (w *writer) talk(at time.Time) (steps []Step) {
	for turn := range w.life.Turns {
		words := w.small()
		if turn > 0 && w.rnd.IntN(12) == 0 {
			words = w.fact()
		}
		steps = append(steps, Step{At: at.Add(time.Duration(turn) * time.Minute), Words: words})
	}
	return steps
}

// small is small talk: no two lines of a life are quite the same.
func (w *writer) small() string {
	w.count++
	line := w.words.small[w.rnd.IntN(len(w.words.small))]
	return text.Fill(line, "thing", w.words.things[w.rnd.IntN(len(w.words.things))], "n", strconv.Itoa(w.count))
}

// fact tells a fact, or a new value of one.
func (w *writer) fact() string {
	i := w.rnd.IntN(len(w.words.facts))
	f := w.words.facts[i]
	if w.told[i] == "" || w.rnd.IntN(4) == 0 {
		w.told[i] = f.values[w.rnd.IntN(len(f.values))]
	}
	return text.Fill(f.telling, "value", w.told[i])
}

// when is when the value of a fact that holds in the end was told last.
func (w *writer) when(steps []Step, fact int) (at time.Time, ok bool) {
	value := w.told[fact]
	words := text.Fill(w.words.facts[fact].telling, "value", value)
	for i := len(steps) - 1; i >= 0 && value != ""; i-- {
		if steps[i].Words == words {
			return steps[i].At, true
		}
	}
	return at, false
}

// lives are the words of a made-up life.
type lives struct {
	small, things []string
	facts         []lifeFact
}

// lifeFact is something that changes in a life.
type lifeFact struct {
	telling, question string // {value}
	values            []string
}

func livesOf(lang text.Lang) lives {
	switch lang {
	case text.En:
		return lives{
			small: []string{"Good morning, it is day {n} of {thing}.", "I spent an hour on {thing} today, number {n}.", "{thing} went well because I slept enough, time {n}.",
				"I was late because of {thing}, time {n}.", "Talking about {thing} again, {n}.", "Lunch was {thing} no. {n}."},
			things: strings.Split("the garden,the report,the train,coffee,the guitar,running,the laundry,a film,the meeting,soup", ","),
			facts: []lifeFact{
				{"My cat is called {value}.", "What is my cat called?", []string{"Mikan", "Tama"}},
				{"I live in {value} now.", "Where do I live?", []string{"Kyoto", "Osaka", "Sapporo"}},
				{"My favourite food is {value}.", "What is my favourite food?", []string{"ramen", "curry"}},
				{"I work as {value}.", "What do I work as?", []string{"an engineer", "a teacher"}},
			},
		}
	case text.Zh:
		return lives{
			small: []string{"早上好，{thing}的第{n}天。", "今天花了一个小时在{thing}上，第{n}次。", "{thing}很顺利，因为睡得好，第{n}次。",
				"因为{thing}迟到了，第{n}次。", "又说到{thing}了，{n}。", "午饭是{thing}，{n}号。"},
			things: strings.Split("花园,报告,火车,咖啡,吉他,跑步,洗衣服,电影,会议,汤", ","),
			facts: []lifeFact{
				{"我的猫叫{value}。", "我的猫叫什么？", []string{"蜜柑", "小玉"}},
				{"我现在住在{value}。", "我住在哪里？", []string{"京都", "大阪", "札幌"}},
				{"我最喜欢的食物是{value}。", "我最喜欢的食物是什么？", []string{"拉面", "咖喱"}},
				{"我的工作是{value}。", "我的工作是什么？", []string{"工程师", "老师"}},
			},
		}
	}
	return lives{
		small: []string{"おはよう、{thing}の{n}日目だよ。", "今日は{thing}に一時間かかった、{n}回目。", "よく寝たおかげで{thing}がうまくいった、{n}回目。",
			"{thing}のせいで遅刻した、{n}回目。", "また{thing}の話だけど、{n}。", "昼は{thing}だった、{n}番。"},
		things: strings.Split("庭仕事,報告書,電車,コーヒー,ギター,ランニング,洗濯,映画,会議,スープ", ","),
		facts: []lifeFact{
			{"猫の名前は{value}です。", "猫の名前は？", []string{"ミカン", "タマ"}},
			{"いまは{value}に住んでいます。", "どこに住んでいる？", []string{"京都", "大阪", "札幌"}},
			{"好きな食べ物は{value}です。", "好きな食べ物は？", []string{"ラーメン", "カレー"}},
			{"私の仕事は{value}です。", "私の仕事は何？", []string{"エンジニア", "教師"}},
		},
	}
}
