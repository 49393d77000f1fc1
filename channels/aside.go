package channels

// Aside is the error of a message that was no part of the conversation: it
// answered a question that a command had asked. Text is what came of it, to be
// shown in place of an acknowledgement. Nothing of the message is kept.
type Aside struct{ Text string }

func (*Aside) Error() string { return "the message answered a command" }
