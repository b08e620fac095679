// Package lumi declares resources, as the SDK for Go does.
package lumi

// handle is an object of Lumi.
type handle struct{}

type Map = map[string]any

// Context is the run of a program.
type Context struct{ run *handle }

func Run(program func(*Context) error)

func (c *Context) Project() string
func (c *Context) Stack() string
func (c *Context) IsPreview() bool
func (c *Context) Export(name string, v any)
func (c *Context) Debug(message string, about ...Resource)
func (c *Context) Info(message string, about ...Resource)
func (c *Context) Warning(message string, about ...Resource)
func (c *Context) Error(message string, about ...Resource)

// Config is the configuration of one namespace.
type Config struct{ namespace string }

func (c *Context) Config(namespace ...string) *Config {
	if len(namespace) > 0 {
		return &Config{namespace[0]}
	}
	return &Config{c.Project()}
}

func (c *Config) Has(key string) bool
func (c *Config) Get(key string) string
func (c *Config) Require(key string) string
func (c *Config) RequireFloat(key string) float64
func (c *Config) RequireBool(key string) bool
func (c *Config) RequireInt(key string) int
func (c *Config) RequireObject(key string, target any)
func requireSecret(namespace, key string) *handle
func requireSecretObject(namespace, key string) *handle

func (c *Config) RequireSecret(key string) Output[string] {
	return Output[string]{cell: requireSecret(c.namespace, key)}
}

func RequireSecretObject[T any](c *Config, key string) Output[T] {
	return Output[T]{cell: requireSecretObject(c.namespace, key)}
}

// Output is a value that may come later; the array tells its type.
type Output[T any] struct {
	cell *handle
	of   [0]T
}

func (o Output[T]) ofCell() *handle { return o.cell }

func (o Output[T]) String() string { return "<Output: not there yet>" }

type AnyOutput interface{ ofCell() *handle }

func Apply[T, U any](o Output[T], function func(T) (U, error)) Output[U]
func ApplyOutput[T, U any](o Output[T], function func(T) (Output[U], error)) Output[U]
func outputOf(data any) *handle
func sprintf(format string, arguments []any) *handle
func jsonOf(data any) *handle
func secret(cell *handle, is bool) *handle

func ToOutput[T any](ctx *Context, data any) Output[T] { return Output[T]{cell: outputOf(data)} }

func All(ctx *Context, values ...any) Output[[]any] { return ToOutput[[]any](ctx, values) }

func Sprintf(ctx *Context, format string, arguments ...any) Output[string] {
	return Output[string]{cell: sprintf(format, arguments)}
}

func JSON(ctx *Context, data any) Output[string] { return Output[string]{cell: jsonOf(data)} }

func Secret[T any](ctx *Context, v T) Output[T] { return ToOutput[T](ctx, v).Secret() }

func (o Output[T]) Secret() Output[T] { return Output[T]{cell: secret(o.cell, true)} }

func (o Output[T]) Unsecret() Output[T] { return Output[T]{cell: secret(o.cell, false)} }

// Resource is anything that a program declares.
type Resource interface {
	URN() Output[string]
	ofState() *handle
}

type base struct{ state *handle }

func (b *base) ofState() *handle { return b.state }

func member(of *handle, name string) *handle

func (b *base) URN() Output[string] { return Output[string]{cell: member(b.state, "urn")} }

func (b *base) Output(name string) Output[any] { return Output[any]{cell: member(b.state, name)} }

func OutputOf[T any](resource Resource, name string) Output[T] {
	return Output[T]{cell: member(resource.ofState(), name)}
}

type CustomResource struct{ base }

func (r *CustomResource) ID() Output[string] { return OutputOf[string](r, "id") }

type RemoteComponent struct{ base }

type ProviderResource struct{ base }

type Component struct{ base }

type StackReference struct{ CustomResource }

// Functions that declare resources have no code in Go: positions are then those of their calls.

func stackOutput(of *handle, name string) *handle
func registerOutputs(of *handle, outputs any)
func invoke(token string, arguments any, all []Option) *handle
func callMethod(token string, resource *handle, arguments any) *handle

func NewResource(ctx *Context, kindOf, name string, inputs any, all ...Option) *CustomResource

