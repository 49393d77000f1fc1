package followup

import "github.com/kokoron/kokoron/internal/text"

// Whose a matter may be.
const (
	family = "family"
	friend = "friend"
)

// grammar are the rules of one language. All are looked for in folded
// sentences without their quotations.
type grammar struct {
	joke     *text.Pattern // takes the whole message
	never    *text.Pattern // supposed, heard, made up, dreamt, done again and again
	world    *text.Pattern // the news
	reminder *text.Pattern // asks to be reminded or woken
	before   *text.Pattern // what a question has between what it states and what it asks

	worry   *text.Pattern
	nervous *text.Pattern // as one is before what is to come
	calm    *text.Pattern // no worry, or no longer
	over    *text.Pattern // is told as past
	still   *text.Pattern // what looks so and is not: what was decided is to come
	off     *text.Pattern // does not take place
	must    *text.Pattern // what looks so and is not: has to be done
	ended   *text.Pattern // of illness, worry and loss: is over, or long ago
	looking *text.Pattern // is meant to be done
	duty    *text.Pattern // has to be done, or is due

	kin      *text.Pattern
	friends  *text.Pattern
	stranger *text.Pattern // a third person as the one it happens to
	theirs   *text.Pattern // a friend as the one it happens to

	pets  *text.Pattern
	moved *text.Pattern // takes place at another time
	good  *text.Pattern // went well
	bad   *text.Pattern // did not
	prep  *text.Pattern // is prepared, which says nothing of how it went
}

var grammars = map[text.Lang]grammar{text.Ja: japanese, text.En: english, text.Zh: chinese}

// whose says whose matter a sentence is about, and whether it is that of
// somebody who is nothing to the speaker.
func (g grammar) whose(said string) (who string, stranger bool) {
	if g.kin.MatchString(said) {
		return family, false
	}
	stranger = g.stranger.MatchString(said)
	if g.friends.MatchString(said) {
		return friend, stranger
	}
	return "", stranger
}

const (
	jaKin    = `(?:母(?:親|さん)?|父(?:親|さん)?|両親|親(?:の|が|は|も)|妻|嫁|奥さん|夫|旦那|娘|息子|子ども|子供|祖母|祖父|[おばじ]?(?:ばあ|じい)ちゃん|姉|兄|妹|弟|お(?:母|父|姉|兄)(?:さん|ちゃん)|ママ|パパ|家族|孫|叔父|叔母|おじさん|おばさん|いとこ|彼女(?:の|が|に|と)|彼氏|婚約者)`
	jaFriend = `(?:友達|友だち|友人|親友|同僚|先輩|後輩|[^\s、。]{0,5}[^\s、。く](?:さん|ちゃん|くん(?:は|が|も|の|に|と|を|って|$)))`
)

