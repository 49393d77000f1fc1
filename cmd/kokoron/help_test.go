package main

import (
	"strings"
	"testing"

	"github.com/kokoron/kokoron/internal/catalog"
	"github.com/kokoron/kokoron/internal/text"
)

func TestHelpNamesEveryCommand(t *testing.T) {
	for _, lang := range []text.Lang{"ja", "en", "zh"} {
		help := catalog.Text(lang, catalog.Usage)
		for _, c := range commands() {
			first, _, _ := strings.Cut(c.name, " ")
			if !strings.Contains(help, "\n  "+first+" ") {
				t.Errorf("%s: the help has no line about %s", lang, c.name)
			}
		}
	}
}
