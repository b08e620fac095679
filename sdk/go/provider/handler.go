package provider

import (
	"context"

	"lumi.example/sdk/go/value"
)

// Handler manages the objects of one type. Its context ends when the user wants to stop: a method that waits should
// come to an end then, and answer what became of the object.
type Handler interface {
	// Create makes the object.
	Create(context.Context, *CreateRequest) (*Created, error)
	// Delete removes the object. One that is gone already is a success.
	Delete(context.Context, *DeleteRequest) error
}

// Checker validates inputs and completes them with defaults, without effects. Parts of the inputs may be unknown.
// Without it, they are taken as they are.
type Checker interface {
	Check(context.Context, *CheckRequest) (*Checked, error)
}

// Differ tells what an update would have to do, without effects. Parts of the inputs may be unknown. Without it, lumi
// compares inputs; of a type without Updater, each input that differs replaces the object.
type Differ interface {
	Diff(context.Context, *DiffRequest) (*Diff, error)
}

// Reader looks at the object. Without it, objects cannot be refreshed or imported. It answers nil for one that is gone.
type Reader interface {
	Read(context.Context, *ReadRequest) (*State, error)
}

// Updater changes the object in place, and answers all outputs.
type Updater interface {
	Update(context.Context, *UpdateRequest) (*value.Object, error)
}

// Previewer tells the outputs of an object that would be made or changed; the others are unknown. Nothing may happen.
// Without it, outputs that are named like an input have its value, and the others are unknown. OldOutputs is nil if the
// object would be made.
type Previewer interface {
	Preview(context.Context, *PreviewRequest) (*value.Object, error)
}

// Settler waits until nothing that an earlier process has begun with the object is under way.
type Settler interface {
	Settle(context.Context, Target) error
}

// Recoverer finds out what became of a Create whose outcome is unknown. It answers nil if there is no object, or if making it
// again does no harm, and ErrUnclear if only a human can tell.
type Recoverer interface {
	Recover(context.Context, *RecoverRequest) (*State, error)
}

// Lister lists the objects of the type, also those that lumi has not made, page by page.
type Lister interface {
	List(context.Context, *ListRequest) (*Page, error)
}

// Target is the resource that a call is about.
type Target struct {
	URN  string
	Type string
	Name string
	// Timeout is how many seconds the user lets the operation take, for information; 0 is no limit.
	Timeout float64
}

// CheckRequest asks for checked inputs.
type CheckRequest struct {
	Target Target
	// OldInputs are those of the last deployment, or nil: defaults that were chosen then are to be kept.
	OldInputs *value.Object
	Inputs    *value.Object
}

// Checked has inputs as they will be used, or what is wrong with them.
type Checked struct {
	Inputs   *value.Object
	Failures []InputFailure
}

// Fail adds a failure. The path is empty for the inputs as a whole; value.At and value.AtIndex make paths.
func (c *Checked) Fail(path, reason string) {
	c.Failures = append(c.Failures, InputFailure{Path: path, Reason: reason})
}

// InputFailure says what is wrong with an input.
type InputFailure struct {
	// Path is `rules[0].port`, for example; it is empty for the inputs as a whole.
	Path   string
	Reason string
}

// DiffRequest asks what an update would have to do.
type DiffRequest struct {
	Target     Target
	ID         string
	OldInputs  *value.Object
	OldOutputs *value.Object
	Inputs     *value.Object
}

// CreateRequest asks for a new object. All inputs are known.
type CreateRequest struct {
	Target Target
	Inputs *value.Object
}

// Created is a new object.
type Created struct {
	ID string
	// Outputs are everything there is to know about the object; inputs that are not among them are no outputs.
	Outputs *value.Object
}

// PreviewRequest asks what an object would be.
type PreviewRequest struct {
	Target Target
	// ID is empty if the object would be made.
	ID         string
	OldInputs  *value.Object
	OldOutputs *value.Object
	Inputs     *value.Object
	// FollowsDelete says that another object of the resource will have been deleted by then.
	FollowsDelete bool
}

// ReadRequest asks for an object as it is.
type ReadRequest struct {
	Target Target
	ID     string
	// Inputs are those of the last deployment, or those of the program when an object is read for the first time; or nil.
	Inputs *value.Object
	// Outputs is nil when an object is read for the first time.
	Outputs *value.Object
	// BegunUpdate has the inputs of an update that an interrupted run began, or is nil.
	BegunUpdate *value.Object
}

// State is an object as it is. Where the world agrees with the inputs of the request, those are to be answered unchanged.
type State struct {
	ID      string
	Inputs  *value.Object
	Outputs *value.Object
}

// UpdateRequest asks for a change. All inputs are known.
type UpdateRequest struct {
	Target     Target
	ID         string
	OldInputs  *value.Object
	OldOutputs *value.Object
	Inputs     *value.Object
}

// DeleteRequest asks for the end of an object.
type DeleteRequest struct {
	Target  Target
	ID      string
	Inputs  *value.Object
	Outputs *value.Object
}

// RecoverRequest asks what became of a Create.
type RecoverRequest struct {
	Target Target
	Inputs *value.Object
}

// ListRequest asks for a page of objects.
type ListRequest struct {
	Target Target
	// Place is the place of the objects in the words of the type, or nil for wherever the configuration says.
	Place *string
	// Page is nil for the first page, and then what the page before it has as Next.
	Page *string
}

// Page is a part of a list.
type Page struct {
	Objects []Listed
	// Next is empty in the last page.
	Next string
}

// Listed is an object of a list.
type Listed struct {
	ID string
	// Name is for people, and need not be unique.
	Name string
	// State is nil if the list does not have all of the object: it is read then.
	State *State
}

// InvokeRequest asks for the result of a function.
type InvokeRequest struct {
	Arguments *value.Object
	Preview   bool
}

// CallRequest asks for the result of a method.
type CallRequest struct {
	// URN is that of the resource.
	URN       string
	Arguments *value.Object
	Preview   bool
}
