package main

import (
	"context"
	"os"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	datasourceschema "github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/ephemeral"
	ephemeralschema "github.com/hashicorp/terraform-plugin-framework/ephemeral/schema"
	"github.com/hashicorp/terraform-plugin-framework/function"
	"github.com/hashicorp/terraform-plugin-framework/list"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/provider"
	"github.com/hashicorp/terraform-plugin-framework/provider/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

type kit struct{}

func newProvider() provider.Provider { return &kit{} }

func (kit) Metadata(_ context.Context, _ provider.MetadataRequest, answer *provider.MetadataResponse) {
	answer.TypeName = "kit"
	answer.Version = "1.0.0"
}

func (kit) Schema(_ context.Context, _ provider.SchemaRequest, answer *provider.SchemaResponse) {
	answer.Schema = schema.Schema{Attributes: map[string]schema.Attribute{
		"greeting": schema.StringAttribute{Optional: true},
		"token":    schema.StringAttribute{Optional: true, Sensitive: true},
	}}
}

func (kit) Configure(ctx context.Context, request provider.ConfigureRequest, answer *provider.ConfigureResponse) {
	var greeting types.String
	answer.Diagnostics.Append(request.Config.GetAttribute(ctx, path.Root("greeting"), &greeting)...)
	if greeting.ValueString() == "rude" {
		var token types.String
		answer.Diagnostics.Append(request.Config.GetAttribute(ctx, path.Root("token"), &token)...)
		// Providers do print what they should not.
		answer.Diagnostics.AddAttributeError(path.Root("greeting"), "Not so rude", "with "+token.ValueString())
	}
	answer.DataSourceData = greeting.ValueString()
}

func (kit) Resources(context.Context) []func() resource.Resource {
	return []func() resource.Resource{newThing, newGadget, newSafe}
}

func (kit) DataSources(context.Context) []func() datasource.DataSource {
	return []func() datasource.DataSource{func() datasource.DataSource { return &echo{} }}
}

func (kit) ListResources(context.Context) []func() list.ListResource {
	return []func() list.ListResource{newThings}
}

func (kit) EphemeralResources(context.Context) []func() ephemeral.EphemeralResource {
	return []func() ephemeral.EphemeralResource{func() ephemeral.EphemeralResource { return &ticket{} }}
}

func (kit) Functions(context.Context) []func() function.Function {
	return []func() function.Function{func() function.Function { return &join{} }}
}

// A data source that says what it was asked.
type echo struct{ greeting string }

func (*echo) Metadata(_ context.Context, _ datasource.MetadataRequest, answer *datasource.MetadataResponse) {
	answer.TypeName = "kit_echo"
}

func (*echo) Schema(_ context.Context, _ datasource.SchemaRequest, answer *datasource.SchemaResponse) {
	// Nothing but a request for all schemas asks for this one, unless it is read.
	if os.Getenv("KIT_START") == "crash in all schemas" {
		crash("kit: crash in all schemas")
	}
	answer.Schema = datasourceschema.Schema{Attributes: map[string]datasourceschema.Attribute{
		"name":   datasourceschema.StringAttribute{Required: true},
		"answer": datasourceschema.StringAttribute{Computed: true},
	}}
}

func (it *echo) Configure(_ context.Context, request datasource.ConfigureRequest, _ *datasource.ConfigureResponse) {
	it.greeting, _ = request.ProviderData.(string)
}

func (it *echo) Read(ctx context.Context, request datasource.ReadRequest, answer *datasource.ReadResponse) {
	var name types.String
	answer.Diagnostics.Append(request.Config.GetAttribute(ctx, path.Root("name"), &name)...)
	if name.ValueString() == "" {
		answer.Diagnostics.AddAttributeError(path.Root("name"), "No name", "a name has a letter")
		return
	}
	answer.Diagnostics.Append(answer.State.SetAttribute(ctx, path.Root("name"), name)...)
	answer.Diagnostics.Append(answer.State.SetAttribute(ctx, path.Root("answer"), it.greeting+", "+name.ValueString())...)
}

// An ephemeral resource that is renewed.
type ticket struct{}

func (*ticket) Metadata(_ context.Context, _ ephemeral.MetadataRequest, answer *ephemeral.MetadataResponse) {
	answer.TypeName = "kit_ticket"
}

func (*ticket) Schema(_ context.Context, _ ephemeral.SchemaRequest, answer *ephemeral.SchemaResponse) {
	answer.Schema = ephemeralschema.Schema{Attributes: map[string]ephemeralschema.Attribute{
		"for":    ephemeralschema.StringAttribute{Required: true},
		"secret": ephemeralschema.StringAttribute{Computed: true, Sensitive: true},
	}}
}

func (*ticket) Open(ctx context.Context, request ephemeral.OpenRequest, answer *ephemeral.OpenResponse) {
	var who types.String
	answer.Diagnostics.Append(request.Config.GetAttribute(ctx, path.Root("for"), &who)...)
	answer.Diagnostics.Append(answer.Result.SetAttribute(ctx, path.Root("for"), who)...)
	answer.Diagnostics.Append(answer.Result.SetAttribute(ctx, path.Root("secret"), "ticket of "+who.ValueString())...)
	answer.RenewAt = time.Unix(1_000_000_000, 0)
	answer.Diagnostics.Append(answer.Private.SetKey(ctx, "renewals", []byte("0"))...)
}

func (*ticket) Renew(ctx context.Context, request ephemeral.RenewRequest, answer *ephemeral.RenewResponse) {
	before, diagnostics := request.Private.GetKey(ctx, "renewals")
	answer.Diagnostics.Append(diagnostics...)
	answer.Diagnostics.Append(answer.Private.SetKey(ctx, "renewals", []byte("1"+string(before)))...)
	// A test waits for it.
	if _, err := os.Stat("kit-renew"); err == nil {
		os.Remove("kit-renew")
	}
}

func (*ticket) Close(ctx context.Context, request ephemeral.CloseRequest, answer *ephemeral.CloseResponse) {
	renewals, diagnostics := request.Private.GetKey(ctx, "renewals")
	answer.Diagnostics.Append(diagnostics...)
	answer.Diagnostics.AddWarning("Closed", "after renewals "+string(renewals))
}

// A function of texts.
type join struct{}

func (join) Metadata(_ context.Context, _ function.MetadataRequest, answer *function.MetadataResponse) {
	answer.Name = "join"
}

func (join) Definition(_ context.Context, _ function.DefinitionRequest, answer *function.DefinitionResponse) {
	answer.Definition = function.Definition{
		Parameters:        []function.Parameter{function.StringParameter{Name: "between"}},
		VariadicParameter: function.StringParameter{Name: "part"},
		Return:            function.StringReturn{},
	}
}

func (join) Run(ctx context.Context, request function.RunRequest, answer *function.RunResponse) {
	var between string
	var parts []string
	answer.Error = request.Arguments.Get(ctx, &between, &parts)
	if answer.Error != nil {
		return
	}
	text := ""
	for at, part := range parts {
		if part == "" {
			answer.Error = function.NewArgumentFuncError(int64(at+1), "a part is empty")
			return
		}
		if at > 0 {
			text += between
		}
		text += part
	}
	answer.Error = answer.Result.Set(ctx, text)
}
