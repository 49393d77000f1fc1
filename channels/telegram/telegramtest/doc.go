// Package telegramtest is a Telegram Bot API server for tests: strict where
// the real one is, with the real texts, and scriptable with every way it was
// seen to fail.
//
// It plays private chats: people say things (Say), the bot polls, sends, edits
// and deletes; Messages shows what a person would see, with every earlier
// state and the buttons, which can be pressed (Press). Limits are the documented
// ones: 4096 UTF-16 units and 100 entities (the rest is dropped silently),
// entities checked in UTF-16, ends trimmed, nothing blank, 64 bytes of data in a
// button, 200 characters in the answer to a press. Ids are counted from fixed numbers. It is stricter than the real
// server in four ways: entities that cross are refused (the real one mends
// them), an offset beyond all updates confirms them all, a press is answered once
// and soon, and calls into a chat that was told to wait are kept as Violations.
//
// Faults are taken in the order they were scripted, one a call. Server and
// client may share a testing/synctest bubble: New listens in memory, Start on
// loopback. All methods are safe for concurrent use.
package telegramtest
