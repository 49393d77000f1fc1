//go:build !race

package simulate

// raced reports whether the race detector looks on.
const raced = false
