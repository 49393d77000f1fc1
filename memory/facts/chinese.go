package facts

import (
	"slices"
	"strings"

	"github.com/kokoron/kokoron/internal/text"
)

// Parts of Chinese patterns.
const (
	zhNow    = `(?P<now>(?:现在|目前|如今|已经|刚刚?|最近|终于|上个月|上周|去年|今年|这个月|昨天|今天|又)*)`
	zhEnd    = `(?:了|啦|啊|呢|的)*$`
	zhValue  = `(?P<v>[^，,。了]{1,20}?)`
	zhFrom   = `(?:从(?P<from>[^，,。]{1,15}?))?`
	zhJob    = `[^，,。的]{0,8}(?:老师|教师|工程师|程序员|医生|护士|律师|设计师|学生|研究生|作家|会计|司机|厨师|演员|歌手|画家|摄影师|翻译|记者|警察|公务员|家庭主妇|经理|教授|科学家|研究员|销售|店长|老板|自由职业者|咖啡师|消防员|飞行员|药剂师|建筑师)`
	zhAnimal = `(?P<x>猫咪|小猫|小狗|猫|狗|兔子|仓鼠|鸟|鹦鹉|金鱼|乌龟|宠物)`
	zhNumber = `(?P<n>[一两三四五1-5]?(?:只|条|隻|條|个)?)`
	zhVery   = `(?:也|最|很|特别|非常|超级?|真的|比较|一直|还是|都|就|其实|蛮|挺|平时|尤其|向来)*`
)

