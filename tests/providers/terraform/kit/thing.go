package main

import (
	"context"
	"encoding/json"
	"os"
	"strings"
	"sync/atomic"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/identityschema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/stringdefault"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/stringplanmodifier"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
)

// A resource with an attribute of every kind. `mode` says what goes wrong, and when.
type thing struct{}

func newThing() resource.Resource { return &thing{} }

type thingModel struct {
	ID       types.String  `tfsdk:"id"`
	Name     types.String  `tfsdk:"name"`
	Mode     types.String  `tfsdk:"mode"`
	Kind     types.String  `tfsdk:"kind"`
	Size     types.Number  `tfsdk:"size"`
	Tags     types.Set     `tfsdk:"tags"`
	Any      types.Dynamic `tfsdk:"any"`
	Secret   types.String  `tfsdk:"secret"`
	Password types.String  `tfsdk:"password"`
	Owner    types.Object  `tfsdk:"owner"`
	Members  types.List    `tfsdk:"members"`
	Labels   types.Map     `tfsdk:"labels"`
	Groups   types.Set     `tfsdk:"groups"`
	Rule     types.List    `tfsdk:"rule"`
	Port     types.Set     `tfsdk:"port"`
}

func nested() schema.NestedAttributeObject {
	return schema.NestedAttributeObject{Attributes: map[string]schema.Attribute{
		"name": schema.StringAttribute{Required: true},
		"code": schema.StringAttribute{Optional: true, Computed: true, Default: stringdefault.StaticString("none")},
	}}
}

// Ends the process as a mistake in a provider does: no library recovers from it.
func crash(text string) {
	go func() { panic(text) }()
	select {}
}

func (*thing) Metadata(_ context.Context, _ resource.MetadataRequest, answer *resource.MetadataResponse) {
	answer.TypeName = "kit_thing"
}

func (*thing) Schema(_ context.Context, _ resource.SchemaRequest, answer *resource.SchemaResponse) {
	if os.Getenv("KIT_START") == "crash in schema" {
		crash("kit: crash in schema")
	}
	if os.Getenv("KIT_START") == "never answer in schema" {
		select {}
	}
	keep := []planmodifier.String{stringplanmodifier.UseStateForUnknown()}
	replace := []planmodifier.String{stringplanmodifier.RequiresReplace()}
	rule := schema.NestedBlockObject{Attributes: map[string]schema.Attribute{
		"from": schema.Int64Attribute{Required: true},
		"to":   schema.Int64Attribute{Optional: true, Computed: true},
	}}
	answer.Schema = schema.Schema{
		Version: 2,
		Attributes: map[string]schema.Attribute{
			"id":       schema.StringAttribute{Computed: true, PlanModifiers: keep},
			"name":     schema.StringAttribute{Required: true, PlanModifiers: replace},
			"mode":     schema.StringAttribute{Optional: true},
			"kind":     schema.StringAttribute{Optional: true, Computed: true, Default: stringdefault.StaticString("plain")},
			"size":     schema.NumberAttribute{Optional: true},
			"tags":     schema.SetAttribute{Optional: true, ElementType: types.StringType},
			"any":      schema.DynamicAttribute{Optional: true},
			"secret":   schema.StringAttribute{Computed: true, Sensitive: true, PlanModifiers: keep},
			"password": schema.StringAttribute{Optional: true, WriteOnly: true, Sensitive: true},
			"owner":    schema.SingleNestedAttribute{Optional: true, Attributes: nested().Attributes},
			"members":  schema.ListNestedAttribute{Optional: true, NestedObject: nested()},
			"labels":   schema.MapNestedAttribute{Optional: true, NestedObject: nested()},
			"groups":   schema.SetNestedAttribute{Optional: true, NestedObject: nested()},
		},
		Blocks: map[string]schema.Block{
			"rule": schema.ListNestedBlock{NestedObject: rule},
			"port": schema.SetNestedBlock{NestedObject: rule},
		},
	}
}

func (*thing) IdentitySchema(_ context.Context, _ resource.IdentitySchemaRequest, answer *resource.IdentitySchemaResponse) {
	answer.IdentitySchema = identityschema.Schema{
		Version:    1,
		Attributes: map[string]identityschema.Attribute{"name": identityschema.StringAttribute{RequiredForImport: true}},
	}
}

