package text

var (
	ownerless = Lazy(`^(?:お?名前|呼び名|名)(?:は|が|を|、)|^(?:名字|名)(?:是|叫|为|:)|^(?:it|he|she|they)(?:'s| is| are) (?:called|named)|^(?:the )?name(?:'s| is) `)
	bringsIn  = Lazy(`飼|拾|引き取|迎え|もらっ|譲っ|生まれ|(?:が|も|は|を)(?:い(?:る|ます|た|ました)|でき(?:た|ました))|(?:匹|羽|頭|人)い(?:る|ます|た|ました)|养了?|领养|收养|生了|有(?:一|两|二|三|个|只|条|位|了)|\b(?:have|has|had|got|adopted|bought|own|keep|found|born)\b`)
)

// NameOf reports whether a sentence that names somebody without saying whom is
// about whoever the sentence before it brings in, and so not about the speaker:
// 「犬を飼っています。」「名前はポチ。」. Both are folded.
func NameOf(before, sentence string) bool {
	return before != "" && ownerless.MatchString(sentence) && bringsIn.MatchString(before)
}