var chinese = grammar{
	never:   text.Lazy(`[?？]|吗|嗎|如果|要是|假如|假设|万一|的话|也许|可能|大概|好像|似乎|应该|听说|据说|(?:他|她|有人|老师|妈妈|网上|新闻|书上)(?:说|讲)|小说|游戏里|电影|歌词|梦见|梦到|是不是|会不会|要不要|差点|假装|开玩笑|希望|想要|想(?:去|搬|换|改|结婚|离婚|养|买|住|在)|打算|准备|计划|考虑|(?:要|将|会|快要|快)(?:搬|换|跳槽|改|结婚|离婚|养|辞职)|还有一|另外一|也(?:住|在|有|养)`),
	past:    text.Lazy(`以前|曾经|过去|小时候|那时|之前|原来|从前|当时|(?:住|待|工作)过`),
	cut:     text.Lazy(`[，,；;](?:但是?|不过|所以|然后|而且|因为)?()|(?:但是|不过)()`),
	opening: text.Lazy(`^(?:其实|说实话|对了|不过|而且|还有|顺便说一下|那个|嗯|啊|哦|好的|但是?|所以|请|记住|现在|目前|如今|最近|终于|上个月|上周|去年|今年|这个月|昨天|今天|从今天起|从现在起|[一二三四五六七八九十0-9]{1,4}[年月日](?:前|初|底)?)+[，,：:]?`),
	changed: text.Lazy(`现在|目前|如今|最近|终于|上个月|上周|去年|今年|这个月|昨天|今天|从今天起|从现在起`),
	subject: subjectZh, named: namedZh, place: placeEastern,
	rules: []rule{
		{attr: Home, change: true, is: text.Lazy(`^` + zhNow + zhFrom + `(?P<more>和[^，,]{1,8}?(?:一起)?)?(?:搬家|搬|移居|迁)(?:到|去|来|至|回)(?:了)?` + zhValue + `(?:住|生活|来|去)?` + zhEnd)},
		{attr: Home, is: text.Lazy(`^` + zhNow + `(?:一个人|(?P<more>和[^，,]{1,8}?(?:一起)?))?(?:居住|定居|住)(?:在|于|到)` + zhValue + zhEnd)},
		{attr: Home, is: text.Lazy(`^的?` + zhNow + `家(?:就)?在` + zhValue + zhEnd)},
		{attr: Address, is: text.Lazy(`^的?(?P<now>新的?|现在的)?(?:家庭)?(?:住址|地址)(?:是|(?P<now2>改成了|改为|变成了|换成了))(?P<v>[^，。]{3,40})$`)},
		{attr: Employer, value: No, change: true, is: text.Lazy(`^` + zhNow + `(?:辞职|离职|失业|退休|被裁|下岗|辞掉了?工作|辞了工作|丢了工作)` + zhEnd)},
		{attr: Employer, value: No, change: true, is: text.Lazy(`^` + zhNow + `(?:从(?P<v>[^，,。]{1,20}?)(?:辞职|离职))` + zhEnd)},
		{attr: Employer, value: No, change: true, is: text.Lazy(`^` + zhNow + `(?:离开了?|(?:已经|现在)?不在)` + zhValue + `(?:工作|上班)?` + zhEnd)},
		{attr: Employer, value: No, is: text.Lazy(`^` + zhNow + `(?:没有工作|没工作|待业|无业)` + zhEnd)},
		{attr: Employer, change: true, is: text.Lazy(`^` + zhNow + zhFrom + `(?:跳槽|换工作|转职)(?:到|去|至|进)(?:了)?` + zhValue + `(?:工作|上班)?` + zhEnd)},
		{attr: Employer, change: true, is: text.Lazy(`^` + zhNow + `(?:入职|加入)(?:了)?` + zhValue + zhEnd)},
		{attr: Employer, unsure: true, is: text.Lazy(`^` + zhNow + `在` + zhValue + `(?:工作|上班|任职|就职)` + zhEnd)},
		{attr: Employer, is: text.Lazy(`^的?(?P<now>新的?|现在的)?(?:公司|单位|工作单位)(?:是|叫|(?P<now2>换成了|变成了))` + zhValue + zhEnd)},
		{attr: Occupation, is: text.Lazy(`^` + zhNow + `是(?:一?[名个位])?(?P<v>` + zhJob + `)` + zhEnd)},
		{attr: Occupation, is: text.Lazy(`^的?(?P<now>新的?|现在的)?(?:工作|职业)(?:是|(?P<now2>变成了|换成了))` + zhValue + zhEnd)},
		{attr: Occupation, change: true, is: text.Lazy(`^` + zhNow + `(?:成为|当上|当|做|改行做|改行当|转行做|转行当)了?(?:一?[名个位])?(?P<v>` + zhJob + `)` + zhEnd)},
		{attr: School, is: text.Lazy(`^` + zhNow + `在(?P<v>[^，,。了]{1,16}?(?:大学|中学|高中|小学|学校|学院))(?:上学|读书|学习|念书|就读)` + zhEnd)},
		{attr: School, change: true, is: text.Lazy(`^` + zhNow + zhFrom + `(?:转学|考上|考入|升入|进入|入读)(?:到|去|了)*(?P<v>[^，,。了]{1,16}?(?:大学|中学|高中|小学|学校|学院))` + zhEnd)},
		{attr: School, value: No, change: true, is: text.Lazy(`^` + zhNow + `(?:从(?P<v>[^，,。]{1,16}?))?(?:毕业|退学)` + zhEnd)},
		{attr: Age, is: text.Lazy(`^` + zhNow + `(?:是)?(?P<v>\d{1,3}|[一二三四五六七八九十]{1,3})岁` + zhEnd)},
		{attr: Birthday, is: text.Lazy(`^的?生日(?:是|在)(?P<v>[0-9年月日号/.-]{3,12})$`)},
		{attr: Name, change: true, is: text.Lazy(`^` + zhNow + `(?:改名|更名)(?:叫|为|成|叫做)(?:了)?` + zhValue + zhEnd)},
		{attr: Name, change: true, is: text.Lazy(`^(?:把)?的?名字(?:从(?P<from>[^，,。]{1,10}?))?(?:改|换|变)(?:成|为)(?:了)?` + zhValue + zhEnd)},
		{attr: Name, is: text.Lazy(`^的?(?P<now>新)?(?:名字|全名|姓名|真名)(?P<now2>现在)?(?:是|叫)` + zhValue + zhEnd)},
		{attr: Name, is: text.Lazy(`^(?P<now>现在)?叫(?:做)?(?P<v>[^，,。了我你]{1,12}?)` + zhEnd)},
		{attr: Name, object: "family", is: text.Lazy(`^(?P<now>现在)?姓(?P<v>[^，,。了]{1,2})` + zhEnd)},
		{attr: Nickname, own: true, is: text.Lazy(`^(?:请|以后|今后|你可以|可以|就|都|(?P<now>从现在起|从今天起))*(?:叫我|称呼我|喊我)(?:为|做)?(?P<v>[^，,。去来帮起吃做干别不要等过先怎么]{1,10}?)(?:吧|就好|就行|好了|即可)?$`)},
		{attr: Nickname, is: text.Lazy(`^的?(?P<now>新)?(?:昵称|外号|小名|绰号)(?:是|叫|(?P<now2>改成了|变成了))` + zhValue + zhEnd)},
		{attr: Marriage, value: Single, is: text.Lazy(`^` + zhNow + `(?:是)?(?:单身|未婚|没结婚|还没结婚)(?:的|狗)?` + zhEnd)},
		{attr: Marriage, value: Married, is: text.Lazy(`^` + zhNow + `(?:已婚|再婚|(?P<now2>和[^，,]{1,8})?结婚)` + zhEnd)},
		{attr: Marriage, value: Divorced, is: text.Lazy(`^` + zhNow + `(?:(?P<now2>和[^，,]{1,8})?离婚|离异)` + zhEnd)},
		{attr: Marriage, value: Engaged, is: text.Lazy(`^` + zhNow + `(?P<now2>和[^，,]{1,8})?订婚` + zhEnd)},
		{attr: Partner, value: No, change: true, is: text.Lazy(`^` + zhNow + `(?:和|跟)?(?:女朋友|男朋友|女友|男友|对象)?分手` + zhEnd)},
		{attr: Partner, value: No, is: text.Lazy(`^` + zhNow + `没有(?:女朋友|男朋友|女友|男友|对象)` + zhEnd)},
		{attr: Partner, value: Yes, is: text.Lazy(`^` + zhNow + `(?:有|交)了?(?:个|一个)?(?:新)?(?:女朋友|男朋友|女友|男友|对象)` + zhEnd)},
		{attr: Phone, is: text.Lazy(`^的?(?P<now>新的?)?(?P<x>工作|公司|家里)?的?(?:电话号码|手机号码|手机号|电话)(?:是|(?P<now2>换成了?|改成了?|变成了?))(?P<v>[0-9+() -]{6,20})$`)},
		{attr: Mail, is: text.Lazy(`^的?(?P<now>新的?)?(?P<x>工作|公司|个人)?的?(?:电子邮箱|邮箱地址|邮箱|电子邮件|邮件地址)(?:是|(?P<now2>换成了?|改成了?|变成了?))(?P<v>[^\s@，]+@[^\s@，]+)$`)},
		{attr: Favourite, is: text.Lazy(`^(?P<now>现在)?最(?:喜欢|爱)(?:吃|喝|看|听)?的(?P<x>[^，,。的]{1,8}?)(?:就是|是|(?P<now2>变成了|换成了))` + zhValue + zhEnd)},
		{attr: Taste, value: No, is: text.Lazy(`^` + zhVery + `(?P<now>(?:再也|已经|现在|不再)*)(?:不(?:太|怎么|再)?(?:喜欢|爱)|讨厌|討厌|受不了|不(?:再)?(?:喝|吃|抽))(?:吃|喝|抽|看|听|玩)?(?P<x>[^，,。了的]{1,12}?)` + zhEnd)},
		{attr: Taste, value: No, change: true, is: text.Lazy(`^` + zhNow + `(?:戒掉?|戒)(?:了)?(?P<x>烟|酒|咖啡|糖|茶|奶茶|肉)` + zhEnd)},
		{attr: Taste, value: Yes, change: true, is: text.Lazy(`^` + zhNow + `(?:喜欢上|爱上|迷上)了?(?:吃|喝|看|听|玩)?(?P<x>[^，,。了的]{1,12}?)` + zhEnd)},
		{attr: Taste, value: Yes, is: text.Lazy(`^` + zhVery + `(?:喜欢|喜歡|爱)(?:吃|喝|看|听|玩)?(?P<x>[^，,。了的]{1,12}?)` + zhEnd)},
		{attr: Taste, value: Yes, is: text.Lazy(`^` + zhVery + `(?:喝|抽|吃)(?P<x>咖啡|茶|酒|烟|肉|啤酒|红酒)` + zhEnd)},
		{attr: Pet, value: Died, change: true, is: text.Lazy(`^` + zhNow + zhAnimal + `?(?:死|去世|走|不在|离开(?:我|我们)?)(?:了)$`)},
		{attr: Pet, value: No, is: text.Lazy(`^` + zhNow + `(?:没有|不养|不再养|没养)` + zhAnimal + zhEnd)},
		{attr: Pet, change: true, is: text.Lazy(`^` + zhNow + `(?:领养|收养|买)了` + zhNumber + zhAnimal + zhEnd)},
		{attr: Pet, is: text.Lazy(`^(?:家)?` + zhNow + `(?:有|养)了?(?:着)?` + zhNumber + zhAnimal + zhEnd)},
	},
}

