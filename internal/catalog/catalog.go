// Package catalog holds every text that people read outside of the
// companion's own replies, in Japanese, English and Chinese.
//
// Each text is a whole sentence or block with named slots; nothing is glued
// together from pieces, because word order differs. Texts that a model reads
// are not here. The package is a table and one look-up; it never changes
// after start and is safe for concurrent use.
package catalog

import (
	"strings"

	"github.com/kokoron/kokoron/internal/text"
)

// Langs are the languages, the product's own first.
var Langs = []text.Lang{text.Ja, text.En, text.Zh}

// Key names a text.
type Key string

// message is one text in every language.
type message struct{ ja, en, zh string }

func (m message) in(lang text.Lang) string {
	switch lang {
	case text.Ja:
		return m.ja
	case text.Zh:
		return m.zh
	}
	return m.en
}

// Text is the text of key in lang, in English where lang is none of Langs.
// pairs are names and values of its slots: Text(lang, Help, "name", "Kokoron").
// A slot without a value stays as it is, and so does an unknown key.
func Text(lang text.Lang, key Key, pairs ...string) string {
	m, ok := find(key)
	if !ok {
		return string(key)
	}
	return text.Fill(m.in(lang), pairs...)
}

// Coded are the words of a text of CODE=WORD with bars between, by their codes.
func Coded(lang text.Lang, key Key) map[string]string {
	list := map[string]string{}
	for pair := range strings.SplitSeq(Text(lang, key), "|") {
		code, word, _ := strings.Cut(pair, "=")
		list[code] = word
	}
	return list
}

func find(key Key) (message, bool) {
	for _, table := range tables {
		if m, ok := table[key]; ok {
			return m, true
		}
	}
	return message{}, false
}

var tables = []map[Key]message{cronTexts, cueTexts, feedTexts, scriptTexts, settingTexts, personaTexts, simulateTexts, calendarTexts, thoughtTexts, briefingTexts, chatTexts, doctorTexts, setupTexts, commandTexts, cliTexts, webTexts, telegramTexts, memoryTexts, whyTexts, eraseTexts, jobTexts, learnTexts, consolidateTexts, soulTexts, speakTexts, offerTexts, followUpTexts, reminderTexts, repeatTexts, whenTexts, lightsTexts}

// Locale is the language of a POSIX locale such as "ja_JP.UTF-8": its own if it
// is one of Langs, Japanese where the locale names no language ("", "C",
// "POSIX"), English for every other language.
func Locale(locale string) text.Lang {
	name, _, _ := strings.Cut(locale, ".")
	name, _, _ = strings.Cut(name, "_")
	switch lang := text.Lang(strings.ToLower(name)); lang {
	case "", "c", "posix":
		return text.Ja
	case text.Ja, text.Zh:
		return lang
	}
	return text.En
}
