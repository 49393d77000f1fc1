// Package vllmtest is a model server for tests that speaks the wire of vLLM
// 0.32, or of the llama.cpp server, byte shape for byte shape, and plays
// scripts: what the model says piece by piece, and every way a server was seen
// to fail.
//
// It checks requests as the real servers do (window, roles, model names, broken
// Unicode), counts tokens by one fixed rule, keeps a prefix cache and notices
// when a client leaves. Scripts are taken in the order they were queued, also
// by requests that run at the same time. It generates nothing by itself and
// listens on loopback only. The testdata are recordings of the real servers;
// the package's tests hold its answers to the same keys.
package vllmtest
