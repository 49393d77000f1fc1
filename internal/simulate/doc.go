// Package simulate lets a companion live through days that are written in a
// script, in the time that it takes to do what is done in them.
//
// What runs is the ordinary program (internal/app) over a home of its own, by a
// clock that stands still while anything works and then jumps to the next
// moment at which something waits (clock.Counted): no second scheduler and no
// faked time. The words come in through the router, the model is asked over
// HTTP, jobs are done by the heart. With the scripted model the same script and
// seed give the same Report, but for the time it took.
//
// The home of the owner is never written: the simulated one is made anew, and
// removed unless it is to be kept. It does not wait for the disk, which only
// the failure of the machine would tell.
package simulate
