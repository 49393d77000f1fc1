package vector

import "math"

// words is how many 64-bit words hold the signs of one vector.
func words(dim int) int { return (dim + 63) / 64 }

// appendSigns appends one bit a dimension, 1 where v lies above mean; the last
// word is filled with zeros. The bit is the sign of mean − v: a branch would be
// guessed wrong every second time.
func appendSigns(dst []uint64, v, mean []float32) []uint64 {
	mean = mean[:len(v)]
	for from := 0; from < len(v); from += 64 {
		var w uint64
		for i, x := range v[from:min(from+64, len(v))] {
			w |= uint64(math.Float32bits(mean[from+i]-x+0)>>31) << i // + 0: a zero has no sign then
		}
		dst = append(dst, w)
	}
	return dst
}

// dot is the scalar product of vectors of one length. Four sums side by side
// keep the processor from waiting for each addition.
func dot(a, b []float32) float32 {
	var s0, s1, s2, s3 float32
	for len(a) >= 8 && len(b) >= 8 {
		x, y := a[:8:8], b[:8:8]
		s0 += x[0]*y[0] + x[4]*y[4]
		s1 += x[1]*y[1] + x[5]*y[5]
		s2 += x[2]*y[2] + x[6]*y[6]
		s3 += x[3]*y[3] + x[7]*y[7]
		a, b = a[8:], b[8:]
	}
	for i := range a {
		s0 += a[i] * b[i]
	}
	return s0 + s1 + s2 + s3
}

// dots is dot of two vectors with a third: a search waits for memory more than
// it computes, and here two rows come at a time.
func dots(a1, a2, b []float32) (float32, float32) {
	var s0, s1, t0, t1 float32
	n := len(b)
	a1, a2 = a1[:n], a2[:n]
	i := 0
	for ; i+4 <= n; i += 4 {
		x, y, z := a1[i:i+4:i+4], a2[i:i+4:i+4], b[i:i+4:i+4]
		s0 += x[0]*z[0] + x[1]*z[1]
		t0 += y[0]*z[0] + y[1]*z[1]
		s1 += x[2]*z[2] + x[3]*z[3]
		t1 += y[2]*z[2] + y[3]*z[3]
	}
	for ; i < n; i++ {
		s0 += a1[i] * b[i]
		t0 += a2[i] * b[i]
	}
	return s0 + s1, t0 + t1
}