var japanese = grammar{
	joke: text.Lazy(`冗談|なんちゃって|うそうそ|嘘だよ|ウソだよ|うそだよ|ネタ(?:だ|です)|(?:^|[^a-z])w{2,}$`),
	never: text.Lazy(`もし(?:も|、|明|来|今|.{0,8}(?:たら|なら|ば))|仮に|としたら|だったら|(?:だ|い|る|た)なら|(?:かっ|っ|い|し|き|り|え|れ|め|け|あっ)たら(?:、|$|[^し])|例えば|たとえば|かも(?:しれ|ね|な|よ|$)|たぶん|多分|おそらく|らしい|っぽい|(?:と|って)(?:言って|言った|言われ|聞い|いう(?:話|夢))|なんだって$|(?:る|た|い)んだって$|だって$|(?:る|い|た|だ)そう(?:だ|です)|とのこと|噂|ニュース|` +
		`ドラマ|映画|アニメ|漫画|マンガ|小説(?:の|で|に)|主人公|ゲームの|物語|歌詞|夢(?:を見|で|の中)|毎(?:日|朝|晩|週|月|年|回|度)|いつも|普段|たいてい|よく(?:行|す)|平日は|曜(?:日)?は(?:いつも|だいたい)|(?:が|けど)?できたらいいな|たい(?:な|なあ|なぁ)$|ってどう|とは(?:$|、)|の(?:話|本|動画|記事)を(?:聞|読|見)|って(?:緊張|大変|難し|楽し|怖)|(?:は|って)人を|みたいだったら|(?:ほしい|欲しい)(?:な|なあ)?$|(?:て|で)ね$|(?:て|で)ください$`),
	world:    text.Lazy(`首相|大統領|政府|選挙|国会|オリンピック|五輪|ワールドカップ|(?:^|[^プ])w杯|景気|経済|地球|温暖化|戦争|円安|株価|世界|日本の|芸能人|アイドル`),
	reminder: text.Lazy(`リマインド|思い出させ|起こして|知らせて|通知して|アラーム|教えて(?:ね|ください|くれ|ほしい|$)|忘れ(?:て)?たら(?:言|教)|声(?:を)?かけて|言ってね`),
	before:   text.Lazy(`(?:ん(?:だ|です))?(?:けど|けれど|が、)|(?:から|ので)、|、(?:何|なに|どう|どんな|どこ|いつ|なぜ)`),
	worry:    text.Lazy(`心配|不安|悩んで|悩み|気がかり|気が重|憂うつ|憂鬱|怖(?:い|くて)|こわい|落ち着かない|どうしよう|どうしたら|ストレス|しんどい|つらい|辛い`),
	nervous:  text.Lazy(`緊張|どきどき|ドキドキ|そわそわ|自信(?:が)?ない`),
	calm:     text.Lazy(`(?:心配|不安|緊張)(?:は|も|なんて)?(?:し(?:ない|てない|てません|なくて|すぎ)|いらない|要らない|ない|なく|無用|しないで|じゃない|ありません)|もう(?:心配|不安)|心配(?:を)?かけ|ご心配|不安(?:は|が)?(?:なくなっ|消え)|安心|ほっとし|大丈夫(?:だった|でした|そう)`),
	over:     text.Lazy(`(?:た|だった|でした|ました|てきた)(?:んだ|んです|の|よ|ね|な|わ|けど|から|ので|ら)*$|終わっ(?:た|て)|済ん(?:だ|で)|先(?:週|月|日)|昨日|去年|この前|この間`),
	still:    text.Lazy(`ことに(?:し(?:た|まし)た?|決(?:め|まっ)た|な(?:った|りました))|(?:と|に|を)?(?:決め|決まっ|決まり)(?:た|ました)|予約(?:を)?(?:し|取っ|入れ)(?:た|ました)|(?:予定|予約)(?:が|を)?(?:入っ|入れ)た|申し込(?:んだ|みました)|もらった|渡された|言われた|(?:近づい|迫っ)て?(?:きた|た)|[0-9時分日週月曜旬半朝昼夜]に(?:なった|なりました|変えてもらった|し(?:た|ました))`),
	off:      text.Lazy(`なくなっ|無くなっ|中止|延期|キャンセル|取りやめ|とりやめ|流れた|やめ(?:た|る(?:こと|つもり)|ました|とく|よう)|(?:行|受|出|参加|買|始|引っ越|し|会)[かけさわめ]?(?:ない|ません|なかった)|(?:じゃ|では)(?:ない|なく)|休み(?:だ|です|に|$)|未定|(?:決ま|分か|わか)(?:って(?:い)?な|ら)`),
	must:     text.Lazy(`[かけさわめしらえ]?な(?:い(?:と|といけない|とだめ|とダメ)|きゃ|くちゃ|ければ|くては)(?:(?:いけ|なら|だめ|ダメ)(?:ない|ません)?)?|(?:かな|わから|しか|仕方|たまら|なら)ない`),
	ended:    text.Lazy(`治っ|治り|なおった|よくなった|良くなった|良くなり|元気になった|下がった|引いた(?:よ|$)|退院し|回復|解決|昔|以前|何年も前|[0-9一二三四五六七八九十数]+年前|子供の頃|子どもの頃|(?:て|で)(?:い)?た(?:こと|時|頃|けど|$)|気をつけ|予防|ないように|だったけど`),
	looking:  text.Lazy(`つもり|予定|ことに(?:し(?:た|よ|まし)|決め|な(?:った|り))|(?:よ|ろ|も|こ|そ|と|の|ぼ|ご)う(?:かな)?(?:と|って)(?:思|おも|考え)|しようと(?:思|おも|考え)|計画(?:中|して)|準備(?:中|して)|決め(?:た|ました)|決まっ|申し込`),
	duty:     text.Lazy(`締め?切|〆切|期限|提出|納期|出さな|仕上げ|終わらせ|までに`),
	kin:      text.Lazy(jaKin),
	friends:  text.Lazy(jaFriend),
	stranger: text.Lazy(`(?:^|[、\s])(?:彼|彼ら|あいつ|あの(?:人|子)|上司|部下|部長|課長|社長|店長|店員|先生|みんな|誰か|隣の人|(?:友達|友人|同僚|先輩|後輩)の(?:友達|知り合い))(?:たち)?(?:は|が|も|って)|俳優|歌手|選手(?:が|は)|監督`),
	theirs:   text.Lazy(`(?:友達|友だち|友人|親友|同僚|先輩|後輩|さん|ちゃん|くん)(?:は|が|も|って)`),
	pets:     text.Lazy(`犬|猫|うさぎ|ハムスター|インコ|ペット`),
	moved:    text.Lazy(`延び|延期|変更|ずれ|ずらし|リスケ|早ま|前倒し|繰り(?:上|下)げ|(?:に|へ)(?:なった|なりました|移|変わ)`),
	good:     text.Lazy(`うまく(?:いっ|でき)|上手く(?:いっ|でき)|よかった|良かった|受かっ|合格|採用|内定|成功|楽しかった|最高だった|楽しめた|大丈夫だった|問題なかった|異常(?:は|も)?な|無事|間に合っ|治っ|元気になっ|よくなっ|良くなっ|勝っ|優勝|できた|眠れた|眠れるように|解決し|回復|退院し|喜んで|陰性|仲直り|眠れる|(?:よく|ぐっすり)(?:眠|寝)`),
	bad:      text.Lazy(`うまくいか(?:な|ん)|上手くいか|だめだった|ダメだった|駄目だった|落ち(?:た|ちゃ|まし)|不合格|失敗|最悪|負け|間に合わな|ひどかった|悪化|悪かった|(?:よく|良く)(?:な(?:い|かった)|ありません)|散々|つまらなかった|陽性|がっかり|再検査`),
	prep:     text.Lazy(`練習|準備|対策|勉強し|予習|服を|買った|買ってき|調べ|申し込|予約`),
}

