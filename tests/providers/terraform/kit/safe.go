package main

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
)

// A resource that cannot be without a property that is only written.
type safe struct{}

func newSafe() resource.Resource { return &safe{} }

func (*safe) Metadata(_ context.Context, _ resource.MetadataRequest, answer *resource.MetadataResponse) {
	answer.TypeName = "kit_safe"
}

func (*safe) Schema(_ context.Context, _ resource.SchemaRequest, answer *resource.SchemaResponse) {
	answer.Schema = schema.Schema{Attributes: map[string]schema.Attribute{
		"name": schema.StringAttribute{Required: true},
		"code": schema.StringAttribute{Required: true, WriteOnly: true},
	}}
}

func (*safe) Create(_ context.Context, request resource.CreateRequest, answer *resource.CreateResponse) {
	answer.State.Raw = request.Plan.Raw
}

func (*safe) Read(context.Context, resource.ReadRequest, *resource.ReadResponse) {}

func (*safe) Update(_ context.Context, request resource.UpdateRequest, answer *resource.UpdateResponse) {
	answer.State.Raw = request.Plan.Raw
}

func (*safe) Delete(context.Context, resource.DeleteRequest, *resource.DeleteResponse) {}
