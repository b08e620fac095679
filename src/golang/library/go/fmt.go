// Package fmt formats values.
package fmt

import "errors"

type Stringer interface{ String() string }

func Sprint(a ...any) string
func Sprintln(a ...any) string
func Sprintf(format string, a ...any) string
func writeText(text string)

func Print(a ...any) (n int, err error) {
	text := Sprint(a...)
	writeText(text)
	return len(text), nil
}

func Println(a ...any) (n int, err error) {
	text := Sprintln(a...)
	writeText(text)
	return len(text), nil
}

func Printf(format string, a ...any) (n int, err error) {
	text := Sprintf(format, a...)
	writeText(text)
	return len(text), nil
}

type wrapError struct {
	msg string
	err error
}

func (e *wrapError) Error() string { return e.msg }
func (e *wrapError) Unwrap() error { return e.err }

type wrapErrors struct {
	msg  string
	errs []error
}

func (e *wrapErrors) Error() string   { return e.msg }
func (e *wrapErrors) Unwrap() []error { return e.errs }

// Errorf is an error with a text; those of the arguments that are for the verb %w are wrapped.
func Errorf(format string, a ...any) error {
	text := Sprintf(format, a...)
	var wrapped []error
	next := 0
	for i := 0; i < len(format); i++ {
		if format[i] != '%' {
			continue
		}
		i++
		for i < len(format) && (format[i] == '[' || format[i] == '+' || format[i] == '-' || format[i] == '#' || format[i] == ' ' || format[i] == '.' || format[i] == '*' || format[i] >= '0' && format[i] <= '9') {
			switch format[i] {
			case '*':
				next++
			case '[':
				number := 0
				for i++; i < len(format) && format[i] >= '0' && format[i] <= '9'; i++ {
					number = number*10 + int(format[i]-'0')
				}
				next = number - 1
			}
			i++
		}
		if i >= len(format) {
			break
		}
		if format[i] == '%' {
			continue
		}
		if format[i] == 'w' && next < len(a) {
			if err, is := a[next].(error); is {
				wrapped = append(wrapped, err)
			}
		}
		next++
	}
	switch len(wrapped) {
	case 0:
		return errors.New(text)
	case 1:
		return &wrapError{text, wrapped[0]}
	}
	return &wrapErrors{text, wrapped}
}
