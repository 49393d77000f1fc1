package main

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/kokoron/kokoron/internal/app"
	"github.com/kokoron/kokoron/internal/catalog"
)

// listJobs prints how all that is done by time stands.
func listJobs(ctx context.Context, p *program) int {
	var got app.JobList
	cfg, show, code := p.consult(ctx, "jobs", app.Ask{}, &got)
	if !show {
		return code
	}
	rows := [][]string{strings.Split(p.say(catalog.JobHead), "\t")}
	for _, j := range got.Jobs {
		state := p.say(catalog.JobFine)
		switch {
		case j.Running:
			state = p.say(catalog.JobRunning)
		case j.Error != "":
			state = p.say(catalog.JobFailing, "count", strconv.Itoa(j.Failures), "detail", j.Error)
		case j.Success.IsZero():
			state = p.say(catalog.JobNever)
		}
		rows = append(rows, []string{j.Name, p.spec(j), local(j.Success, momentForm, cfg), local(j.Next, momentForm, cfg), state, p.counted(j.Result)})
	}
	table(p.stdout, rows)
	return exitOK
}

// runJob does a job now.
func runJob(ctx context.Context, p *program) int {
	var got app.JobRun
	_, show, code := p.consult(ctx, "jobs run", app.Ask{ID: p.args[0]}, &got)
	if !show {
		return code
	}
	if got.Error != "" {
		p.complain(p.say(catalog.JobFailed, "name", got.Name, "detail", got.Error))
		return exitFailed
	}
	fmt.Fprintln(p.stdout, strings.TrimSpace(p.say(catalog.JobDone, "name", got.Name, "result", p.counted(got.Result))))
	return exitOK
}