func GetResource(ctx *Context, kindOf, name string, id any, inputs any, all ...Option) *CustomResource

func NewProvider(ctx *Context, packageName, name string, inputs any, all ...Option) *ProviderResource

func NewRemoteComponent(ctx *Context, kindOf, name string, inputs any, all ...Option) *RemoteComponent

func NewComponent(ctx *Context, kindOf, name string, inputs any, all ...Option) *Component

func (c *Component) RegisterOutputs(outputs Map) { registerOutputs(c.state, outputs) }

func NewStackReference(ctx *Context, stack string, all ...Option) *StackReference

func StackOutput[T any](stack *StackReference, name string) Output[T] {
	return Output[T]{cell: stackOutput(stack.state, name)}
}

func Invoke[T any](ctx *Context, token string, arguments any, all ...Option) Output[T] {
	return Output[T]{cell: invoke(token, arguments, all)}
}

func Call[T any](ctx *Context, token string, resource Resource, arguments any) Output[T] {
	return Output[T]{cell: callMethod(token, resource.ofState(), arguments)}
}

// Option is an option of a resource; lists of one name are joined.
type Option struct {
	name  string
	value any
}

func list(resources []Resource) []any {
	var all []any
	for _, it := range resources {
		all = append(all, it)
	}
	return all
}

func Parent(parent Resource) Option             { return Option{"parent", parent} }
func DependsOn(resources ...Resource) Option    { return Option{"dependsOn", list(resources)} }
func Protect(isProtected bool) Option           { return Option{"protect", isProtected} }
func Provider(provider *ProviderResource) Option { return Option{"provider", provider} }
func IgnoreChanges(paths ...string) Option      { return Option{"ignoreChanges", paths} }
func ReplaceOnChanges(paths ...string) Option   { return Option{"replaceOnChanges", paths} }
func HideDiffs(paths ...string) Option          { return Option{"hideDiffs", paths} }
func DeleteBeforeReplace(is bool) Option        { return Option{"deleteBeforeReplace", is} }
func Import(id string) Option                   { return Option{"import", id} }
func RetainOnDelete(is bool) Option             { return Option{"retainOnDelete", is} }
func DeletedWith(resource Resource) Option      { return Option{"deletedWith", resource} }
func Version(version string) Option             { return Option{"version", version} }

func AdditionalSecretOutputs(names ...string) Option {
	return Option{"additionalSecretOutputs", names}
}

func Providers(providers ...*ProviderResource) Option {
	var all []any
	for _, it := range providers {
		all = append(all, it)
	}
	return Option{"providers", all}
}

type Alias struct {
	Name, Type, Stack, Project string
	Parent                     Resource
}

func AliasOf(alias Alias) Option {
	members := Map{}
	if alias.Name != "" {
		members["name"] = alias.Name
	}
	if alias.Type != "" {
		members["type"] = alias.Type
	}
	if alias.Stack != "" {
		members["stack"] = alias.Stack
	}
	if alias.Project != "" {
		members["project"] = alias.Project
	}
	if alias.Parent != nil {
		members["parent"] = alias.Parent
	}
	return Option{"aliases", []any{members}}
}

func AliasURN(urn string) Option { return Option{"aliases", []any{urn}} }

type Timeouts struct {
	Create string `lumi:"create,omitempty"`
	Update string `lumi:"update,omitempty"`
	Delete string `lumi:"delete,omitempty"`
}

func CustomTimeouts(timeouts Timeouts) Option { return Option{"customTimeouts", timeouts} }

// Asset and Archive are files as inputs.
type Asset struct{ content *handle }

type Archive struct{ content *handle }

func asset(kind, text string) *handle
func archive(kind, text string) *handle
func assetArchive(members any) *handle

func TextAsset(text string) Asset      { return Asset{asset("text", text)} }
func FileAsset(path string) Asset      { return Asset{asset("file", path)} }
func RemoteAsset(uri string) Asset     { return Asset{asset("remote", uri)} }
func FileArchive(path string) Archive  { return Archive{archive("file", path)} }
func RemoteArchive(uri string) Archive { return Archive{archive("remote", uri)} }

func AssetArchive(members map[string]any) Archive { return Archive{assetArchive(members)} }
