//go:build !race

package salience

const raceOn = false