func (*thing) ModifyPlan(ctx context.Context, request resource.ModifyPlanRequest, answer *resource.ModifyPlanResponse) {
	if request.Plan.Raw.IsNull() {
		return
	}
	var mode types.String
	answer.Diagnostics.Append(request.Config.GetAttribute(ctx, path.Root("mode"), &mode)...)
	switch mode.ValueString() {
	case "crash in plan":
		crash("kit: crash in plan")
	case "fail in plan":
		answer.Diagnostics.AddAttributeError(path.Root("mode"), "No plan", "as it was asked for")
	case "never answer in plan":
		<-ctx.Done()
		answer.Diagnostics.AddError("Stopped", "the plan was stopped")
	case "other plan":
		answer.Diagnostics.Append(answer.Plan.SetAttribute(ctx, path.Root("mode"), "another mode")...)
	}
}

func (*thing) apply(ctx context.Context, model *thingModel, config thingModel) {
	if model.ID.IsUnknown() || model.ID.IsNull() {
		model.ID = types.StringValue("thing-" + model.Name.ValueString())
	}
	model.Secret = types.StringValue("secret of " + model.Name.ValueString() + strings.Repeat("*", len(config.Password.ValueString())))
	model.Password = types.StringNull()
	model.Rule = withEnds(ctx, model.Rule)
	ports, _ := types.SetValue(model.Port.ElementType(ctx), withEnds(ctx, types.ListValueMust(model.Port.ElementType(ctx), model.Port.Elements())).Elements())
	model.Port = ports
}

// An end that is not set is that of the beginning.
func withEnds(ctx context.Context, rules types.List) types.List {
	elements := rules.Elements()
	for at, element := range elements {
		object := element.(types.Object)
		values := object.Attributes()
		if values["to"].IsUnknown() || values["to"].IsNull() {
			values["to"] = values["from"]
		}
		elements[at] = types.ObjectValueMust(object.AttributeTypes(ctx), values)
	}
	return types.ListValueMust(rules.ElementType(ctx), elements)
}

// How many creations are under way at once before any of them goes on, in the mode `meet`.
const party = 8

var (
	arrived  atomic.Int32
	complete = make(chan struct{})
)

// Waits until so many creations are under way.
func meets() bool {
	if arrived.Add(1) == party {
		close(complete)
	}
	select {
	case <-complete:
		return true
	case <-time.After(time.Minute):
		return false
	}
}

func (it *thing) Create(ctx context.Context, request resource.CreateRequest, answer *resource.CreateResponse) {
	var model, config thingModel
	answer.Diagnostics.Append(request.Plan.Get(ctx, &model)...)
	answer.Diagnostics.Append(request.Config.Get(ctx, &config)...)
	if answer.Diagnostics.HasError() {
		return
	}
	switch model.Mode.ValueString() {
	case "fail in create":
		answer.Diagnostics.AddError("Not created", "as it was asked for")
		return
	case "crash in apply":
		crash("kit: crash in apply")
	case "meet":
		if !meets() {
			answer.Diagnostics.AddError("Alone", "no other creation was under way for a minute")
			return
		}
	case "wait in apply":
		// A test stops the creation when it is under way.
		if err := os.WriteFile("kit-waits", nil, 0o600); err != nil {
			answer.Diagnostics.AddError("Not waiting", err.Error())
			return
		}
		<-ctx.Done()
		answer.Diagnostics.AddError("Stopped", "the creation was stopped half way")
	}
	it.apply(ctx, &model, config)
	switch model.Mode.ValueString() {
	case "half create":
		answer.Diagnostics.AddError("Half created", "the object exists, but is not ready")
	case "unknown after apply":
		model.Secret = types.StringUnknown()
	case "other result":
		model.Kind = types.StringValue("another kind")
	}
	answer.Diagnostics.Append(answer.State.Set(ctx, &model)...)
	answer.Diagnostics.Append(answer.Private.SetKey(ctx, "made", []byte(`"create"`))...)
	answer.Diagnostics.Append(answer.Identity.SetAttribute(ctx, path.Root("name"), model.Name)...)
}

