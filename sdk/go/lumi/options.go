package lumi

import (
	"fmt"
	"slices"
	"strings"

	"lumi.example/sdk/go/value"
)

// Option is an option of a resource, a component, a provider, a function or a method.
type Option func(*options)

type options struct {
	parent, deletedWith, provider Resource
	providers, dependsOn          []Resource
	protect, retainOnDelete       *bool
	// plain are those that stay with the resource as they are, under the names of the protocol.
	plain         *value.Object
	secretOutputs []string
	version       string
	faults        []error
}

// Parent is the component (or resource) that a resource belongs to.
func Parent(parent Resource) Option { return func(o *options) { o.parent = parent } }

// DependsOn names resources that must exist before this one, beyond those that its inputs come from.
func DependsOn(resources ...Resource) Option {
	return func(o *options) { o.dependsOn = append(o.dependsOn, resources...) }
}

// Protect refuses to delete the resource. Children take it over.
func Protect(isProtected bool) Option { return func(o *options) { o.protect = &isProtected } }

// Provider is the provider that manages the resource; of a component, its children.
func Provider(provider *ProviderResource) Option {
	return func(o *options) { o.provider = provider; o.providers = append(o.providers, provider) }
}

// Providers are the providers that children use, each for its package.
func Providers(providers ...*ProviderResource) Option {
	return func(o *options) {
		for _, provider := range providers {
			o.providers = append(o.providers, provider)
		}
	}
}

// Alias is another identity that the resource may be known by: what differed.
type Alias struct {
	Name, Type, Stack, Project string
	// Parent is the parent that it had.
	Parent Resource
}

// AliasOf adds another identity that the resource may be known by.
func AliasOf(alias Alias) Option {
	members := value.NewObject()
	for _, it := range [][2]string{{"name", alias.Name}, {"type", alias.Type}, {"stack", alias.Stack}, {"project", alias.Project}} {
		if it[1] != "" {
			members.Set(it[0], it[1])
		}
	}
	if alias.Parent != nil {
		members.Set("parent", alias.Parent.ofState().urn)
	}
	return with("aliases", []any{members})
}

// AliasURN adds a URN that the resource may be known by.
func AliasURN(urn string) Option { return with("aliases", []string{urn}) }

// IgnoreChanges are paths of inputs whose changes are ignored.
func IgnoreChanges(paths ...string) Option { return with("ignoreChanges", paths) }

// ReplaceOnChanges are paths of inputs whose changes replace the resource.
func ReplaceOnChanges(paths ...string) Option { return with("replaceOnChanges", paths) }

// HideDiffs are paths of inputs whose changes are not shown.
func HideDiffs(paths ...string) Option { return with("hideDiffs", paths) }

// DeleteBeforeReplace deletes the old object before the new one is made, when the resource is replaced.
func DeleteBeforeReplace(is bool) Option { return with("deleteBeforeReplace", is) }

// Import adopts the object of an id instead of making one.
func Import(id string) Option { return with("import", id) }

// RetainOnDelete forgets the resource instead of deleting it. Children take it over.
func RetainOnDelete(is bool) Option { return func(o *options) { o.retainOnDelete = &is } }

// DeletedWith says that deleting another resource deletes this one with it. Children take it over.
func DeletedWith(resource Resource) Option { return func(o *options) { o.deletedWith = resource } }

// Timeouts say how long operations may take, such as `90s` or `1h30m`.
type Timeouts struct {
	Create string `lumi:"create,omitempty"`
	Update string `lumi:"update,omitempty"`
	Delete string `lumi:"delete,omitempty"`
}

// CustomTimeouts are how long operations may take.
func CustomTimeouts(timeouts Timeouts) Option { return with("customTimeouts", timeouts) }

// AdditionalSecretOutputs are names of outputs to treat as secret.
func AdditionalSecretOutputs(names ...string) Option {
	return func(o *options) {
		o.secretOutputs = append(o.secretOutputs, names...)
		with("additionalSecretOutputs", names)(o)
	}
}

// Version is that of the package.
func Version(version string) Option {
	return func(o *options) { o.version = version; with("version", version)(o) }
}

// with adds an option; lists of the same name are joined.
func with(name string, v any) Option {
	return func(o *options) {
		plain, err := value.Normal(v)
		if err != nil {
			o.faults = append(o.faults, fmt.Errorf("option `%s`: %w", name, err))
			return
		}
		before, isList := o.plain.Get(name).([]any)
		if more, is := plain.([]any); is && isList {
			plain = slices.Concat(before, more)
		}
		o.plain.Set(name, plain)
	}
}

func chosen(all []Option) *options {
	o := &options{plain: value.NewObject()}
	for _, option := range all {
		option(o)
	}
	return o
}

// inheritance is what children take over from their parent.
type inheritance struct {
	protect, retainOnDelete *bool
	deletedWith             *resourceState
	// providers are by package.
	providers map[string]*resourceState
}

func (o *options) inherited(parent *resourceState) inheritance {
	var result inheritance
	if parent != nil {
		result = parent.inheritance
	}
	if o.protect != nil {
		result.protect = o.protect
	}
	if o.retainOnDelete != nil {
		result.retainOnDelete = o.retainOnDelete
	}
	if o.deletedWith != nil {
		result.deletedWith = o.deletedWith.ofState()
	}
	providers := map[string]*resourceState{}
	for name, provider := range result.providers {
		providers[name] = provider
	}
	for _, provider := range o.providers {
		state := provider.ofState()
		providers[state.kindOf[strings.LastIndex(state.kindOf, ":")+1:]] = state
	}
	result.providers = providers
	return result
}

// providerOf returns what manages or makes a resource: its own, or that of the nearest parent for its package.
func (o *options) providerOf(kindOf string, kind kind, inherited inheritance) *resourceState {
	if kind != kindCustom && kind != kindRemote {
		return nil
	}
	if o.provider != nil {
		return o.provider.ofState()
	}
	return inherited.providers[packageOf(kindOf)]
}

// message returns what stays with the resource, under the names of the protocol; resources are URNs.
func (o *options) message(kind kind, inherited inheritance) *value.Object {
	result := o.plain.Clone()
	if inherited.protect != nil {
		result.Set("protect", *inherited.protect)
	}
	if inherited.retainOnDelete != nil {
		result.Set("retainOnDelete", *inherited.retainOnDelete)
	}
	if inherited.deletedWith != nil {
		result.Set("deletedWith", inherited.deletedWith.urn)
	}
	if (kind == kindComponent || kind == kindRemote) && len(inherited.providers) > 0 {
		urns := map[string]string{}
		for name, provider := range inherited.providers {
			urns[name] = provider.urn
		}
		plain, _ := value.Normal(urns)
		result.Set("providers", plain)
	}
	return result
}

func packageOf(token string) string {
	name, _, _ := strings.Cut(token, ":")
	return name
}
