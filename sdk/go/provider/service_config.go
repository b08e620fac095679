package provider

import (
	"context"

	"lumi.example/sdk/go/internal/wire"
	"lumi.example/sdk/go/lumirpc"
)

func (s *service) CheckConfig(ctx context.Context, request *lumirpc.CheckConfigRequest) (*lumirpc.CheckResponse, error) {
	checker, err := part[ConfigChecker](s.provider, "CheckConfig")
	if err != nil {
		return nil, err
	}
	read := members{}
	config := read.always(request.GetConfig())
	if read.err != nil {
		return nil, read.err
	}
	return run(s, ctx, "", func(ctx context.Context) (*lumirpc.CheckResponse, error) {
		checked, err := checker.CheckConfig(ctx, config)
		if err != nil {
			return nil, err
		}
		return checkMessage(checked)
	})
}

func (s *service) DiffConfig(ctx context.Context, request *lumirpc.DiffConfigRequest) (*lumirpc.DiffResponse, error) {
	differ, err := part[ConfigDiffer](s.provider, "DiffConfig")
	if err != nil {
		return nil, err
	}
	read := members{}
	old, config := read.always(request.GetOldInputs()), read.always(request.GetInputs())
	if read.err != nil {
		return nil, read.err
	}
	return run(s, ctx, "", func(ctx context.Context) (*lumirpc.DiffResponse, error) {
		diff, err := differ.DiffConfig(ctx, old, config)
		if err != nil {
			return nil, err
		}
		return diffMessage(diff), nil
	})
}

func (s *service) Configure(ctx context.Context, request *lumirpc.ConfigureRequest) (*lumirpc.ConfigureResponse, error) {
	configurer, err := part[Configurer](s.provider, "Configure")
	if err != nil {
		return nil, err
	}
	read := members{}
	config := read.always(request.GetConfig())
	if read.err != nil {
		return nil, read.err
	}
	return run(s, ctx, "", func(ctx context.Context) (*lumirpc.ConfigureResponse, error) {
		return &lumirpc.ConfigureResponse{}, configurer.Configure(ctx, config)
	})
}

func checkMessage(checked *Checked) (*lumirpc.CheckResponse, error) {
	inputs, err := wire.Object(checked.Inputs)
	if err != nil {
		return nil, err
	}
	message := &lumirpc.CheckResponse{Inputs: inputs}
	for _, failure := range checked.Failures {
		message.Failures = append(message.Failures, &lumirpc.InputFailure{Path: failure.Path, Reason: failure.Reason})
	}
	return message, nil
}

func diffMessage(diff *Diff) *lumirpc.DiffResponse {
	message := &lumirpc.DiffResponse{Changes: lumirpc.DiffResponse_CHANGES_NONE, DeleteBeforeReplace: diff.DeleteBeforeReplace}
	for _, change := range diff.Changes {
		message.Changes = lumirpc.DiffResponse_CHANGES_SOME
		message.Properties = append(message.Properties, &lumirpc.PropertyChange{
			Path:     change.Path,
			Kind:     lumirpc.PropertyChange_Kind(change.Kind),
			Replaces: change.Replaces,
		})
	}
	return message
}
