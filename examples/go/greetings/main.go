// The package `greetings`: `greetings:index:Greeting` is a text file in the folder `greetings` of the project.
package main

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"lumi.example/sdk/go/provider"
	"lumi.example/sdk/go/value"
)

type greetings struct{}

func (greetings) Describe() provider.Package {
	return provider.Package{
		Name:         "greetings",
		Version:      "0.1.0",
		Description:  "Greetings in files.",
		KeepsSecrets: true,
		Resources: []provider.Resource{{
			Type:    "greetings:index:Greeting",
			Inputs:  []provider.Property{{Name: "name", Type: provider.Text, Required: true}, {Name: "loud", Type: provider.Bool}},
			Outputs: []provider.Property{{Name: "text", Type: provider.Text, Required: true}},
			Handler: greeting{},
		}},
	}
}

type greeting struct{}

func file(id string) string { return filepath.Join("greetings", id+".txt") }

func (greeting) Check(_ context.Context, request *provider.CheckRequest) (*provider.Checked, error) {
	checked := &provider.Checked{Inputs: request.Inputs}
	if !request.Inputs.Has("loud") {
		checked.Inputs.Set("loud", false)
	}
	if request.Inputs.Text("name") == "" && !request.Inputs.IsUnknown("name") {
		checked.Fail("name", "it must not be empty")
	}
	return checked, nil
}

func (greeting) Create(_ context.Context, request *provider.CreateRequest) (*provider.Created, error) {
	if err := os.MkdirAll("greetings", 0o700); err != nil {
		return nil, provider.Refused("cannot make the folder: %s", err)
	}
	outputs, err := write(request.Target.Name, request.Inputs)
	return &provider.Created{ID: request.Target.Name, Outputs: outputs}, err
}

func (greeting) Update(_ context.Context, request *provider.UpdateRequest) (*value.Object, error) {
	return write(request.ID, request.Inputs)
}

func (greeting) Read(_ context.Context, request *provider.ReadRequest) (*provider.State, error) {
	text, err := os.ReadFile(file(request.ID))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	name, isLoud := strings.CutSuffix(strings.TrimPrefix(string(text), "Hello, "), "!")
	inputs := value.ObjectOf("name", name, "loud", isLoud)
	return &provider.State{ID: request.ID, Inputs: inputs, Outputs: value.ObjectOf("text", string(text))}, nil
}

func (greeting) Delete(_ context.Context, request *provider.DeleteRequest) error {
	if err := os.Remove(file(request.ID)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return provider.Refused("cannot remove the greeting: %s", err)
	}
	return nil
}

// write may leave half a file behind: lumi takes its errors for that, and looks at the object before it does anything else.
func write(id string, inputs *value.Object) (*value.Object, error) {
	text := "Hello, " + inputs.Text("name")
	if inputs.Bool("loud") {
		text += "!"
	}
	return value.ObjectOf("text", text), os.WriteFile(file(id), []byte(text), 0o600)
}

func main() { provider.Serve(greetings{}) }
