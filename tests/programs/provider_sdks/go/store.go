package main

import (
	"crypto/rand"
	"encoding/hex"
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"google.golang.org/grpc/codes"

	"lumi.example/sdk/go/provider"
	"lumi.example/sdk/go/value"
)

func (c *conformance) file(id, kind string) string {
	return filepath.Join(c.folder(), id+"."+kind+".json")
}

func (c *conformance) exists(id, kind string) bool {
	_, err := os.Stat(c.file(id, kind))
	return err == nil
}

func (c *conformance) write(id, kind string, serial float64, inputs *value.Object) error {
	text, err := value.Marshal(value.ObjectOf("serial", serial, "inputs", inputs))
	if err != nil {
		return err
	}
	return os.WriteFile(c.file(id, kind), text, 0o600)
}

// load returns the serial number and the inputs of an object; nil if it is gone.
func (c *conformance) load(id, kind string) (float64, *value.Object, error) {
	text, err := os.ReadFile(c.file(id, kind))
	if errors.Is(err, fs.ErrNotExist) {
		return 0, nil, nil
	}
	damaged := provider.Fail(codes.DataLoss, "the object `%s` cannot be read", id)
	if err != nil {
		return 0, nil, damaged
	}
	v, err := value.Unmarshal(text)
	object, isObject := v.(*value.Object)
	serial, isNumber := object.Get("serial").(float64)
	inputs, hasInputs := object.Get("inputs").(*value.Object)
	if err != nil || !isObject || !isNumber || !hasInputs {
		return 0, nil, damaged
	}
	return serial, inputs, nil
}

// once reports whether a fault happens for the first time.
func (c *conformance) once(id, fault string) bool {
	file, err := os.OpenFile(filepath.Join(c.folder(), id+"."+fault), os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return false
	}
	return file.Close() == nil
}

func randomDigits() string {
	bytes := make([]byte, 3)
	_, _ = rand.Read(bytes)
	return hex.EncodeToString(bytes)
}
