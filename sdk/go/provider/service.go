package provider

import (
	"context"
	"fmt"
	"os"
	"runtime/debug"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"lumi.example/sdk/go/internal/transport"
	"lumi.example/sdk/go/internal/wire"
	"lumi.example/sdk/go/lumirpc"
	"lumi.example/sdk/go/value"
)

// service answers the calls of lumi.
type service struct {
	lumirpc.UnimplementedResourceProviderServer
	provider  Provider
	described Package
	resources map[string]Resource
	functions map[string]Function
	methods   map[string]Method
	log       logger
	running   running
}

func newService(provider Provider, described Package, log logger) *service {
	s := &service{
		provider:  provider,
		described: described,
		resources: map[string]Resource{},
		functions: map[string]Function{},
		methods:   map[string]Method{},
		log:       log,
		running:   running{cancels: map[int]context.CancelFunc{}},
	}
	for _, resource := range described.Resources {
		s.resources[resource.Type] = resource
	}
	for _, function := range described.Functions {
		s.functions[function.Token] = function
	}
	for _, method := range described.Methods {
		s.methods[method.Token] = method
	}
	return s
}

// run calls a part of the provider for a resource. A panic is answered as an error with an unknown outcome.
func run[T any](s *service, ctx context.Context, urn string, call func(context.Context) (T, error)) (answer T, err error) {
	ctx, end := s.running.begin(s.log.of(ctx, urn))
	defer end()
	defer func() {
		if fault := recover(); fault != nil {
			fmt.Fprintf(os.Stderr, "panic: %v\n%s", fault, debug.Stack())
			err = status.Error(codes.Unknown, fmt.Sprint(fault))
		}
	}()
	answer, err = call(ctx)
	if err != nil {
		err = statusOf(err)
	}
	return answer, err
}

// part returns a part of the provider or of a handler.
func part[T any](of any, method string) (T, error) {
	found, is := of.(T)
	if !is {
		return found, status.Errorf(codes.Unimplemented, "there is no %s", method)
	}
	return found, nil
}

func (s *service) resource(target *lumirpc.Target) (Resource, Target, error) {
	resource, has := s.resources[target.GetType()]
	if !has {
		return resource, Target{}, status.Errorf(codes.NotFound, "there is no resource type `%s`", target.GetType())
	}
	return resource, Target{URN: target.GetUrn(), Type: target.GetType(), Name: target.GetName(), Timeout: target.GetTimeout()}, nil
}

// members reads the objects of a request, one after the other; an absent one is nil.
type members struct{ err error }

func (m *members) of(message *lumirpc.Object) *value.Object {
	if message == nil || m.err != nil {
		return nil
	}
	object, err := wire.Members(message)
	if err != nil {
		m.err = status.Error(codes.InvalidArgument, err.Error())
	}
	return object
}

// always reads an object that has no members where it is absent.
func (m *members) always(message *lumirpc.Object) *value.Object {
	if object := m.of(message); object != nil {
		return object
	}
	return value.NewObject()
}

func (s *service) Handshake(_ context.Context, request *lumirpc.HandshakeRequest) (*lumirpc.HandshakeResponse, error) {
	if request.GetProtocol() != transport.Protocol {
		message := "this plugin speaks version %d of the protocol, and lumi version %d"
		return nil, status.Errorf(codes.FailedPrecondition, message, transport.Protocol, request.GetProtocol())
	}
	return &lumirpc.HandshakeResponse{
		Protocol:     transport.Protocol,
		Package:      s.described.Name,
		Version:      s.described.Version,
		KeepsSecrets: s.described.KeepsSecrets,
	}, nil
}

func (s *service) GetSchema(context.Context, *lumirpc.GetSchemaRequest) (*lumirpc.GetSchemaResponse, error) {
	return schemaMessage(s.described), nil
}

func (s *service) Cancel(context.Context, *lumirpc.CancelRequest) (*lumirpc.CancelResponse, error) {
	s.running.cancel()
	return &lumirpc.CancelResponse{}, nil
}
