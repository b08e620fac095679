package main

import (
	"context"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"google.golang.org/grpc/codes"

	"lumi.example/sdk/go/provider"
	"lumi.example/sdk/go/value"
)

// thing manages the type that has everything.
type thing struct{ *conformance }

func thingType(c *conformance) provider.Resource {
	return provider.Resource{
		Type: "conformance:index:Thing",
		Inputs: []provider.Property{
			{Name: "value", Type: provider.Any, Required: true},
			{Name: "color", Type: provider.Text},
			{Name: "label", Type: provider.Text},
			{Name: "size", Type: provider.Number},
			{Name: "place", Type: provider.Text, Replaces: true},
			{Name: "slot", Type: provider.Text, Replaces: true},
			{Name: "comment", Type: provider.Text},
			{Name: "rules", Type: provider.List},
			{Name: "content", Type: provider.Asset},
			{Name: "files", Type: provider.Archive},
			{Name: "tags", Type: provider.Object},
			{Name: "fault", Type: provider.Text},
		},
		Outputs: []provider.Property{
			{Name: "kind", Type: provider.Text, Required: true},
			{Name: "serial", Type: provider.Number, Required: true},
			{Name: "password", Type: provider.Text, Required: true, Secret: true},
			{Name: "text", Type: provider.Text},
			{Name: "entries", Type: provider.List},
		},
		Handler: thing{c},
	}
}

func (t thing) Check(_ context.Context, request *provider.CheckRequest) (*provider.Checked, error) {
	inputs := request.Inputs
	checked := &provider.Checked{Inputs: inputs}
	if !inputs.Has("color") {
		inputs.Set("color", "red")
	}
	if !inputs.Has("label") {
		if request.OldInputs.Has("label") {
			inputs.Set("label", request.OldInputs.Get("label"))
		} else {
			inputs.Set("label", request.Target.Name+"-"+randomDigits())
		}
	}
	if !inputs.Has("value") {
		checked.Fail("value", "it is required")
	}
	// Unknown values pass, and a secret is checked by what is in it.
	color := value.Plain(inputs.Get("color"))
	if !inputs.IsUnknown("color") && color != "red" && color != "green" && color != "blue" {
		checked.Fail("color", "it must be red, green or blue")
	}
	if inputs.Has("size") && !inputs.IsUnknown("size") && !isWhole(inputs.Get("size"), 0, 100) {
		checked.Fail("size", "it must be a whole number from 0 to 100")
	}
	for index, rule := range inputs.List("rules") {
		rule, is := rule.(*value.Object)
		if is && !rule.IsUnknown("port") && !isWhole(rule.Get("port"), 1, 65535) {
			checked.Fail(value.At(value.AtIndex("rules", index), "port"), "it must be a port")
		}
	}
	for name, tag := range inputs.Object("tags").All() {
		if _, is := tag.(string); !is && !value.IsUnknown(tag) {
			checked.Fail(value.At("tags", name), "it must be a text")
		}
	}
	if inputs.Text("fault") == "whole" {
		checked.Fail("", "these inputs do not fit together")
	}
	return checked, nil
}

func isWhole(v any, least, most float64) bool {
	number, is := value.Plain(v).(float64)
	return is && number == math.Trunc(number) && number >= least && number <= most
}

func (t thing) Diff(_ context.Context, request *provider.DiffRequest) (*provider.Diff, error) {
	diff := &provider.Diff{Changes: provider.Compare(request.OldInputs, request.Inputs, "comment", "fault")}
	for i, change := range diff.Changes {
		diff.Changes[i].Replaces = change.Path == "place" || change.Path == "slot"
		diff.DeleteBeforeReplace = diff.DeleteBeforeReplace || change.Path == "slot"
	}
	return diff, nil
}

func (t thing) Preview(_ context.Context, request *provider.PreviewRequest) (*value.Object, error) {
	serial := request.OldOutputs.Number("serial") + 1
	outputs := t.outputs(request.ID, serial, request.Inputs)
	outputs.Delete("password")
	if request.OldOutputs.Has("password") {
		outputs.Set("password", request.OldOutputs.Get("password"))
	}
	if request.OldOutputs == nil && request.Inputs.Text("fault") == "lie" {
		outputs.Set("kind", "promised")
	}
	return outputs, nil
}

