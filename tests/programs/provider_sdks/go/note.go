package main

import (
	"context"

	"lumi.example/sdk/go/provider"
)

// note manages the smallest type: its objects are made and deleted.
type note struct{ *conformance }

func noteType(c *conformance) provider.Resource {
	return provider.Resource{
		Type:    "conformance:index:Note",
		Inputs:  []provider.Property{{Name: "text", Type: provider.Text, Required: true}},
		Outputs: []provider.Property{{Name: "text", Type: provider.Text}},
		Handler: note{c},
	}
}

func (n note) Create(_ context.Context, request *provider.CreateRequest) (*provider.Created, error) {
	id := n.prefix() + request.Target.Name + "-" + randomDigits()
	if err := n.write(id, "Note", 1, request.Inputs); err != nil {
		return nil, err
	}
	return &provider.Created{ID: id, Outputs: request.Inputs}, nil
}

func (n note) Delete(_ context.Context, request *provider.DeleteRequest) error {
	return remove(n.file(request.ID, "Note"))
}
