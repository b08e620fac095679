// Package strconv converts values to strings and back.
package strconv

import "errors"

const IntSize = 64

var (
	ErrRange  = errors.New("value out of range")
	ErrSyntax = errors.New("invalid syntax")
)

type NumError struct {
	Func string
	Num  string
	Err  error
}

func (e *NumError) Error() string {
	return "strconv." + e.Func + ": parsing " + Quote(e.Num) + ": " + e.Err.Error()
}

func (e *NumError) Unwrap() error { return e.Err }

func floatOf(f float64, format byte, prec, bits int) string
func parsed(s string, base, bits int, isSigned bool) (int64, int)
func parsedFloat(s string, bits int) (float64, int)
func whole(i int64, base int) string
func Quote(s string) string
func QuoteToASCII(s string) string
func IsPrint(r rune) bool

func failure(name, s string, code int) error {
	switch code {
	case 1:
		return &NumError{name, s, ErrSyntax}
	case 2:
		return &NumError{name, s, ErrRange}
	}
	return nil
}

func Itoa(i int) string                     { return whole(int64(i), 10) }
func FormatInt(i int64, base int) string    { return whole(i, base) }
func FormatUint(i uint64, base int) string  { return unsignedText(i, base) }

func unsignedText(i uint64, base int) string {
	if i < uint64(base) {
		return "0123456789abcdefghijklmnopqrstuvwxyz"[i : i+1]
	}
	rest := i % uint64(base)
	return unsignedText(i/uint64(base), base) + "0123456789abcdefghijklmnopqrstuvwxyz"[rest:rest+1]
}

func Atoi(s string) (int, error) {
	i, code := parsed(s, 10, 64, true)
	if code == 1 {
		i = 0
	}
	return int(i), failure("Atoi", s, code)
}

func ParseInt(s string, base int, bitSize int) (int64, error) {
	i, code := parsed(s, base, bitSize, true)
	return i, failure("ParseInt", s, code)
}

func ParseUint(s string, base int, bitSize int) (uint64, error) {
	i, code := parsed(s, base, bitSize, false)
	return uint64(i), failure("ParseUint", s, code)
}

func ParseFloat(s string, bitSize int) (float64, error) {
	f, code := parsedFloat(s, bitSize)
	return f, failure("ParseFloat", s, code)
}

func FormatFloat(f float64, fmt byte, prec, bitSize int) string {
	return floatOf(f, fmt, prec, bitSize)
}

func ParseBool(str string) (bool, error) {
	switch str {
	case "1", "t", "T", "true", "TRUE", "True":
		return true, nil
	case "0", "f", "F", "false", "FALSE", "False":
		return false, nil
	}
	return false, &NumError{"ParseBool", str, ErrSyntax}
}

func FormatBool(b bool) string {
	if b {
		return "true"
	}
	return "false"
}
