package main

import (
	"context"
	"encoding/json"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/identityschema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/stringplanmodifier"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

// A resource that a thing can become.
type gadget struct{}

func newGadget() resource.Resource { return &gadget{} }

func (*gadget) Metadata(_ context.Context, _ resource.MetadataRequest, answer *resource.MetadataResponse) {
	answer.TypeName = "kit_gadget"
}

func (*gadget) Schema(_ context.Context, _ resource.SchemaRequest, answer *resource.SchemaResponse) {
	keep := []planmodifier.String{stringplanmodifier.UseStateForUnknown()}
	answer.Schema = schema.Schema{Attributes: map[string]schema.Attribute{
		"id":    schema.StringAttribute{Computed: true, PlanModifiers: keep},
		"label": schema.StringAttribute{Required: true},
		"size":  schema.NumberAttribute{Optional: true},
		"from":  schema.StringAttribute{Computed: true, PlanModifiers: keep},
		"code":  schema.StringAttribute{Optional: true, WriteOnly: true},
	}}
}

// As that of a thing: OpenTofu keeps the identity of the object that was moved.
func (*gadget) IdentitySchema(_ context.Context, _ resource.IdentitySchemaRequest, answer *resource.IdentitySchemaResponse) {
	answer.IdentitySchema = identityschema.Schema{
		Version:    1,
		Attributes: map[string]identityschema.Attribute{"name": identityschema.StringAttribute{RequiredForImport: true}},
	}
}

func (*gadget) Create(ctx context.Context, request resource.CreateRequest, answer *resource.CreateResponse) {
	answer.State.Raw = request.Plan.Raw
	var label types.String
	answer.Diagnostics.Append(request.Plan.GetAttribute(ctx, path.Root("label"), &label)...)
	answer.Diagnostics.Append(answer.State.SetAttribute(ctx, path.Root("id"), "gadget-"+label.ValueString())...)
	answer.Diagnostics.Append(answer.Identity.SetAttribute(ctx, path.Root("name"), label)...)
	answer.Diagnostics.Append(answer.State.SetAttribute(ctx, path.Root("from"), "nothing")...)
}

func (*gadget) Read(context.Context, resource.ReadRequest, *resource.ReadResponse) {}

func (*gadget) Update(_ context.Context, request resource.UpdateRequest, answer *resource.UpdateResponse) {
	answer.State.Raw = request.Plan.Raw
}

func (*gadget) Delete(context.Context, resource.DeleteRequest, *resource.DeleteResponse) {}

func (*gadget) MoveState(context.Context) []resource.StateMover {
	return []resource.StateMover{{StateMover: moveThing}}
}

// A thing becomes a gadget of the same id, and remembers what it was and who has made it.
func moveThing(ctx context.Context, request resource.MoveStateRequest, answer *resource.MoveStateResponse) {
	if request.SourceTypeName != "kit_thing" || !strings.HasSuffix(request.SourceProviderAddress, "/kit") {
		return
	}
	var old struct {
		ID   string       `json:"id"`
		Name string       `json:"name"`
		Size *json.Number `json:"size"`
	}
	if err := json.Unmarshal(request.SourceRawState.JSON, &old); err != nil {
		answer.Diagnostics.AddError("Not a state", err.Error())
		return
	}
	made, diagnostics := request.SourcePrivate.GetKey(ctx, "made")
	answer.Diagnostics.Append(diagnostics...)
	if old.Name == "stuck" {
		answer.Diagnostics.AddError("Not moved", "as it was asked for")
		return
	}
	state := &answer.TargetState
	answer.Diagnostics.Append(state.SetAttribute(ctx, path.Root("id"), old.ID)...)
	answer.Diagnostics.Append(state.SetAttribute(ctx, path.Root("label"), old.Name)...)
	if old.Size != nil {
		size, err := old.Size.Float64()
		if err != nil {
			answer.Diagnostics.AddError("Not a size", err.Error())
		}
		answer.Diagnostics.Append(state.SetAttribute(ctx, path.Root("size"), size)...)
	}
	answer.Diagnostics.Append(state.SetAttribute(ctx, path.Root("from"), "a thing, by "+string(made))...)
	answer.Diagnostics.Append(answer.TargetIdentity.SetAttribute(ctx, path.Root("name"), old.Name)...)
	answer.Diagnostics.Append(answer.TargetPrivate.SetKey(ctx, "moved", []byte("true"))...)
}
