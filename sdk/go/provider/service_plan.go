package provider

import (
	"context"

	"lumi.example/sdk/go/internal/wire"
	"lumi.example/sdk/go/lumirpc"
	"lumi.example/sdk/go/value"
)

func (s *service) Check(ctx context.Context, request *lumirpc.CheckRequest) (*lumirpc.CheckResponse, error) {
	resource, target, err := s.resource(request.GetTarget())
	if err != nil {
		return nil, err
	}
	checker, is := resource.Handler.(Checker)
	if !is {
		return &lumirpc.CheckResponse{Inputs: request.GetInputs()}, nil
	}
	read := members{}
	check := &CheckRequest{Target: target, OldInputs: read.of(request.GetOldInputs()), Inputs: read.always(request.GetInputs())}
	if read.err != nil {
		return nil, read.err
	}
	return run(s, ctx, target.URN, func(ctx context.Context) (*lumirpc.CheckResponse, error) {
		checked, err := checker.Check(ctx, check)
		if err != nil {
			return nil, err
		}
		return checkMessage(checked)
	})
}

func (s *service) Diff(ctx context.Context, request *lumirpc.DiffRequest) (*lumirpc.DiffResponse, error) {
	resource, target, err := s.resource(request.GetTarget())
	if err != nil {
		return nil, err
	}
	read := members{}
	diff := &DiffRequest{
		Target:     target,
		ID:         request.GetId(),
		OldInputs:  read.always(request.GetOldInputs()),
		OldOutputs: read.always(request.GetOldOutputs()),
		Inputs:     read.always(request.GetInputs()),
	}
	if read.err != nil {
		return nil, read.err
	}
	differ, is := resource.Handler.(Differ)
	if !is {
		return defaultDiff(resource.Handler, diff), nil
	}
	return run(s, ctx, target.URN, func(ctx context.Context) (*lumirpc.DiffResponse, error) {
		answer, err := differ.Diff(ctx, diff)
		if err != nil {
			return nil, err
		}
		return diffMessage(answer), nil
	})
}

// defaultDiff leaves the comparison to lumi, but for objects that cannot be changed in place.
func defaultDiff(handler Handler, request *DiffRequest) *lumirpc.DiffResponse {
	if _, is := handler.(Updater); is {
		return &lumirpc.DiffResponse{Changes: lumirpc.DiffResponse_CHANGES_UNKNOWN}
	}
	changes := Compare(request.OldInputs, request.Inputs)
	for i := range changes {
		changes[i].Replaces = true
	}
	return diffMessage(&Diff{Changes: changes})
}

// preview answers the outputs of a plan.
func (s *service) preview(ctx context.Context, resource Resource, request *PreviewRequest) (*lumirpc.Object, error) {
	return run(s, ctx, request.Target.URN, func(ctx context.Context) (*lumirpc.Object, error) {
		if previewer, is := resource.Handler.(Previewer); is {
			outputs, err := previewer.Preview(ctx, request)
			if err != nil {
				return nil, err
			}
			return wire.Object(outputs)
		}
		outputs := value.NewObject()
		for _, property := range resource.Outputs {
			if request.Inputs.Has(property.Name) {
				outputs.Set(property.Name, request.Inputs.Get(property.Name))
			}
		}
		return wire.Object(outputs)
	})
}
