package followup

import "github.com/kokoron/kokoron/internal/text"

// matter is one thing that people speak of and that can be asked about.
type matter struct {
	key        string
	sort       sort
	topic      Topic
	weight     float64
	gentle     bool // where it is somebody else's, or always for what is sad by itself
	ja, en, zh *text.Pattern
	told       *matter // how it is spoken of once it is over, if differently
}

// in is how a matter is named in a language.
func (m matter) in(lang text.Lang) *text.Pattern {
	switch lang {
	case text.En:
		return m.en
	case text.Zh:
		return m.zh
	}
	return m.ja
}

// matters are all that is known, the preferred ones first (see sort).
var matters = []matter{
	named("death", loss, Family, 0.9, jaKin+`[^、。]{0,6}(?:亡くな|死ん|他界|息を引き取)|(?:葬式|葬儀|お通夜|告別式)`, `\b(?:my|our) (?:\w+ )?(?:`+enKin+`|`+enFriend+`)(?: \w+){0,2} (?:died|passed away|passed)\b|\bfuneral\b|\blost my (?:`+enKin+`)\b`, zhKin+`.{0,6}(?:去世|过世|走了|离世|病逝)|葬礼|追悼会`).soft(),
	named("pet loss", loss, Pets, 0.85, `(?:犬|猫|うさぎ|ハムスター|インコ|ペット|うちの子)[^、。]{0,8}(?:亡くな|死ん|死んじゃ|虹の橋)`, `\b(?:my|our) (?:\w+ )?(?:cat|dog|puppy|kitten|rabbit|hamster|parrot)(?: \w+)? (?:died|passed away)\b|had to put (?:my|our) (?:\w+ )?(?:cat|dog) (?:down|to sleep)`, `(?:猫|狗|兔子|仓鼠|鹦鹉).{0,6}(?:去世|死了|走了|没了)`).soft(),
	named("miscarriage", loss, Family, 0.9, `流産|死産`, `\bmiscarriage\b|\bstillb\w+`, `流产`).soft(),
	named("break-up", loss, Relationships, 0.8, `(?:^|[^り])(?:振られ|ふられ|フラれ)|失恋|破局|(?:彼女|彼氏|彼|恋人)と別れ`, `\b(?:broke up|break-?up|dumped me|got dumped|left me|split up)\b`, `分手|失恋|被甩|甩了我`).soft(),
	named("divorce", loss, Family, 0.8, `離婚`, `\bdivorc\w+`, `离婚`).soft(),
	named("grave illness", loss, HealthTopic, 0.9, jaKin+`[^、。]{0,10}(?:癌|がん(?:だ|と|に|の|で|が)|ガン|倒れ|危篤|余命)`, `\b(?:(?:has|have|had|with|got|of|beat|fighting) (?:\w+ )?cancer|(?:had|having|suffered|have|after) a (?:\w+ )?stroke|heart attack|(?:in|to) hospice|(?:a|brain) tumou?r|leuk(?:a)?emia)\b`, `癌|肿瘤|中风|病危|心梗|白血病`).soft(),

	named("quarrel", trouble, Relationships, 0.6, `(?:けんか|喧嘩|ケンカ|口論)(?:し|になっ|中)`, `\b(?:(?:had|having|got (?:in|into)) (?:a|an) (?:\w+ )?(?:fight|argument|falling out|row) with my|(?:fighting|argued|arguing|not speaking) with my|(?:isn't|aren't|not) (?:talking|speaking) to me)\b`, `(?:吵架|吵了一架|冷战|闹翻)`).tell(`仲直り`, `\b(?:made up|talking again)\b`, `和好`),
	named("hospital", trouble, HealthTopic, 0.8, `入院`, `\b(?:hospitali[sz]ed|(?:in|to|at) (?:the )?hospital)\b`, `住院|进(?:了)?医院|icu`).soft(),
	named("cold", illness, HealthTopic, 0.5, `風邪|かぜ(?:を)?ひ|インフル|コロナ(?:に|だ|で|$)|のど(?:が|も)痛|喉(?:が|も)痛|咳が`, `\b(?:have|has|got|caught|catching|getting|with|had) (?:a|this) (?:\w+ )?cold(?:$|[^a-z ]| (?:and|but|so|again|since|this|that|for|today|now|right|i))|\b(?:(?:the|with|got|has|have) flu|covid|sore throat|bronchitis|pneumonia)\b`, `感冒|流感|新冠|嗓子疼|咳嗽`).tell(`のどの痛み`, `\b(?:my|the) (?:cold|throat|cough)\b`, `嗓子`),
	named("fever", illness, HealthTopic, 0.55, `(?:高熱|微熱|(?:^|[^情])(熱)(?:が|を)?(?:[0-9]|出|あ|下がら)|発熱)`, `\b(?:a (?:\w+ )?fever|temperature of)\b`, `发烧|发高烧|低烧`).tell(`熱(?:は|も)|風邪(?:は|も)`, `\b(?:fever|my cold|the flu)\b`, `退烧|感冒`),
	named("headache", illness, HealthTopic, 0.4, `頭痛|頭が(?:すごく)?痛|偏頭痛`, `\b(?:headache|migraine)s?\b`, `头疼|头痛|偏头痛`),
	named("stomach", illness, HealthTopic, 0.4, `腹痛|お腹(?:が|を)(?:痛|壊)|胃(?:が)?痛|胃腸炎|食中毒|吐いて`, `\b(?:stomach ?ache|food poisoning|stomach bug|throwing up)\b`, `肚子疼|胃疼|拉肚子|食物中毒|肠胃炎`),
	named("injury", illness, HealthTopic, 0.6, `ぎっくり腰|骨折|捻挫|ねんざ|怪我(?:した|しちゃ|を)|ケガ(?:した|しちゃ|を)|肉離れ|(?:腰|肩|膝|背中|首)(?:が|を)(?:すごく)?(?:痛|やっ)|(?:肩こり|腰痛|筋肉痛)(?:が|で)`, `\b(?:sprained (?:my|her|his) \w+|broke (?:my|her|his) (?:hip|arm|leg|ankle|wrist|foot|hand|toe|finger|collarbone)|threw out my back|(?:back|neck|knee|shoulder|hip) (?:is killing me|hurts|is (?:really )?(?:sore|bad))|hurt my (?:back|knee|ankle|wrist|shoulder|leg|arm)|injured my \w+|concussion)\b`, `扭伤|扭到|崴(?:了)?脚|骨折|摔伤|摔断|闪(?:了)?腰|(?:腰|肩|背|膝盖|脖子)(?:很|好|特别)?疼|受伤`).tell(`腰(?:は|も)|膝(?:は|も)|(?:怪我|ケガ)(?:は|も)`, `\bmy (?:back|ankle|knee|wrist|shoulder|leg|arm|neck)\b`, `脚|腰|伤`),
	named("unwell", illness, HealthTopic, 0.45, `体調(?:が)?(?:悪|崩|すぐれ|良くな|よくな)|具合(?:が)?悪|めまい|過呼吸`, `\b(?:feeling (?:really |very |pretty )?(?:sick|ill|unwell)|i'm (?:really |so )?sick|home sick|dizzy)\b`, `不舒服|生病|身体不好|头晕`),
	named("pet illness", trouble, Pets, 0.65, `(?:犬|猫|うさぎ|ハムスター|ペット|うちの子)[^、。]{0,12}(?:食べな|吐|元気がな|病気|下痢|具合)`, `\b(?:cat|dog|puppy|kitten|rabbit|hamster)\b(?: \w+)? (?:hasn't eaten|won't eat|isn't eating|is (?:sick|ill|limping)|has been (?:sick|throwing up)|is throwing up|keeps throwing up)`, `(?:猫|狗|兔子|仓鼠).{0,6}(?:没吃|不吃|生病|吐|拉肚子|没精神)`),
	named("sleep", trouble, HealthTopic, 0.6, `(?:眠|寝)れ(?:ない|なくて|ません|てない|なかった)|眠りが浅|不眠`, `\b(?:can't sleep|cannot sleep|can't (?:get to|fall|stay) (?:a)?sleep|insomnia|haven't (?:been sleeping|slept)|not sleeping|trouble sleeping|hardly sle\w+|barely sle\w+|sleeping badly)\b`, `睡不着|失眠|睡不好|睡眠(?:很|好|特别)?差`).tell(`眠れ(?:る|た|ま)|よく(?:眠|寝)`, `\b(?:slept|sleeping (?:better|well|fine))\b`, `睡得|睡着了`),
	named("low", trouble, Other, 0.6, `落ち込んで|へこんで|凹んで|気分が沈`, `\bi(?:'m|'ve| have| am)? (?:just |been |still |kind of ){0,2}feel(?:ing)? (?:really |so |very |pretty )?(?:down|low|depressed|lonely|burned out|burnt out)\b|\b(?:i'm (?:so |really )?(?:depressed|burned out|burnt out))\b`, `心情(?:很|特别|好)?(?:差|不好|低落)|很难过|好难过|抑郁|很孤独`).soft(),

	named("test result", result, HealthTopic, 0.75, `(?:検査|診断|血液検査|健診|健康診断|人間ドック|病理|生検)(?:の)?結果`, `\b(?:test|blood|biopsy|scan|lab|mri) results?\b`, `(?:体检|检查|化验|血检|活检|复查)(?:的)?结果`),
	named("exam result", result, Study, 0.7, `(?:試験|テスト|受験|模試|入試|合格|大学)(?:の)?(?:結果|発表)|合否`, `\b(?:exam|midterm|finals?|admissions?) results?\b`, `(?:考试|笔试|考研|高考)(?:的)?(?:结果|成绩)|出成绩|出分`),
	named("answer", result, Work, 0.7, `(?:面接|オーディション|コンペ|選考|審査)(?:の)?(?:結果|返事|合否)|内定の`, `\b(?:interview results?|hear(?:ing)? back)\b`, `面试(?:的)?结果|等(?:面试)?通知`),
	named("result", result, Other, 0.6, `結果(?:が|は)[^、。]{0,10}(?:出|わか|来)`, `\bresults? (?:come|comes|are (?:in|out|due|coming)|will|arrives?)\b|\bget (?:the|my) results?\b`, `结果.{0,8}(?:出来|公布|知道|下来)`),

	named("paper", due, Study, 0.6, `レポート|論文|卒論|課題|宿題|願書`, `\b(?:thesis|essay|dissertation|homework|assignment|term paper|coursework|application)\b`, `论文|作业|毕设|申请表`),
	named("report", due, Work, 0.55, `企画書|報告書|資料|原稿|見積|提案書|確定申告|書類`, `\b(?:report|proposal|manuscript|draft|tax(?:es)?(?: return)?|budget|pitch deck|slides|paperwork)\b`, `报告|方案|稿子|稿|材料|标书`),
	named("deadline", due, Work, 0.6, `締め?切り?|〆切|提出期限|納期|[^、。\s]{2,12}までに[^、。]{0,8}(?:仕上げ|提出|出さ|終わらせ|完成させ)`, `\b(?:finish|submit|hand in|turn in|file|send in) (?:my|the|our|this) (?:\w+ ){1,3}by\b|\bdeadline(?: for (?:the |my )?[a-z]+)?\b`, `截止|到期|(?:之前|前)(?:要|得|必须|一定要)[^，。]{0,4}[^，。]{1,8}(?:做完|写完|完成|交)|(?:之前|前)(?:要|得|必须)(?:交|提交|完成|做完|写完)`),
	named("birthday", birthdayOf, Family, 0.6, `誕生日`, `\b(?:birthday|turns? (?:\d{1,3}|one|two|three|four|five|six|ten))\b`, `生日`),

	named("surgery", happening, HealthTopic, 0.95, `手術|オペ(?:$|が|を)`, `\b(?:surgery|operation|biopsy|c-section|chemo(?:therapy)?)\b`, `手术|开刀|化疗`).soft(),
	named("interview", happening, Work, 0.9, `[一二三最終次]*面接|面談`, `\b(?:job |phone |final |second )?interviews?\b`, `面试|终面|初面|复试`).tell(`受か(?:った|りました)|内定|採用(?:され|に|が)`, `\b(?:got the job|got an offer|got the offer|didn\'t get the job)\b`, `录用|拿到offer`),
	named("exam", happening, Study, 0.85, `[\p{Han}\p{Katakana}]{0,6}(?:試験|テスト(?:が|は|を|だ|で|$|、|の(?:日|こと))|受験|模試|入試|検定)|英検|トイック|toeic|オーディション`, `\b(?:(?:final|driving|driver's|bar|entrance|math|history|chemistry|physics|english|language|mock) (?:exam|test)s?|exams?|midterms?|finals|audition|quiz|viva|thesis defen[cs]e|defend(?:ing)? my (?:thesis|dissertation))\b`, `(?:驾照|期末|期中)?考试|期末考|期中考|模考|笔试|驾照考|科目[一二三四]|答辩|高考|考研复试`).tell(`受か(?:った|りました)|合格`, `\bi (?:passed|failed|aced)\b`, `考上|考过了|考砸|没考好`),
	named("presentation", happening, Work, 0.8, `プレゼン(?:$|[^ト])|発表(?:が|を|する|だ|で|$)|講演|登壇|商談|学会|コンペ|(?:大事|大切|重要)な(?:会議|打ち合わせ|打合せ|ミーティング|商談)|ワークショップ|オープン初日`, `\b(?:presentation|keynote|conference talk|pitch|(?:product |big )?launch|(?:grand )?opening(?: night)?|conference|(?:important|big|board|community|town hall) meeting|performance review|demo day|talk at)\b`, `汇报|演讲|做报告|答辩会|发布会|述职|路演|重要的会议|(?:很|特别|非常)?重要的会|开业|研讨会`),
	named("work start", happening, Work, 0.85, `入社|初出勤|初出社|新しい(?:仕事|職場|会社)|異動|転勤|昇進`, `\b(?:new job|first day (?:at|of|on)(?: \w+){0,2}|new position|new role|promotion)\b`, `入职|第一天上班|新工作|升职|报到`),
	named("medical", happening, HealthTopic, 0.65, `健康診断|人間ドック|精密検査|検査|歯医者|歯科|通院|診察|病院|健診|内視鏡|胃カメラ|mri|抜歯|親知らず|ワクチン|予防接種|カウンセリング`, `\b(?:dentist(?: appointment)?|doctor'?s?(?: appointment)?|check-?up|mri|scan|ultrasound|blood tests?|test results?|physical|root canal|vaccination|therapy session|colonoscopy)\b`, `体检|牙医|复查|检查|看医生|去医院|拔牙|打疫苗|胃镜|产检|看病`),
	named("vet", happening, Pets, 0.65, `動物病院|避妊手術|去勢`, `\b(?:vet(?: appointment)?|veterinarian)\b`, `宠物医院|绝育`),
	named("wedding", happening, Relationships, 0.75, `結婚式|披露宴|挙式`, `\b(?:wedding|engagement party|bachelor(?:ette)? party)\b`, `婚礼|婚宴|喜酒`),
	named("date", happening, Relationships, 0.7, `デート|お見合い|合コン|プロポーズ|顔合わせ`, `\b(?:(?:first|second|third|blind|dinner) date|a date (?:with|tonight|tomorrow|on)|have a date|propos(?:e|ing) to)\b`, `约会|相亲|求婚|见家长`),
	named("school event", happening, Family, 0.65, `運動会|参観|入学式|卒業式|文化祭|学芸会|学園祭|三者面談|七五三`, `\b(?:recital|school play|graduation|parent-teacher|sports day|science fair|prom)\b`, `家长会|运动会|毕业典礼|开学典礼|文艺汇演`),
	named("match", happening, Hobby, 0.65, `マラソン(?:大会)?|試合|大会|コンクール|レース|ライブ(?:$|[^ラ])|コンサート|展示会|個展|演奏会|発表会|リサイタル|フェス|文学フリマ|コミケ`, `\b(?:(?:half[- ])?marathon|triathlon|tournament|(?:big |football |soccer |basketball |chess )?match|race|concert|gig|exhibition|festival|comic-?con|competition|(?:an?|our|my|the) (?:\w+ ){0,2}show|(?:art|dance|talent|fashion|flower) show|(?:dance )?comp|season opener|(?:my|our|the) (?:\w+ )?game|workshop|fundraiser|hackathon|hike)\b`, `马拉松|比赛|演唱会|音乐会|画展|音乐节|漫展|演出|锦标赛`),
	named("party", happening, Relationships, 0.5, `同窓会|歓迎会|送別会|忘年会|新年会|女子会|パーティー?|飲み会`, `\b(?:reunion|farewell|housewarming|baby shower|get-together|(?:birthday |office |christmas )?party)\b`, `同学会|聚会|年会|欢送会|派对|聚餐`),
	named("visit", happening, Family, 0.55, `(?:両親|義(?:父|母|両親|実家)|親(?:が|たち)|孫|兄|姉|弟|妹|娘|息子|友達|友人|親戚)[^、。]{0,6}(?:遊びに|泊まりに|訪ねて)?(?:来る|来ます|遊びに来|泊まりに来)`, `\b(?:parents|mom|mum|dad|in-laws|brother|sister|family|cousins?|friends?|son|daughter|grand\w+)(?: and \w+)? (?:are|is) (?:visiting|coming (?:over|to visit|to stay|to town)|in town)\b`, `(?:公婆|爸妈|父母|岳父母?|婆婆|岳母|亲戚|我妈|我爸|朋友)(?:要|会)?(?:来|过来)`),
	named("errand", happening, Other, 0.45, `(?:免許|ビザ|パスポート|在留)[^、。]{0,6}(?:更新|申請|受け取)|車検|税務署|(?:市|区)役所|引き渡し|内見|契約`, `\b(?:visa (?:appointment|interview)|driving licen[cs]e|passport (?:appointment|renewal)|dmv|house viewing|viewing|clos(?:e|ing) on the house|car inspection|jury duty)\b`, `办签证|换护照|签证|年检|交房|签合同|看房|过户`),
	named("birth", happening, Family, 0.95, `出産(?:予定)?|予定日`, `\b(?:due date|baby is due|giving birth|induction)\b`, `预产期|生孩子|分娩`),
	named("court", happening, Other, 0.8, `裁判|調停|示談`, `\b(?:court (?:date|hearing)|hearing|custody|trial date)\b`, `开庭|官司|出庭|调解`),

	named("trip", trip, TravelTopic, 0.7, `(?:[\p{Katakana}ー\p{Han}]{1,8}(?:に|へ))?(?:[\p{Han}]{0,2}旅行|出張|帰省|里帰り|渡航|留守に)|キャンプ|(?:海外|温泉|沖縄|北海道|京都|大阪|東京|福岡|広島|金沢|仙台|箱根|軽井沢|ハワイ|グアム|台湾|韓国|ソウル|香港|タイ|パリ|ロンドン|ニューヨーク|ヨーロッパ|アメリカ|イタリア|フランス)(?:に|へ)?(?:遊びに)?行(?:く|き|って(?:くる|きます))`, `\b(?:(?:business |road |school |camping |day )?trip|vacation|(?:fly|flying|travel+ing|heading|driving) (?:out |back |down |up |off |over )?to (?:the |an? )?[a-z]+|honeymoon|going (?:abroad|camping|on holiday|home for)|cruise|my flight|our flight|(?:plane|air|train) tickets)\b`, `旅游|旅行|出差|回老家|回国|出国|飞[\p{Han}]{2}|去[\p{Han}]{2,4}?玩|度假|蜜月|露营|自驾`),

	named("move", undertaking, Home, 0.8, `引っ?越[しすそ]?`, `\b(?:moving (?:to [a-z]+|house|out|in)|move (?:to [a-z]+|house|out|in)|we're moving|i'm moving|new (?:apartment|flat|house|place))\b`, `搬家|搬到|乔迁`),
	named("house", undertaking, Home, 0.75, `(?:マンション|家|土地|一軒家|中古)を?(?:買|建|購入)|リフォーム|リノベ`, `\b(?:buy(?:ing)? (?:a|our|my) (?:\w+ )?(?:house|home|apartment|flat|condo)|renovat\w+|remodel\w*|build(?:ing)? a house)\b`, `买房|装修|盖房|买新房`),
	named("job change", undertaking, Work, 0.85, `転職|退職|辞職|仕事(?:を)?辞め|会社(?:を)?辞め|独立(?:する|し)|起業|副業`, `\b(?:quit(?:ting)?(?: my)? job|chang(?:e|ing) (?:jobs|careers)|resign\w*|hand(?:ing)? in my notice|start(?:ing)? (?:a|my own) (?:business|company)|freelanc\w+|retir(?:e|ing))\b`, `辞职|跳槽|换工作|创业|离职|退休`),
	named("studies", undertaking, Study, 0.65, `(?:中国|英|韓国|フランス|ドイツ|スペイン|イタリア|外国)語(?:の勉強|を(?:習|勉強|学|始)|教室)|留学|大学院|資格(?:の|を|試)|簿記|プログラミング(?:を|の勉強)|通信講座|受験勉強`, `\b(?:(?:learn(?:ing)?|study(?:ing)?|take up) (?:how to code|to code|programming|spanish|french|german|japanese|chinese|korean|italian|python|law|medicine|\w+ at (?:university|college))|grad school|master's|evening (?:classes|course)|study(?:ing)? abroad|phd)\b`, `考研|留学|读研|读博|学(?:英语|日语|韩语|法语|德语|编程|会计)|考证|考公|考驾照|自考`),
	named("hobby", undertaking, Hobby, 0.55, `(ピアノ|ギター|バイオリン|ドラム|三味線|書道|絵|写真|料理|ヨガ|ダンス|水泳|ジョギング|ランニング|登山|編み物|陶芸|ボルダリング|テニス|ゴルフ|ジム|ブログ|小説|動画|ポッドキャスト|家庭菜園|茶道|将棋)(?:を|教室|の(?:練習|レッスン)|に)?(?:を)?(?:習|始め|通|書|描|作|挑戦|申し込)`, `\b(?:(?:learn(?:ing)?(?: to play)?|tak(?:e|ing) up|start(?:ing)?|try(?:ing)?|pick(?:ing)? up) (?:the |an? |playing (?:the )?)?(?:piano|guitar|violin|drums|ukulele|pottery|yoga|knitting|climbing|tennis|golf|painting|drawing|dancing|photography|podcast|blog|garden|choir|youtube channel|running|swimming|chess)|writ(?:e|ing) a (?:novel|book)|train(?:ing)? for (?:a|the) (?:marathon|race|triathlon))\b`, `(?:学|练|开始学|报名)(?:弹)?(?:钢琴|吉他|小提琴|画画|书法|瑜伽|游泳|跳舞|摄影|网球|羽毛球|滑雪|潜水|烘焙|陶艺)|写(?:一本)?小说|开(?:个)?(?:播客|博客)`),
	named("pet", undertaking, Pets, 0.7, `(?:犬|猫|うさぎ|ハムスター|インコ|子犬|子猫)を(?:飼う|飼い始|迎え|引き取|飼お)`, `\b(?:adopt(?:ing)?|getting|get) an? (?:\w+ )?(?:puppy|dog|cat|kitten|rabbit|hamster)\b`, `(?:领养|养)(?:一)?(?:只|条)?(?:小)?(?:狗|猫|兔子)`),
	named("marriage", undertaking, Relationships, 0.9, `結婚する|結婚し(?:よう|ます)|結婚すること|入籍|同棲`, `\b(?:getting (?:married|engaged)|get married|move in together|moving in with)\b`, `结婚|领证|订婚|同居`),
	named("habit", undertaking, HealthTopic, 0.6, `ダイエット|禁煙|禁酒|断酒|筋トレ`, `\b(?:quit(?:ting)? (?:smoking|drinking)|stop(?:ping)? (?:smoking|drinking)|los(?:e|ing) weight|on a diet|going vegan)\b`, `减肥|戒烟|戒酒|健身`),
	named("car", undertaking, Money, 0.5, `車を(?:買|購入)|ローンを組|家計簿|投資を始|貯金を始`, `\b(?:buy(?:ing)? a (?:\w+ )?car|tak(?:e|ing) out a (?:loan|mortgage)|start(?:ing)? investing|pay(?:ing)? off my)\b`, `买车|贷款|开始(?:理财|存钱)`),

	named("work worry", care, Work, 0.55, `仕事|職場|上司|会社|残業|リストラ|ノルマ`, `\b(?:work|job|boss|layoffs?|laid off|project|career|coworkers?)\b`, `工作|公司|领导|加班|裁员|项目`),
	named("money worry", care, Money, 0.6, `お金|借金|家計|生活費|貯金|ローン|家賃|学費`, `\b(?:money|rent|bills|debt|finances|mortgage|loan|tuition)\b`, `钱|房租|债|房贷|学费|生活费`),
	named("study worry", care, Study, 0.55, `勉強|成績|進路|学校|就活|進学|単位`, `\b(?:school|grades|studies|college|university|classes)\b`, `学习|成绩|学校|就业|升学|学业`),
	named("pet worry", care, Pets, 0.65, `犬|猫|うさぎ|ハムスター|ペット`, `\b(?:cat|dog|puppy|kitten|rabbit|hamster)\b`, `猫|狗|兔子|仓鼠`),
	named("family worry", care, Family, 0.65, jaKin, `\bmy (?:\w+ )?`+enKin+`\b`, zhKin),
	named("relation worry", care, Relationships, 0.55, `人間関係|友達|友人|恋愛|彼氏|彼女|恋人|ママ友`, `\b(?:relationship|friendship|friends?|dating)\b`, `人际关系|朋友|感情|恋爱|对象`),
	named("health worry", care, HealthTopic, 0.6, `体調|健康|更年期|体重|妊娠|アレルギー|持病`, `\b(?:my health|pregnancy|weight|blood pressure|allergies)\b`, `身体|健康|怀孕|血压|体重`),
	named("future worry", care, Other, 0.5, `将来|老後|今後のこと|これから先`, `\b(?:my future|the future|getting old)\b`, `未来|将来|以后的(?:事|生活)|养老`),
}

func named(key string, s sort, t Topic, weight float64, ja, en, zh string) matter {
	return matter{key: key, sort: s, topic: t, weight: weight, ja: text.Lazy(ja), en: text.Lazy(en), zh: text.Lazy(zh)}
}

// tell adds how a matter is spoken of once it is over.
func (m matter) tell(ja, en, zh string) matter {
	m.told = &matter{ja: text.Lazy(ja), en: text.Lazy(en), zh: text.Lazy(zh)}
	return m
}

// soft marks a matter as one that hurts.
func (m matter) soft() matter {
	m.gentle = true
	return m
}
