// Package json writes and reads JSON.
package json

import "errors"

type Marshaler interface{ MarshalJSON() ([]byte, error) }

func encode(v any) (string, string)
func indented(text, prefix, indent string) string
func decode(text string, v any) string
func valid(text string) bool

func Marshal(v any) ([]byte, error) {
	text, fault := encode(v)
	if fault != "" {
		return nil, errors.New(fault)
	}
	return []byte(text), nil
}

func MarshalIndent(v any, prefix, indent string) ([]byte, error) {
	text, fault := encode(v)
	if fault != "" {
		return nil, errors.New(fault)
	}
	return []byte(indented(text, prefix, indent)), nil
}

func Unmarshal(data []byte, v any) error {
	if fault := decode(string(data), v); fault != "" {
		return errors.New(fault)
	}
	return nil
}

func Valid(data []byte) bool { return valid(string(data)) }