func (t thing) Create(ctx context.Context, request *provider.CreateRequest) (*provider.Created, error) {
	id := t.idOf(request.Target.Name, request.Inputs)
	if t.exists(id, "Thing") {
		return nil, provider.Fail(codes.AlreadyExists, "there is an object `%s` already", id)
	}
	outputs, err := t.put(ctx, id, 1, request.Inputs)
	if request.Inputs.Text("fault") == "no-id" {
		id = ""
	}
	return &provider.Created{ID: id, Outputs: outputs}, err
}

func (t thing) Read(_ context.Context, request *provider.ReadRequest) (*provider.State, error) {
	return t.state(request.ID)
}

func (t thing) Update(ctx context.Context, request *provider.UpdateRequest) (*value.Object, error) {
	serial, inputs, err := t.load(request.ID, "Thing")
	if err != nil {
		return nil, err
	}
	if inputs == nil {
		return nil, provider.Fail(codes.NotFound, "there is no object `%s`", request.ID)
	}
	return t.put(ctx, request.ID, serial+1, request.Inputs)
}

func (t thing) Delete(_ context.Context, request *provider.DeleteRequest) error {
	if request.Inputs.Text("fault") == "undeletable" {
		return provider.Refused("the object is in use")
	}
	return remove(t.file(request.ID, "Thing"))
}

func (t thing) Recover(_ context.Context, request *provider.RecoverRequest) (*provider.State, error) {
	return t.state(t.idOf(request.Target.Name, request.Inputs))
}

// idOf makes another object of another place.
func (t thing) idOf(name string, inputs *value.Object) string {
	id := t.prefix() + name
	if inputs.Has("place") {
		id += "-" + inputs.Text("place")
	}
	return id
}

// How many objects a page has.
const pageSize = 100

func (t thing) List(_ context.Context, request *provider.ListRequest) (*provider.Page, error) {
	if request.Place != nil && *request.Place == "nowhere" {
		return nil, provider.Fail(codes.NotFound, "there is no such place")
	}
	page := &provider.Page{}
	for _, id := range t.ids() {
		if request.Page != nil && id <= *request.Page {
			continue
		}
		state, err := t.state(id)
		if err != nil {
			return nil, err
		}
		if state == nil || request.Place != nil && state.Inputs.Text("place") != *request.Place {
			continue
		}
		if len(page.Objects) == pageSize {
			page.Next = page.Objects[pageSize-1].ID
			break
		}
		if strings.HasSuffix(id, "-bare") {
			state = nil
		}
		page.Objects = append(page.Objects, provider.Listed{ID: id, Name: strings.TrimPrefix(id, t.prefix()), State: state})
	}
	return page, nil
}

func (c *conformance) ids() []string {
	files, _ := filepath.Glob(filepath.Join(c.folder(), "*.Thing.json"))
	ids := make([]string, len(files))
	for i, file := range files {
		ids[i] = strings.TrimSuffix(filepath.Base(file), ".Thing.json")
	}
	slices.Sort(ids)
	return ids
}

func (t thing) state(id string) (*provider.State, error) {
	serial, inputs, err := t.load(id, "Thing")
	if err != nil || inputs == nil {
		return nil, err
	}
	return &provider.State{ID: id, Inputs: inputs, Outputs: t.outputs(id, serial, inputs)}, nil
}

func remove(file string) error {
	if err := os.Remove(file); err != nil && !os.IsNotExist(err) {
		return err
	}
	return nil
}

func greet(_ context.Context, request *provider.CallRequest) (any, error) {
	if !request.Arguments.Has("greeting") {
		failure := provider.InputFailure{Path: "greeting", Reason: "it is required"}
		return nil, provider.Invalid("the greeting is missing", failure)
	}
	name := request.URN[strings.LastIndex(request.URN, "::")+2:]
	return value.ObjectOf("text", request.Arguments.Text("greeting")+", "+name, "urn", request.URN), nil
}
