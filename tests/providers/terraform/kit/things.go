package main

import (
	"context"
	"strconv"

	"github.com/hashicorp/terraform-plugin-framework/list"
	"github.com/hashicorp/terraform-plugin-framework/list/schema"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

// Lists things with the names that it is asked for. `mode` says what goes wrong.
type things struct{}

func newThings() list.ListResource { return &things{} }

func (*things) Metadata(_ context.Context, _ resource.MetadataRequest, answer *resource.MetadataResponse) {
	answer.TypeName = "kit_thing"
}

func (*things) ListResourceConfigSchema(_ context.Context, _ list.ListResourceSchemaRequest, answer *list.ListResourceSchemaResponse) {
	answer.Schema = schema.Schema{Attributes: map[string]schema.Attribute{
		"names": schema.ListAttribute{Optional: true, ElementType: types.StringType},
		"mode":  schema.StringAttribute{Optional: true},
	}}
}

func (*things) List(ctx context.Context, request list.ListRequest, stream *list.ListResultsStream) {
	var names []string
	var mode types.String
	diagnostics := request.Config.GetAttribute(ctx, path.Root("names"), &names)
	diagnostics.Append(request.Config.GetAttribute(ctx, path.Root("mode"), &mode)...)
	if diagnostics.HasError() {
		stream.Results = list.ListResultsStreamDiagnostics(diagnostics)
		return
	}
	stream.Results = func(push func(list.ListResult) bool) {
		for at := 0; at < len(names) || mode.ValueString() == "never end"; at++ {
			name := strconv.Itoa(at)
			if at < len(names) {
				name = names[at]
			}
			if !push(listed(ctx, request, name, mode.ValueString(), at)) {
				return
			}
		}
	}
}

func listed(ctx context.Context, request list.ListRequest, name, mode string, at int) list.ListResult {
	result := request.NewListResult(ctx)
	result.DisplayName = "the thing " + name
	result.Diagnostics.Append(result.Identity.SetAttribute(ctx, path.Root("name"), name)...)
	switch {
	case mode == "fail" && at == 1:
		result.Diagnostics.AddError("Not listed", "the second is broken")
	case mode == "crash" && at == 1:
		crash("kit: crash in list")
	case mode == "identities":
		return result
	}
	for key, value := range map[string]string{
		"id": "thing-" + name, "name": name, "kind": "plain", "secret": "secret of " + name,
	} {
		result.Diagnostics.Append(result.Resource.SetAttribute(ctx, path.Root(key), value)...)
	}
	return result
}
