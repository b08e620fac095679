package main

import (
	"context"
	"os"
	"path/filepath"
	"slices"

	"google.golang.org/grpc/codes"

	"lumi.example/sdk/go/provider"
	"lumi.example/sdk/go/value"
)

// conformance has the configuration, which all parts of the provider share.
type conformance struct {
	config *value.Object
}

func (c *conformance) folder() string { return c.config.Text("folder") }
func (c *conformance) prefix() string { return c.config.Text("prefix") }

func (c *conformance) Describe() provider.Package {
	return provider.Package{
		Name:         "conformance",
		Version:      "0.1.0",
		Description:  "Objects that are files, to try out a library for providers.",
		KeepsSecrets: true,
		Configuration: []provider.Property{
			{Name: "folder", Type: provider.Text, Required: true, Replaces: true},
			{Name: "prefix", Type: provider.Text},
			{Name: "token", Type: provider.Text, Secret: true},
		},
		Resources: []provider.Resource{thingType(c), noteType(c)},
		Functions: functions(c),
		Methods:   []provider.Method{{Token: "conformance:index:Thing/greet", Call: greet}},
	}
}

var settings = []string{"folder", "prefix", "token"}

func (c *conformance) CheckConfig(_ context.Context, config *value.Object) (*provider.Checked, error) {
	checked := &provider.Checked{Inputs: config}
	if !config.Has("prefix") {
		config.Set("prefix", "c-")
	}
	if !config.Has("folder") {
		checked.Fail("folder", "a folder for the objects is required")
	} else if _, is := value.Plain(config.Get("folder")).(string); !is && !config.IsUnknown("folder") {
		checked.Fail("folder", "it must be a text")
	}
	names := config.Names()
	slices.Sort(names)
	for _, name := range names {
		if !slices.Contains(settings, name) {
			checked.Fail(value.At("", name), "there is no such setting")
		}
	}
	return checked, nil
}

func (c *conformance) DiffConfig(_ context.Context, old, config *value.Object) (*provider.Diff, error) {
	diff := &provider.Diff{}
	for _, change := range provider.Compare(old, config) {
		if slices.Contains(settings, change.Path) {
			change.Replaces = change.Path == "folder"
			diff.Changes = append(diff.Changes, change)
		}
	}
	return diff, nil
}

func (c *conformance) Configure(_ context.Context, config *value.Object) error {
	if config.Text("folder") == "forbidden" {
		return provider.Fail(codes.PermissionDenied, "the folder `forbidden` may not be used")
	}
	c.config = config
	return os.MkdirAll(c.folder(), 0o700)
}

func (c *conformance) Close() {
	if c.config == nil {
		return
	}
	file, err := os.OpenFile(filepath.Join(c.folder(), "ended"), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return
	}
	defer func() { _ = file.Close() }()
	_, _ = file.WriteString("closed\n")
}
