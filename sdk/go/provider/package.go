// Package provider makes plugins that manage the resources of a package.
//
// A provider is a type with the method Describe, which names the package, its resources and functions. Each resource
// has a handler with the methods Create and Delete; more methods are optional, and each is an interface of this
// package: Checker, Differ, Reader, Updater, Previewer, Settler, Recoverer, Lister. A provider may have more methods as well:
// ConfigChecker, ConfigDiffer, Configurer, Closer. Serve does everything else: the address, the token, values, errors,
// the schema, the end.
package provider

import (
	"context"

	"lumi.example/sdk/go/value"
)

// Provider is what Serve serves.
type Provider interface {
	Describe() Package
}

// Package describes a package. It does not change while it is served.
type Package struct {
	// Name is the first part of all types and tokens.
	Name string
	// Version is MAJOR.MINOR.PATCH, with `-PRERELEASE` if it is one.
	Version     string
	Description string
	// KeepsSecrets says that secret values get into no message, log or file that others can read. Without it, calls
	// that would bring a secret are not made.
	KeepsSecrets  bool
	Configuration []Property
	Resources     []Resource
	Functions     []Function
	Methods       []Method
}

// Resource is a type of resources.
type Resource struct {
	// Type is `package:module:Type`.
	Type        string
	Description string
	Inputs      []Property
	Outputs     []Property
	Handler     Handler
}

// Function is a function of a package.
type Function struct {
	// Token is `package:module:function`.
	Token       string
	Description string
	Arguments   []Property
	Invoke      func(context.Context, *InvokeRequest) (any, error)
}

// Method is a method of a resource.
type Method struct {
	Token string
	Call  func(context.Context, *CallRequest) (any, error)
}

// PropertyType is the type of a property.
type PropertyType int

const (
	Any PropertyType = iota
	Bool
	Number
	Text
	List
	Object
	Asset
	Archive
)

// Property describes an input, an output, a setting or an argument.
type Property struct {
	Name        string
	Type        PropertyType
	Description string
	// Required says that it must be there; of outputs, that it always is.
	Required bool
	Secret   bool
	// Replaces says of an input that it cannot be changed in place.
	Replaces bool
}

// ConfigChecker validates the configuration and completes it with defaults.
type ConfigChecker interface {
	CheckConfig(ctx context.Context, config *value.Object) (*Checked, error)
}

// ConfigDiffer tells what another configuration means for objects that were made with the old one: if a property
// replaces, they cannot be reached with the new one.
type ConfigDiffer interface {
	DiffConfig(ctx context.Context, old, config *value.Object) (*Diff, error)
}

// Configurer takes the checked configuration, once, before all calls for resources.
type Configurer interface {
	Configure(ctx context.Context, config *value.Object) error
}

// Closer is told that the process ends, once, after the last call.
type Closer interface {
	Close()
}
