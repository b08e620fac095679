// Package strings works on strings.
package strings

import (
	"iter"
	"unicode"
	"unicode/utf8"
)

func Index(s, substr string) int
func LastIndex(s, substr string) int
func ToUpper(s string) string
func ToLower(s string) string
func repeated(s string, count int) string
func joined(elems []string, sep string) string
func splitAll(s, sep string) []string

func Contains(s, substr string) bool { return Index(s, substr) >= 0 }

func ContainsRune(s string, r rune) bool { return IndexRune(s, r) >= 0 }

func ContainsAny(s, chars string) bool { return IndexAny(s, chars) >= 0 }

func ContainsFunc(s string, f func(rune) bool) bool { return IndexFunc(s, f) >= 0 }

func HasPrefix(s, prefix string) bool { return len(s) >= len(prefix) && s[:len(prefix)] == prefix }

func HasSuffix(s, suffix string) bool {
	return len(s) >= len(suffix) && s[len(s)-len(suffix):] == suffix
}

func IndexByte(s string, c byte) int {
	for i := range len(s) {
		if s[i] == c {
			return i
		}
	}
	return -1
}

func LastIndexByte(s string, c byte) int {
	for i := len(s) - 1; i >= 0; i-- {
		if s[i] == c {
			return i
		}
	}
	return -1
}

func IndexRune(s string, r rune) int {
	for i, c := range s {
		if c == r {
			return i
		}
	}
	return -1
}

func IndexAny(s, chars string) int {
	for i, c := range s {
		if IndexRune(chars, c) >= 0 {
			return i
		}
	}
	return -1
}

func LastIndexAny(s, chars string) int {
	found := -1
	for i, c := range s {
		if IndexRune(chars, c) >= 0 {
			found = i
		}
	}
	return found
}

func IndexFunc(s string, f func(rune) bool) int {
	for i, c := range s {
		if f(c) {
			return i
		}
	}
	return -1
}

func Compare(a, b string) int {
	if a == b {
		return 0
	}
	if a < b {
		return -1
	}
	return +1
}

func EqualFold(s, t string) bool { return ToLower(ToUpper(s)) == ToLower(ToUpper(t)) }

func Count(s, substr string) int {
	if substr == "" {
		return utf8.RuneCountInString(s) + 1
	}
	n := 0
	for {
		i := Index(s, substr)
		if i < 0 {
			return n
		}
		n++
		s = s[i+len(substr):]
	}
}

func Repeat(s string, count int) string {
	if count < 0 {
		panic("strings: negative Repeat count")
	}
	return repeated(s, count)
}

func Join(elems []string, sep string) string { return joined(elems, sep) }

func Split(s, sep string) []string { return SplitN(s, sep, -1) }

func SplitN(s, sep string, n int) []string { return split(s, sep, 0, n) }

func SplitAfter(s, sep string) []string { return split(s, sep, len(sep), -1) }

func SplitAfterN(s, sep string, n int) []string { return split(s, sep, len(sep), n) }

func split(s, sep string, kept, n int) []string {
	if n == 0 {
		return nil
	}
	if sep == "" {
		return explode(s, n)
	}
	if n < 0 && kept == 0 {
		return splitAll(s, sep)
	}
	var found []string
	for n < 0 || len(found) < n-1 {
		i := Index(s, sep)
		if i < 0 {
			break
		}
		found = append(found, s[:i+kept])
		s = s[i+len(sep):]
	}
	return append(found, s)
}

func explode(s string, n int) []string {
	found := []string{}
	for len(s) > 0 {
		if n > 0 && len(found) == n-1 {
			return append(found, s)
		}
		_, size := utf8.DecodeRuneInString(s)
		found = append(found, s[:size])
		s = s[size:]
	}
	return found
}

func SplitSeq(s, sep string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for _, it := range Split(s, sep) {
			if !yield(it) {
				return
			}
		}
	}
}

func Lines(s string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for len(s) > 0 {
			line := s
			if i := IndexByte(s, '\n'); i >= 0 {
				line = s[:i+1]
			}
			s = s[len(line):]
			if !yield(line) {
				return
			}
		}
	}
}

func Fields(s string) []string { return FieldsFunc(s, unicode.IsSpace) }

func FieldsFunc(s string, f func(rune) bool) []string {
	found := []string{}
	start := -1
	for i, c := range s {
		if f(c) {
			if start >= 0 {
				found = append(found, s[start:i])
				start = -1
			}
		} else if start < 0 {
			start = i
		}
	}
	if start >= 0 {
		found = append(found, s[start:])
	}
	return found
}

func Replace(s, old, new string, n int) string {
	if old == new || n == 0 {
		return s
	}
	if old == "" {
		return insert(s, new, n)
	}
	if n < 0 {
		return joined(splitAll(s, old), new)
	}
	return joined(SplitN(s, old, n+1), new)
}