// wordsZh are the words for selves and kin, the longest first.
var wordsZh = func() (out []string) {
	for w := range kin {
		out = append(out, w)
	}
	for w := range selves {
		out = append(out, w)
	}
	slices.SortFunc(out, func(a, b string) int { return len(b) - len(a) })
	return slices.DeleteFunc(out, func(w string) bool { return w[0] < 0x80 })
}()

// subjectZh is the self or kin that a clause begins with.
func subjectZh(c string) (subject, bool) {
	rest, mine := strings.CutPrefix(c, "我")
	if !mine {
		rest, mine = strings.CutPrefix(c, "用户")
	}
	if mine {
		inner := rest
		for _, glue := range []string{"们", "把", "家的", "的"} {
			inner = strings.TrimPrefix(inner, glue)
		}
		if k, after := kinZh(inner); k != "" {
			return subject{k, after}, true
		}
		return subject{Self, strings.TrimPrefix(rest, "们")}, true
	}
	k, after := kinZh(c)
	return subject{k, after}, k != ""
}

// kinZh is the kin that a text begins with, and what is behind.
func kinZh(c string) (string, string) {
	if rest, ok := strings.CutPrefix(c, "主人"); ok { // in Japanese it is the husband
		return Owner, strings.TrimPrefix(rest, "的")
	}
	for _, w := range wordsZh {
		if strings.HasPrefix(c, w) && kin[w] != "" && selves[w] == "" {
			return kin[w], strings.TrimPrefix(c[len(w):], "的")
		}
	}
	return "", ""
}

var nameZh = text.Lazy(`^([\p{Han}a-z]{1,6}?)(的.+|(?:现在|目前|已经|最近|刚|上个月|去年)*(?:住|搬|在|是|叫|喜欢|不喜欢|不再|不喝|不吃|戒|讨厌|养|有|跳槽|入职|加入|辞职|离职|结婚|离婚|改名|毕业|姓|最喜欢).+)$`)

// namedZh is the name that a clause may begin with.
func namedZh(c string) []subject {
	m := nameZh.FindStringSubmatch(c)
	if m == nil || genericZh.MatchString(m[1]) {
		return nil
	}
	return []subject{{m[1], m[2]}}
}

var genericZh = text.Lazy(`^(?:他|她|它|他们|她们|大家|你|您|你们|有人|别人|人们|这|那|这个|那个|谁|名字|工作|生日|地址|电话|公司|邮箱|现在|目前|已经|最近|不|很|最|也|都|家|新|一直|.*[把被请不没])$`)
