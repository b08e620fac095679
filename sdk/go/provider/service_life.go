package provider

import (
	"context"

	"google.golang.org/grpc/codes"

	"lumi.example/sdk/go/internal/wire"
	"lumi.example/sdk/go/lumirpc"
)

func (s *service) Create(ctx context.Context, request *lumirpc.CreateRequest) (*lumirpc.CreateResponse, error) {
	resource, target, err := s.resource(request.GetTarget())
	if err != nil {
		return nil, err
	}
	read := members{}
	inputs := read.always(request.GetInputs())
	if read.err != nil {
		return nil, read.err
	}
	if request.GetPreview() {
		preview := &PreviewRequest{Target: target, Inputs: inputs, FollowsDelete: request.GetFollowsDelete()}
		outputs, err := s.preview(ctx, resource, preview)
		return &lumirpc.CreateResponse{Outputs: outputs}, err
	}
	return run(s, ctx, target.URN, func(ctx context.Context) (*lumirpc.CreateResponse, error) {
		created, err := resource.Handler.Create(ctx, &CreateRequest{Target: target, Inputs: inputs})
		if err != nil {
			return nil, err
		}
		outputs, err := wire.Object(created.Outputs)
		return &lumirpc.CreateResponse{Id: created.ID, Outputs: outputs}, err
	})
}

func (s *service) Read(ctx context.Context, request *lumirpc.ReadRequest) (*lumirpc.ReadResponse, error) {
	resource, target, err := s.resource(request.GetTarget())
	if err != nil {
		return nil, err
	}
	reader, err := part[Reader](resource.Handler, "Read")
	if err != nil {
		return nil, err
	}
	read := members{}
	wanted := &ReadRequest{
		Target:      target,
		ID:          request.GetId(),
		Inputs:      read.of(request.GetInputs()),
		Outputs:     read.of(request.GetOutputs()),
		BegunUpdate: read.of(request.GetBegunUpdate()),
	}
	if read.err != nil {
		return nil, read.err
	}
	return run(s, ctx, target.URN, func(ctx context.Context) (*lumirpc.ReadResponse, error) {
		state, err := reader.Read(ctx, wanted)
		if err != nil || state == nil {
			return &lumirpc.ReadResponse{}, err
		}
		message, err := stateMessage(state)
		return &lumirpc.ReadResponse{State: message}, err
	})
}

func (s *service) Update(ctx context.Context, request *lumirpc.UpdateRequest) (*lumirpc.UpdateResponse, error) {
	resource, target, err := s.resource(request.GetTarget())
	if err != nil {
		return nil, err
	}
	updater, err := part[Updater](resource.Handler, "Update")
	if err != nil {
		return nil, err
	}
	read := members{}
	update := &UpdateRequest{
		Target:     target,
		ID:         request.GetId(),
		OldInputs:  read.always(request.GetOldInputs()),
		OldOutputs: read.always(request.GetOldOutputs()),
		Inputs:     read.always(request.GetInputs()),
	}
	if read.err != nil {
		return nil, read.err
	}
	if request.GetPreview() {
		preview := &PreviewRequest{Target: target, ID: update.ID, OldInputs: update.OldInputs, OldOutputs: update.OldOutputs, Inputs: update.Inputs}
		outputs, err := s.preview(ctx, resource, preview)
		return &lumirpc.UpdateResponse{Outputs: outputs}, err
	}
	return run(s, ctx, target.URN, func(ctx context.Context) (*lumirpc.UpdateResponse, error) {
		updated, err := updater.Update(ctx, update)
		if err != nil {
			return nil, err
		}
		outputs, err := wire.Object(updated)
		return &lumirpc.UpdateResponse{Outputs: outputs}, err
	})
}

func (s *service) Delete(ctx context.Context, request *lumirpc.DeleteRequest) (*lumirpc.DeleteResponse, error) {
	resource, target, err := s.resource(request.GetTarget())
	if err != nil {
		return nil, err
	}
	read := members{}
	wanted := &DeleteRequest{
		Target:  target,
		ID:      request.GetId(),
		Inputs:  read.always(request.GetInputs()),
		Outputs: read.always(request.GetOutputs()),
	}
	if read.err != nil {
		return nil, read.err
	}
	return run(s, ctx, target.URN, func(ctx context.Context) (*lumirpc.DeleteResponse, error) {
		return &lumirpc.DeleteResponse{}, resource.Handler.Delete(ctx, wanted)
	})
}

func (s *service) Settle(ctx context.Context, request *lumirpc.SettleRequest) (*lumirpc.SettleResponse, error) {
	resource, target, err := s.resource(request.GetTarget())
	if err != nil {
		return nil, err
	}
	settler, err := part[Settler](resource.Handler, "Settle")
	if err != nil {
		return nil, err
	}
	return run(s, ctx, target.URN, func(ctx context.Context) (*lumirpc.SettleResponse, error) {
		return &lumirpc.SettleResponse{}, settler.Settle(ctx, target)
	})
}

func (s *service) Recover(ctx context.Context, request *lumirpc.RecoverRequest) (*lumirpc.RecoverResponse, error) {
	resource, target, err := s.resource(request.GetTarget())
	if err != nil {
		return nil, err
	}
	recoverer, err := part[Recoverer](resource.Handler, "Recover")
	if err != nil {
		return nil, err
	}
	read := members{}
	wanted := &RecoverRequest{Target: target, Inputs: read.always(request.GetInputs())}
	if read.err != nil {
		return nil, read.err
	}
	return run(s, ctx, target.URN, func(ctx context.Context) (*lumirpc.RecoverResponse, error) {
		state, err := recoverer.Recover(ctx, wanted)
		switch {
		case err == ErrUnclear:
			return &lumirpc.RecoverResponse{}, nil
		case err != nil:
			return nil, err
		case state == nil:
			return &lumirpc.RecoverResponse{Outcome: &lumirpc.RecoverResponse_Absent_{Absent: &lumirpc.RecoverResponse_Absent{}}}, nil
		}
		message, err := stateMessage(state)
		return &lumirpc.RecoverResponse{Outcome: &lumirpc.RecoverResponse_Found{Found: message}}, err
	})
}

func stateMessage(state *State) (*lumirpc.ReadState, error) {
	inputs, err := wire.Object(state.Inputs)
	if err != nil {
		return nil, err
	}
	outputs, err := wire.Object(state.Outputs)
	if err != nil {
		return nil, err
	}
	if state.ID == "" {
		return nil, Fail(codes.Internal, "the provider answered an object without an id")
	}
	return &lumirpc.ReadState{Id: state.ID, Inputs: inputs, Outputs: outputs}, nil
}
