package provider

import (
	"context"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"lumi.example/sdk/go/internal/wire"
	"lumi.example/sdk/go/lumirpc"
)

func (s *service) List(ctx context.Context, request *lumirpc.ListRequest) (*lumirpc.ListResponse, error) {
	resource, target, err := s.resource(request.GetTarget())
	if err != nil {
		return nil, err
	}
	lister, err := part[Lister](resource.Handler, "List")
	if err != nil {
		return nil, err
	}
	return run(s, ctx, target.URN, func(ctx context.Context) (*lumirpc.ListResponse, error) {
		page, err := lister.List(ctx, &ListRequest{Target: target, Place: request.Place, Page: request.Page})
		if err != nil {
			return nil, err
		}
		return pageMessage(page)
	})
}

func pageMessage(page *Page) (*lumirpc.ListResponse, error) {
	message := &lumirpc.ListResponse{}
	if page.Next != "" {
		message.NextPage = &page.Next
	}
	for _, object := range page.Objects {
		listed := &lumirpc.ListedObject{Id: object.ID, Name: object.Name}
		if object.State != nil {
			var err error
			if listed.State, err = stateMessage(object.State); err != nil {
				return nil, err
			}
		}
		message.Objects = append(message.Objects, listed)
	}
	return message, nil
}

func (s *service) Invoke(ctx context.Context, request *lumirpc.InvokeRequest) (*lumirpc.InvokeResponse, error) {
	function, has := s.functions[request.GetToken()]
	if !has {
		return nil, status.Errorf(codes.NotFound, "there is no function `%s`", request.GetToken())
	}
	read := members{}
	invoke := &InvokeRequest{Arguments: read.always(request.GetArguments()), Preview: request.GetPreview()}
	if read.err != nil {
		return nil, read.err
	}
	return run(s, ctx, "", func(ctx context.Context) (*lumirpc.InvokeResponse, error) {
		result, err := function.Invoke(ctx, invoke)
		if err != nil {
			return nil, err
		}
		message, err := wire.Value(result)
		return &lumirpc.InvokeResponse{Result: message}, err
	})
}

func (s *service) Call(ctx context.Context, request *lumirpc.CallRequest) (*lumirpc.CallResponse, error) {
	method, has := s.methods[request.GetToken()]
	if !has {
		return nil, status.Errorf(codes.NotFound, "there is no method `%s`", request.GetToken())
	}
	read := members{}
	call := &CallRequest{URN: request.GetTarget(), Arguments: read.always(request.GetArguments()), Preview: request.GetPreview()}
	if read.err != nil {
		return nil, read.err
	}
	return run(s, ctx, call.URN, func(ctx context.Context) (*lumirpc.CallResponse, error) {
		result, err := method.Call(ctx, call)
		if err != nil {
			return nil, err
		}
		message, err := wire.Value(result)
		return &lumirpc.CallResponse{Result: message}, err
	})
}
