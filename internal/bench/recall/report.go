package recall

import (
	"fmt"
	"io"
	"maps"
	"slices"
)

// Report is what one set gave.
type Report struct {
	Set       string   `json:"set"`
	Turns     int      `json:"turns"`
	Questions int      `json:"questions"`
	Model     string   `json:"model,omitempty"` // of the vectors
	Arms      []Result `json:"arms"`
}

// Result is what one arm gave.
type Result struct {
	Arm        string     `json:"arm"`
	Categories []Category `json:"categories"` // by name, all together last
	// Abstention is about the questions without evidence, which stand in no
	// category; nil where there are none.
	Abstention *Abstention `json:"abstention,omitempty"`
}

// Abstention says of questions that nothing answers how many there are and to
// what share of them the arm gave nothing.
type Abstention struct {
	N      int     `json:"n"`
	Silent float64 `json:"silent"`
}

// Category is the mean over the questions of one kind. Recall at k is the share
// of a question's evidence among the k best; hit@10 says how often any is among
// ten; MRR is the mean of 1/rank of the first, within ten.
type Category struct {
	Category string  `json:"category"`
	N        int     `json:"n"`
	R5       float64 `json:"r5"`
	R10      float64 `json:"r10"`
	R20      float64 `json:"r20"`
	Hit10    float64 `json:"hit10"`
	MRR      float64 `json:"mrr"`
	Millis   float64 `json:"ms"` // a question: both searches and the ranking, without the embedding
}

const (
	hitDepth      = 10
	allCategories = "all"
)

func (t tally) result(arm string) Result {
	r := Result{Arm: arm}
	if u := t.unanswered; u.N > 0 {
		r.Abstention = &Abstention{u.N, u.Silent / float64(u.N)}
	}
	if len(t.categories) == 0 {
		return r
	}
	names := slices.Sorted(maps.Keys(t.categories))
	names = append(slices.DeleteFunc(names, func(n string) bool { return n == allCategories }), allCategories)
	for _, name := range names {
		c := *t.categories[name]
		n := float64(c.N)
		c.R5, c.R10, c.R20, c.Hit10, c.MRR, c.Millis = c.R5/n, c.R10/n, c.R20/n, c.Hit10/n, c.MRR/n, c.Millis/n
		r.Categories = append(r.Categories, c)
	}
	return r
}

func (r Report) categories() []Category {
	if len(r.Arms) == 0 {
		return nil
	}
	return r.Arms[0].Categories
}

// Table writes a report as a Markdown table, arms side by side in each
// category: R@5 / R@10 / R@20, hit@10, MRR, milliseconds a question.
func (r Report) Table(w io.Writer) {
	fmt.Fprintf(w, "## %s: %d turns, %d questions", r.Set, r.Turns, r.Questions)
	if r.Model != "" {
		fmt.Fprintf(w, ", vectors of %s", r.Model)
	}
	fmt.Fprint(w, "\n\n| category | n | arm | R@5 | R@10 | R@20 | hit@10 | MRR | ms |\n|---|---|---|---|---|---|---|---|---|\n")
	for i := range r.categories() {
		for _, a := range r.Arms {
			c := a.Categories[i]
			fmt.Fprintf(w, "| %s | %d | %s | %.1f | %.1f | %.1f | %.1f | %.3f | %.2f |\n",
				c.Category, c.N, a.Arm, 100*c.R5, 100*c.R10, 100*c.R20, 100*c.Hit10, c.MRR, c.Millis)
		}
	}
	for _, a := range r.Arms {
		if u := a.Abstention; u != nil {
			fmt.Fprintf(w, "| nothing answers | %d | %s | silent: %.1f | | | | | |\n", u.N, a.Arm, 100*u.Silent)
		}
	}
	fmt.Fprintln(w)
}
