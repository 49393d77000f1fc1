package calendar

import (
	"strings"
	"unicode/utf8"
)

// maxDigits bounds a number: no date has more.
const maxDigits = 6

// number reads a whole number at i, in digits or in Chinese characters. digits
// is how many digits it was written with, 0 for characters. Parts of decimals
// and of grouped numbers are none.
func (f folded) number(i int) (n, end, digits int, ok bool) {
	end = i
	for end < len(f.s) && digit(f.s[end]) {
		if end-i < maxDigits {
			n = n*10 + int(f.s[end]-'0')
		}
		end++
	}
	switch {
	case end == i:
		n, end, ok = f.hanNumber(i)
		return n, end, 0, ok
	case end-i > maxDigits, i > 0 && digit(f.s[i-1]):
		return 0, i, 0, false
	case i > 1 && (f.s[i-1] == '.' || f.s[i-1] == ',') && digit(f.s[i-2]):
		return 0, i, 0, false
	case end+1 < len(f.s) && (f.s[end] == '.' || f.s[end] == ',') && digit(f.s[end+1]):
		return 0, i, 0, false
	}
	return n, end, end - i, true
}

// hanDigits are the digits by their value; 両, 两 and 兩 are two.
const hanDigits = "〇一二三四五六七八九"

func hanDigit(r rune) int {
	switch r {
	case '零':
		return 0
	case '两', '両', '兩':
		return 2
	}
	at := strings.IndexRune(hanDigits, r)
	if at < 0 {
		return -1
	}
	return utf8.RuneCountInString(hanDigits[:at])
}

func hanUnit(r rune) int {
	switch r {
	case '十':
		return 10
	case '廿':
		return 20
	case '百':
		return 100
	case '千':
		return 1000
	}
	return 0
}

func han(r rune) bool { return hanUnit(r) > 0 || r != 0 && hanDigit(r) >= 0 }

func (f folded) hanEnd(i int) int {
	for i < len(f.s) && han(f.after(i)) {
		_, n := utf8.DecodeRuneInString(f.s[i:])
		i += n
	}
	return i
}

// hanNumber reads a number in Chinese characters, by place (二〇二六) or by
// value (二十六). 十 after a digit multiplies, 廿 does not.
func (f folded) hanNumber(i int) (n, end int, ok bool) {
	end = f.hanEnd(i)
	if end == i || end-i > 8*3 {
		return 0, i, false
	}
	run, byPlace := f.s[i:end], true
	for _, r := range run {
		byPlace = byPlace && hanUnit(r) == 0
	}
	pending := -1
	for _, r := range run {
		switch d, u := hanDigit(r), hanUnit(r); {
		case byPlace:
			n = n*10 + d
		case u == 20:
			n += u
		case u > 0:
			n += max(pending, 1) * u
			if pending == 0 {
				return 0, i, false
			}
			pending = -1
		case pending > 0:
			return 0, i, false
		default:
			pending = d
		}
	}
	if !byPlace && pending > 0 {
		n += pending
	}
	return n, end, true
}

// enNumbers are the numbers that English writes as words. "A" and "an" count
// one, but only before a unit.
var enNumbers = map[string]int{
	"a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9,
	"ten": 10, "eleven": 11, "twelve": 12, "thirteen": 13, "fourteen": 14, "fifteen": 15, "sixteen": 16, "seventeen": 17,
	"eighteen": 18, "nineteen": 19, "twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60,
}

// enOrdinals are the days of a month as words.
var enOrdinals = map[string]int{
	"first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7, "eighth": 8, "ninth": 9,
	"tenth": 10, "eleventh": 11, "twelfth": 12, "thirteenth": 13, "fourteenth": 14, "fifteenth": 15, "sixteenth": 16,
	"seventeenth": 17, "eighteenth": 18, "nineteenth": 19, "twentieth": 20, "thirtieth": 30,
}
