// Package utf8 reads characters of strings.
package utf8

const (
	RuneError = '\uFFFD'
	RuneSelf  = 0x80
	MaxRune   = '\U0010FFFF'
	UTFMax    = 4
)

func DecodeRuneInString(s string) (rune, int)

func DecodeRune(p []byte) (rune, int) { return DecodeRuneInString(string(p)) }

func RuneCountInString(s string) int {
	n := 0
	for range s {
		n++
	}
	return n
}

func RuneCount(p []byte) int { return RuneCountInString(string(p)) }

func ValidString(s string) bool {
	for len(s) > 0 {
		r, size := DecodeRuneInString(s)
		if r == RuneError && size == 1 {
			return false
		}
		s = s[size:]
	}
	return true
}

func Valid(p []byte) bool { return ValidString(string(p)) }

func ValidRune(r rune) bool { return r >= 0 && r < 0xD800 || r > 0xDFFF && r <= MaxRune }

func RuneLen(r rune) int {
	if !ValidRune(r) {
		return -1
	}
	return len(string(r))
}

func AppendRune(p []byte, r rune) []byte { return append(p, string(r)...) }
