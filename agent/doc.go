// Package agent answers one message: it assembles the context, streams the
// model through the filters, runs the tools it asks for and gives back one
// reply.
//
// Guarantees: not one byte of a thought or of a tool call leaves it; the calls
// of a round are stored before the first of them runs, and a turn that is run
// again takes the stored calls instead of asking the model anew; the person
// always gets an answer. It keeps no state of its own between turns and may
// run any number of turns at once. It knows nothing of channels and stores:
// they stand behind the small ports it declares.
package agent