func insert(s, new string, n int) string {
	var b Builder
	for i, c := range s {
		if n == 0 {
			return b.String() + s[i:]
		}
		b.WriteString(new)
		b.WriteRune(c)
		n--
	}
	if n != 0 {
		b.WriteString(new)
	}
	return b.String()
}

func ReplaceAll(s, old, new string) string { return Replace(s, old, new, -1) }

func Map(mapping func(rune) rune, s string) string {
	var b Builder
	for _, c := range s {
		if r := mapping(c); r >= 0 {
			b.WriteRune(r)
		}
	}
	return b.String()
}

// Title is that of ASCII words.
func Title(s string) string {
	previous := ' '
	return Map(func(r rune) rune {
		is := previous != '_' && previous != '\'' && !unicode.IsLetter(previous) && !unicode.IsDigit(previous)
		previous = r
		if is {
			return unicode.ToUpper(r)
		}
		return r
	}, s)
}

func ToTitle(s string) string { return ToUpper(s) }

func TrimLeftFunc(s string, f func(rune) bool) string {
	for i, c := range s {
		if !f(c) {
			return s[i:]
		}
	}
	return ""
}

func TrimRightFunc(s string, f func(rune) bool) string {
	end := 0
	for i, c := range s {
		if !f(c) {
			_, size := utf8.DecodeRuneInString(s[i:])
			end = i + size
		}
	}
	return s[:end]
}

func TrimFunc(s string, f func(rune) bool) string { return TrimRightFunc(TrimLeftFunc(s, f), f) }

func in(cutset string) func(rune) bool {
	return func(r rune) bool { return IndexRune(cutset, r) >= 0 }
}

func Trim(s, cutset string) string      { return TrimFunc(s, in(cutset)) }
func TrimLeft(s, cutset string) string  { return TrimLeftFunc(s, in(cutset)) }
func TrimRight(s, cutset string) string { return TrimRightFunc(s, in(cutset)) }
func TrimSpace(s string) string         { return TrimFunc(s, unicode.IsSpace) }

func TrimPrefix(s, prefix string) string {
	if HasPrefix(s, prefix) {
		return s[len(prefix):]
	}
	return s
}

func TrimSuffix(s, suffix string) string {
	if HasSuffix(s, suffix) {
		return s[:len(s)-len(suffix)]
	}
	return s
}

func Cut(s, sep string) (before, after string, found bool) {
	if i := Index(s, sep); i >= 0 {
		return s[:i], s[i+len(sep):], true
	}
	return s, "", false
}

func CutPrefix(s, prefix string) (after string, found bool) {
	if !HasPrefix(s, prefix) {
		return s, false
	}
	return s[len(prefix):], true
}

func CutSuffix(s, suffix string) (before string, found bool) {
	if !HasSuffix(s, suffix) {
		return s, false
	}
	return s[:len(s)-len(suffix)], true
}

// Builder makes a string of parts.
type Builder struct {
	parts []string
	size  int
}

func (b *Builder) String() string {
	if len(b.parts) > 1 {
		b.parts = []string{joined(b.parts, "")}
	}
	if len(b.parts) == 0 {
		return ""
	}
	return b.parts[0]
}

func (b *Builder) Len() int { return b.size }

func (b *Builder) Reset() {
	b.parts = nil
	b.size = 0
}

func (b *Builder) Grow(n int) {}

func (b *Builder) WriteString(s string) (int, error) {
	b.parts = append(b.parts, s)
	b.size += len(s)
	return len(s), nil
}

func (b *Builder) Write(p []byte) (int, error) { return b.WriteString(string(p)) }

func (b *Builder) WriteByte(c byte) error {
	b.WriteString(string([]byte{c}))
	return nil
}

func (b *Builder) WriteRune(r rune) (int, error) { return b.WriteString(string(r)) }

// Replacer replaces strings by others.
type Replacer struct{ oldnew []string }

func NewReplacer(oldnew ...string) *Replacer {
	if len(oldnew)%2 == 1 {
		panic("strings.NewReplacer: odd argument count")
	}
	return &Replacer{append([]string(nil), oldnew...)}
}

func (r *Replacer) Replace(s string) string {
	var b Builder
	for i := 0; i <= len(s); {
		matched := false
		for j := 0; j < len(r.oldnew); j += 2 {
			old := r.oldnew[j]
			if old != "" && HasPrefix(s[i:], old) {
				b.WriteString(r.oldnew[j+1])
				i += len(old)
				matched = true
				break
			}
		}
		if !matched {
			if i < len(s) {
				b.WriteString(s[i : i+1])
			}
			i++
		}
	}
	return b.String()
}
