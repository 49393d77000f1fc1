//go:build race

package salience

const raceOn = true