func (it *thing) Update(ctx context.Context, request resource.UpdateRequest, answer *resource.UpdateResponse) {
	var model, config thingModel
	answer.Diagnostics.Append(request.Plan.Get(ctx, &model)...)
	answer.Diagnostics.Append(request.Config.Get(ctx, &config)...)
	if answer.Diagnostics.HasError() {
		return
	}
	it.apply(ctx, &model, config)
	if model.Mode.ValueString() == "half update" {
		model.Size = types.NumberNull()
		answer.Diagnostics.AddError("Half updated", "the size was not changed")
	}
	answer.Diagnostics.Append(answer.State.Set(ctx, &model)...)
}

func (*thing) Read(ctx context.Context, request resource.ReadRequest, answer *resource.ReadResponse) {
	var name types.String
	answer.Diagnostics.Append(request.State.GetAttribute(ctx, path.Root("name"), &name)...)
	answer.Diagnostics.Append(answer.Identity.SetAttribute(ctx, path.Root("name"), name)...)
	if name.ValueString() == "gone" {
		answer.State.RemoveResource(ctx)
	}
	drift(ctx, name.ValueString(), answer)
}

// Changes from outside: kit-drift.json in the working directory has their kinds by their names, and null
// for one that was deleted.
func drift(ctx context.Context, name string, answer *resource.ReadResponse) {
	text, err := os.ReadFile("kit-drift.json")
	if err != nil {
		return
	}
	kinds := map[string]*string{}
	if err := json.Unmarshal(text, &kinds); err != nil {
		answer.Diagnostics.AddError("No drift", err.Error())
		return
	}
	kind, isChanged := kinds[name]
	switch {
	case isChanged && kind == nil:
		answer.State.RemoveResource(ctx)
	case isChanged:
		answer.Diagnostics.Append(answer.State.SetAttribute(ctx, path.Root("kind"), *kind)...)
	}
}

func (*thing) Delete(ctx context.Context, request resource.DeleteRequest, answer *resource.DeleteResponse) {
	made, diagnostics := request.Private.GetKey(ctx, "made")
	answer.Diagnostics.Append(diagnostics...)
	var mode types.String
	answer.Diagnostics.Append(request.State.GetAttribute(ctx, path.Root("mode"), &mode)...)
	if mode.ValueString() == "fail in delete" {
		answer.Diagnostics.AddError("Not deleted", "as it was asked for")
	}
	answer.Diagnostics.AddWarning("Deleted", "what was made by "+string(made))
}

func (*thing) ImportState(ctx context.Context, request resource.ImportStateRequest, answer *resource.ImportStateResponse) {
	name := request.ID
	if name == "" {
		var identity types.String
		answer.Diagnostics.Append(request.Identity.GetAttribute(ctx, path.Root("name"), &identity)...)
		name = identity.ValueString()
	}
	answer.Diagnostics.Append(answer.State.SetAttribute(ctx, path.Root("name"), name)...)
	answer.Diagnostics.Append(answer.State.SetAttribute(ctx, path.Root("id"), "thing-"+name)...)
	answer.Diagnostics.Append(answer.State.SetAttribute(ctx, path.Root("secret"), "secret of "+name)...)
}

// States of version 1 called the kind a type.
func (*thing) UpgradeState(context.Context) map[int64]resource.StateUpgrader {
	return map[int64]resource.StateUpgrader{1: {StateUpgrader: upgradeFrom1}}
}

func upgradeFrom1(ctx context.Context, request resource.UpgradeStateRequest, answer *resource.UpgradeStateResponse) {
	var old struct {
		ID   string `json:"id"`
		Name string `json:"name"`
		Type string `json:"type"`
	}
	if err := json.Unmarshal(request.RawState.JSON, &old); err != nil {
		answer.Diagnostics.AddError("Not a state", err.Error())
		return
	}
	upgraded, err := json.Marshal(map[string]any{
		"id": old.ID, "name": old.Name, "kind": old.Type, "mode": nil, "size": nil, "tags": nil, "any": nil, "secret": nil,
		"password": nil, "owner": nil, "members": nil, "labels": nil, "groups": nil, "rule": []any{}, "port": []any{},
	})
	if err != nil {
		answer.Diagnostics.AddError("Not a state", err.Error())
		return
	}
	answer.DynamicValue = &tfprotov6.DynamicValue{JSON: upgraded}
}
