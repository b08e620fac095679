package lumi

import (
	"context"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"lumi.example/sdk/go/internal/wire"
	"lumi.example/sdk/go/lumirpc"
	"lumi.example/sdk/go/value"
)

// monitor is what a program talks to: lumi, in another process. Calls are on their way when a method returns; answers
// come through the loop, in any order. Calls whose order counts are numbered, as HTTP/2 may deliver them in another one.
type monitor struct {
	client   lumirpc.ResourceMonitorClient
	loop     *loop
	sequence uint64
}

// goal is what a program says of a resource.
type goal struct {
	state        *resourceState
	dependencies []dependency
	dependsOn    []string
	provider     *resourceState
	options      *value.Object
	// readID is the id of an object that is to be read.
	readID *any
}

func (m *monitor) next() uint64 {
	m.sequence++
	return m.sequence
}

// send calls a method on another goroutine, and hands the answer to the loop.
func send[Q, A any](m *monitor, method func(context.Context, Q, ...grpc.CallOption) (A, error), request Q, done func(A) error, fail func(error)) {
	arrive := m.loop.begin()
	go func() {
		response, err := method(context.Background(), request)
		arrive(func() {
			if status.Code(err) == codes.Canceled {
				panic(stopping{})
			}
			if err == nil {
				err = done(response)
			} else {
				err = callError(err)
			}
			if err != nil {
				fail(err)
			}
		})
	}()
}

// callError returns what a failed call means to the program.
func callError(err error) error {
	answered, _ := status.FromError(err)
	for _, detail := range answered.Details() {
		if failed, is := detail.(*lumirpc.ResourceFailed); is {
			return &ResourceError{URN: failed.GetUrn(), message: answered.Message()}
		}
	}
	return &engineError{answered.Message()}
}

// engineError is an error that lumi answers.
type engineError struct{ message string }

func (e *engineError) Error() string { return e.message }

func (m *monitor) register(g *goal, done func(*answer), fail func(error)) {
	message, err := m.goalMessage(g)
	if err != nil {
		fail(err)
		return
	}
	message.Sequence = m.next()
	accept := func(response *lumirpc.NewResourceResponse) error {
		answer, err := answerOf(response)
		if err == nil {
			done(answer)
		}
		return err
	}
	switch {
	case g.readID != nil:
		id, err := wire.Value(*g.readID)
		if err != nil {
			fail(err)
			return
		}
		send(m, m.client.ReadResource, &lumirpc.ReadResourceRequest{Goal: message, Id: id}, accept, fail)
	case g.state.kind == kindRemote:
		m.makeComponent(g, message, done, fail)
	default:
		send(m, m.client.NewResource, &lumirpc.NewResourceRequest{Goal: message}, accept, fail)
	}
}

func (m *monitor) makeComponent(g *goal, message *lumirpc.Goal, done func(*answer), fail func(error)) {
	request := &lumirpc.MakeComponentRequest{Goal: message}
	for _, provider := range g.state.inheritance.providers {
		request.Providers = append(request.Providers, provider.urn)
	}
	isComplete := !g.state.session.facts.isPreview
	send(m, m.client.MakeComponent, request, func(response *lumirpc.MakeComponentResponse) error {
		outputs, err := wire.Members(response.GetOutputs())
		if err == nil {
			done(&answer{outputs: outputs, isComplete: isComplete})
		}
		return err
	}, fail)
}

func (m *monitor) goalMessage(g *goal) (*lumirpc.Goal, error) {
	r := g.state
	inputs, err := wire.Object(r.inputs)
	if err != nil {
		return nil, err
	}
	plain, err := wire.Object(g.options)
	if err != nil {
		return nil, err
	}
	message := &lumirpc.Goal{
		Type: r.kindOf, Name: r.name, Kind: lumirpc.Goal_Kind(r.kind), Inputs: inputs, DependsOn: g.dependsOn,
		Options: plain, Order: &r.order,
	}
	if r.kind == kindRemote {
		message.Kind = lumirpc.Goal_KIND_COMPONENT
	}
	if r.parent != nil {
		message.Parent = r.parent.urn
	}
	if g.provider != nil {
		message.Provider = g.provider.urn
	}
	for _, it := range g.dependencies {
		message.Dependencies = append(message.Dependencies, &lumirpc.Dependency{Path: it.path, Urn: it.source.urn})
	}
	if r.at != nil {
		message.Source = &lumirpc.SourcePosition{File: r.at.shown(r.session.facts.folder), Line: uint32(r.at.line), Column: r.at.column()}
	}
	return message, nil
}

func answerOf(response *lumirpc.NewResourceResponse) (*answer, error) {
	result := &answer{}
	if response.GetId() != nil {
		id, err := wire.Plain(response.GetId())
		if err != nil {
			return nil, err
		}
		result.id = id
	}
	var err error
	switch outputs := response.GetOutputs().(type) {
	case *lumirpc.NewResourceResponse_Planned:
		result.outputs, err = wire.Members(outputs.Planned)
	case *lumirpc.NewResourceResponse_Deployed:
		result.isComplete = true
		result.outputs, err = wire.Members(outputs.Deployed)
	}
	return result, err
}

func (m *monitor) complete(r *resourceState, outputs *value.Object, fail func(error)) {
	message, err := wire.Object(outputs)
	if err != nil {
		fail(err)
		return
	}
	request := &lumirpc.CompleteResourceRequest{Urn: r.urn, Outputs: message, Sequence: m.next()}
	send(m, m.client.CompleteResource, request, func(*lumirpc.CompleteResourceResponse) error { return nil }, fail)
}

func (m *monitor) setOutputs(outputs *value.Object, fail func(error)) {
	message, err := wire.Object(outputs)
	if err != nil {
		fail(err)
		return
	}
	request := &lumirpc.SetOutputsRequest{Outputs: message, Sequence: m.next()}
	send(m, m.client.SetOutputs, request, func(*lumirpc.SetOutputsResponse) error { return nil }, fail)
}

func (m *monitor) log(level lumirpc.LogLevel, message, urn string, fail func(error)) {
	request := &lumirpc.LogRequest{Level: level, Message: message, Urn: urn, Sequence: m.next()}
	send(m, m.client.Log, request, func(*lumirpc.LogResponse) error { return nil }, fail)
}
