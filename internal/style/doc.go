// Package style holds the tests of house style: sizes, comments, tiers,
// importers and the few calls that only named packages may make.
//
// The tables here are the rules; docs/ARCHITECTURE.md shows the same map to
// people, and both are changed together. The tests read the source with
// go/parser alone, so they need neither a build nor a network and also judge
// code that does not compile yet for other reasons. The package has no code
// of its own and is imported by nobody.
package style