const (
	enKin    = `(?:mom|mum|mother|dad|father|parents?|wife|husband|spouse|partner|girlfriend|boyfriend|fianc[eé]e?|son|daughter|kids?|child|children|baby|brother|sister|siblings?|twin|grand(?:ma|pa|mother|father|parents|son|daughter)|nana|gran|aunt|uncle|cousin|niece|nephew|in-laws|(?:mother|father|sister|brother)-in-law)`
	enFriend = `(?:friend|friends|roommate|flatmate|colleague|coworker|co-worker|classmate|bestie)`
	enI      = `\b(?:i'm|i am|im|we're|we are|were gonna)`
)

var english = grammar{
	joke:     text.Lazy(`\b(?:just kidding|only kidding|jk|j/k|i'm joking|i am joking|only joking|lol|lmao|rofl|april fools)\b`),
	never:    text.Lazy(`\b(?:if|unless|suppose|imagine|pretend|hypothetically|might|maybe|perhaps|possibly|could be|would|wouldn't|i wish|wish i|apparently|allegedly|rumou?r|reportedly|they say|heard that|said|told me|says|dream(?:t|ed)?(?: of| about| that|t)|novel|fiction|(?:book|article|documentary|podcast|film|movie|story|series) (?:about|on)|on (?:tv|netflix)|is on tonight|character|episode|in the (?:movie|film|show|game|book|story|series)|lyrics|every(?:one|body|day| day| morning| night| evening| week| weekend| month| year| mon| tue| wed| thu| fri| sat| sun)|always|usually|often|(?:mon|tues|wednes|thurs|fri|satur|sun)days|let's|how about|make people|makes everyone|make everyone|you should|you need to|you have to|when i was|once i|used to|as a kid|i want to|considering|thinking (?:about|of)|when (?:my|i|we|you|he|she|they|someone|people)|someone|(?:safe|good|great|nice|lovely|fun) trip|you got this|you've got this|get to you|to (?:avoid|escape|beat|relieve)|i'd like|i'd love|takes? (?:\w+ ){1,3}to)\b`),
	world:    text.Lazy(`\b(?:president|prime minister|government|election|elections|olympics?|world cup|super bowl|economy|global warming|climate|war|stock market|the world|society|celebrity|actor|actress|senate|congress|the fed)\b`),
	reminder: text.Lazy(`\b(?:remind|wake me|set (?:an? |the )?(?:alarm|reminder|timer)|ping me|notify me|let me know|tell me (?:when|to|at)|don't let me forget)\b`),
	before:   text.Lazy(`(?:,|;| -| –)? (?:but|so|and) (?:what|how|do|should|can|could|where|when|any|is|are|which)\b|, (?:what|how|do|should|can|could|where|when|any|which)\b`),
	worry:    text.Lazy(`\b(?:worried|worrying|worry|anxious|anxiety|scared|afraid|terrified|dreading|stressed|stressing|under (?:\w+ ){0,3}stress|so much stress|freaking out|don't know what to do|panicking|concerned|overwhelmed)\b|\bstruggling with\b`),
	nervous:  text.Lazy(`\b(?:nervous|jittery|butterflies|on edge)\b`),
	calm:     text.Lazy(`\b(?:no worries|(?:don't|do not|not|never|no need to|needn't|stop|isn't|aren't|wasn't|nothing to|no longer|no) (?:to |that |really |be |so |at all |too )*(?:worry|worried|worrying|anxious|nervous|scared|afraid|stressed|stress|concerned)|(?:worried|nervous|anxious|stressed|scared|afraid) (?:anymore|any more|for nothing)|used to|relie(?:f|ved)|de-stress|worried about (?:you|him|them)\b|worry about (?:you|me)\b)`),
	over:     text.Lazy(`\b(?:was|were|had|went|did|died|dumped|broke|left|finished|passed|failed|ended|happened|came back|got back|survived|aced|bombed|won|lost|is over|are over|is done|over with|already|last (?:week|month|year|night|mon|tue|wed|thu|fri|sat|sun)|yesterday)\b`),
	still:    text.Lazy(`\b(?:decided|booked|signed up|got invited|was invited|had to|was told|had been|looking forward)\b`),
	off:      text.Lazy(`\b(?:cancel\w*|called off|postponed|no longer|not|never|isn't|aren't|won't|don't|doesn't|didn't|off the table|no (?:exam|interview|trip|meeting|more)|fell through|skipping|day off)\b`),
	must:     text.Lazy(`\b(?:can't wait|cannot wait|not sure|don't know|can't believe|not ready|don't feel ready|not looking forward|couldn't be|haven't|don't even)\b`),
	ended:    text.Lazy(`\b(?:gone|better now|feeling better|recovered|over it|over (?:my|the|that) |got over|get over|healed|cleared up|years? ago|months? ago|decades? ago|last (?:year|month|season|spring|summer|fall|autumn|winter)|the other (?:month|year)|back then|especially after|long ago|used to|in (?:19|20)\d\d|as a (?:kid|child|teen)|cured|remission|avoid|prevent|phone|battery|laptop|car died|shot|vaccine|had (?:a|the) (?:cold|flu|fever) (?:last|in))\b`),
	looking:  text.Lazy(enI + `\b(?: \w+){0,2} (?:going to|gonna|planning (?:to|on)|about to|starting|moving|buying|adopting|quitting|getting|learning|taking up|launching|renovating|signing up|applying|training|opening|leaving|having)\b|\b(?:i'll|we'll|i will|we will|i plan to|we plan to|i intend to|(?:i've|i have|we've|we have|i|we) (?:just |finally )?decided (?:to|on)|i signed up|we signed up)\b`),
	duty:     text.Lazy(`\b(?:due|deadline|submit|hand in|turn in|finish|file|by (?:tomorrow|tonight|noon|midnight|the|mon|tue|wed|thu|fri|sat|sun|\w+day|next|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec))`),
	kin:      text.Lazy(`\b(?:my|our|his|her) (?:\w+ )?` + enKin + `\b|\b(?:mom|mum|dad|grandma|grandpa) (?:is|has|was|got|'s)\b|\b(?:mom|mum|dad|grandma|grandpa)'s\b`),
	friends:  text.Lazy(`\b` + enFriend + `\b`),
	stranger: text.Lazy(`^(?:and |but |so )?(?:he|she|they|people|everyone|someone|somebody|you|the (?:actor|singer|guy|man|woman|hero|detective)|my (?:boss|manager|teacher|neighbou?r|landlord|doctor|professor))\b|'s (?:boss|novel)`),
	theirs:   text.Lazy(`\b` + enFriend + `(?: \w+)?(?:'s (?:having|going|getting|taking|got)| is| are| has| have| will| had)\b`),
	pets:     text.Lazy(`\b(?:cat|dog|puppy|kitten|rabbit|hamster|parrot)s?\b`),
	moved:    text.Lazy(`\b(?:moved|postponed|rescheduled|pushed|delayed|shifted|brought forward|changed|now on|instead)\b`),
	good:     text.Lazy(`\b(?:went (?:really |very |so |pretty )?(?:well|great|fine|good|ok|okay|smoothly)|passed|aced|nailed|got the (?:job|offer|place)|got in|got an offer|was (?:great|amazing|lovely|fun|wonderful|perfect|good|awesome|a success|fantastic)|had (?:a )?(?:great|good|lovely|fun|amazing|wonderful)|all clear|negative|benign|nothing serious|in time|won|better|recovered|slept (?:really |so |very |much )?(?:well|better|like)|gone|turned it in|submitted|loved it|made it|made up|talking again)\b`),
	bad:      text.Lazy(`\b(?:went (?:really |very |so |pretty )?(?:badly|bad|poorly|terribly|horribly)|failed|flunked|bombed|rejected|didn't (?:get|pass|go|make|win)|was (?:awful|terrible|horrible|bad|a disaster|a mess|boring)|lost|worse|missed|positive|malignant|disappointed|a disaster)\b`),
	prep:     text.Lazy(`\b(?:practi[cs]\w*|prepar\w*|stud(?:y|ied|ying)|revis\w*|bought|booked|signed up|rehears\w*|research\w*)\b`),
}

const (
	zhKin    = `(?:我|我们|我的|我家)?(?:妈妈|妈|爸爸|爸|母亲|父亲|父母|爸妈|老婆|妻子|太太|老公|丈夫|女朋友|男朋友|女友|男友|女儿|儿子|孩子|宝宝|哥哥|姐姐|弟弟|妹妹|哥|姐|弟|妹|爷爷|奶奶|外公|外婆|姥姥|姥爷|叔叔|阿姨|舅舅|姑姑|表[哥姐弟妹]|堂[哥姐弟妹]|家人)`
	zhFriend = `(?:朋友|同事|同学|闺蜜|室友|哥们)`
)

var chinese = grammar{
	joke:     text.Lazy(`开玩笑|逗你|骗你的|说着玩|哈哈哈|愚人节`),
	never:    text.Lazy(`如果|要是|假如|假设|万一|的话|也许|可能|大概会|好像|听说|据说|(?:他|她|他们|有人|老师|网上|新闻|书上|朋友|同事)(?:说|讲|告诉)|小说|(?:视频|文章|书|纪录片)(?:里|讲)|电影里|电影|电视剧|主角|游戏里|剧里|歌词|梦见|梦到|做梦|每(?:天|周|个|次|年|月|晚|早)|经常|总会|平时|通常|一般|就好了|想学|希望|^想|你(?:应该|要|得|可以)|让人|(?:的)?时候要|小心|^别|注意(?:别|不要)`),
	world:    text.Lazy(`总统|总理|首相|政府|选举|大选|奥运|世界杯|经济|全球|地球|战争|股市|世界|明星|演员|国足|疫情`),
	reminder: text.Lazy(`提醒|叫我|叫醒|闹钟|通知我|告诉我|喊我`),
	before:   text.Lazy(`[，,](?:怎么|该|我该|穿|要不要|是不是|会不会|有什么|什么|能不能|可以|你觉得|你说)`),
	worry:    text.Lazy(`担心|焦虑|不安|害怕|发愁|愁|压力(?:好|很|太|有点|特别|非常)?大|烦恼|烦死|忧虑|崩溃|好怕|很怕|不知道怎么办|怎么办`),
	nervous:  text.Lazy(`紧张|忐忑|没底|心慌|好慌|慌死`),
	calm:     text.Lazy(`(?:不|别|不用|没什么|不再|没有|没|无需|不必)(?:太|那么|再|用|要|怎么|好)*(?:担心|焦虑|害怕|发愁|紧张|怕|压力)|放心|松了口?气|安心`),
	over:     text.Lazy(`了$|了[，,]|[^求]过了?$|昨[天晚]|上(?:周|个?月|个?星期)|前[天几]|去年|刚(?:刚|才)?.{0,4}完|得(?:不错|很好|很差|不好|一般)|结束`),
	still:    text.Lazy(`(?:要|将|快|就|准备|打算|决定|计划|约|定|报名|安排|买|订|该)[^，,]{0,12}了|(?:决定|约好|定好|订好|报名|报了|买了|订了|安排)[^，,]{0,10}`),
	off:      text.Lazy(`取消|推迟|延期|不(?:去|想|打算|准备|要|参加|考|搬|做|买|学|用)|没有?(?:面试|考试|去|约|定|决定)|算了|泡汤|还没|未定|休息`),
	must:     text.Lazy(`不(?:得不|能不|知道|要紧)|没(?:准备好|信心|底)|还没(?:准备|写完|复习|写|做完|买)`),
	ended:    text.Lazy(`好了|痊愈|康复|退烧了|出院|以前|曾经|小时候|多年前|[0-9一二三四五六七八九十几]+年前|得过|去年|前年|当年|不.{0,2}了$|预防|避免|解决了|手机`),
	looking:  text.Lazy(`打算|计划|准备|决定|想好|报名|报了|要(?:开始|去|搬|学|买|考|换|辞|结|养|当)`),
	duty:     text.Lazy(`截止|到期|交(?:报告|论文|作业|稿|方案|作品|材料|给|$)|提交|(?:之前|前)(?:要|得|必须|一定)|交`),
	kin:      text.Lazy(zhKin),
	friends:  text.Lazy(zhFriend),
	stranger: text.Lazy(`^(?:他|她|他们|她们|大家|你|有人|别人|人们|老板|经理|领导|邻居|老师|总监|明星)(?:们)?`),
	theirs:   text.Lazy(zhFriend + `(?:们)?(?:今|明|后|下|周|要|有|在|得|也)`),
	pets:     text.Lazy(`猫|狗|兔子|仓鼠|鹦鹉`),
	moved:    text.Lazy(`改到|改成|推迟|延到|延期|提前|换到|挪到|推到`),
	good:     text.Lazy(`顺利|(?:考|面|表现|发挥|过|做|玩|谈|睡|聊|办|讲)得(?:很|挺|还|非常|特别|超)?(?:不错|好|可以|开心|顺利|棒)|通过|考上|考过|录取|录用|拿到offer|成功|没(?:事|问题|大碍)|正常|好了|康复|痊愈|退烧|赢|开心|赶上|交了|良性|睡着|和好|睡得好`),
	bad:      text.Lazy(`不(?:太|怎么)?顺利|搞砸|砸了|没(?:过|通过|考上|录取|赶上|考好)|失败|输了|糟糕|得(?:很|挺|太)?(?:差|不好|糟|烂)|被拒|恶化|加重|严重了|失望|挂了`),
	prep:     text.Lazy(`准备|练习|复习|排练|买了|订了|报名|查了`),
}
