package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"sync"
	"time"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"lumi.example/sdk/go/internal/programs"
	"lumi.example/sdk/go/internal/transport"
	"lumi.example/sdk/go/lumirpc"
)

const version = "0.1.0"

var (
	errInterrupted = errors.New("interrupted")
	errTimeout     = errors.New("timeout")
)

// runtime is the service: one run, and how to stop it.
type runtime struct {
	lumirpc.UnimplementedLanguageRuntimeServer
	token string
	// whole ends when the program is to end.
	whole context.Context
	stop  context.CancelCauseFunc
	mutex sync.Mutex
	isRun bool
	// running has the run, from its call to its end.
	running sync.WaitGroup
}

func newRuntime(token string) *runtime {
	r := &runtime{token: token}
	r.whole, r.stop = context.WithCancelCause(context.Background())
	return r
}

func (r *runtime) cancel() { r.stop(errInterrupted) }

// close ends the run, and waits until its program and its files are gone, but not for ever.
func (r *runtime) close(patience time.Duration) {
	r.cancel()
	r.mutex.Lock()
	r.isRun = true
	r.mutex.Unlock()
	ended := make(chan struct{})
	go func() {
		r.running.Wait()
		close(ended)
	}()
	select {
	case <-ended:
	case <-time.After(patience):
	}
}

func (r *runtime) GetPluginInfo(context.Context, *lumirpc.GetPluginInfoRequest) (*lumirpc.GetPluginInfoResponse, error) {
	return &lumirpc.GetPluginInfoResponse{Protocol: transport.Protocol, Version: version, KeepsSecrets: true}, nil
}

func (r *runtime) Cancel(context.Context, *lumirpc.CancelRunRequest) (*lumirpc.CancelRunResponse, error) {
	r.cancel()
	return &lumirpc.CancelRunResponse{}, nil
}

func (r *runtime) Run(_ context.Context, request *lumirpc.RunRequest) (*lumirpc.RunResponse, error) {
	if !r.begin() {
		return nil, status.Error(codes.FailedPrecondition, "this language host has run its program; start another one")
	}
	defer r.running.Done()
	connection, err := transport.Dial(request.GetMonitorAddress(), r.token)
	if err != nil {
		return nil, status.Errorf(codes.InvalidArgument, "`monitor_address`: %s", err)
	}
	_ = connection.Close()
	limit, err := timeoutOf(request.GetFlags())
	if err != nil {
		return nil, status.Error(codes.InvalidArgument, err.Error())
	}
	if limit > 0 {
		timer := time.AfterFunc(limit, func() { r.stop(errTimeout) })
		defer timer.Stop()
	}
	return r.run(request, limit), nil
}

// begin notes that the run is under way; there is one at most.
func (r *runtime) begin() bool {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	if r.isRun {
		return false
	}
	r.isRun = true
	r.running.Add(1)
	return true
}

func (r *runtime) run(request *lumirpc.RunRequest, limit time.Duration) *lumirpc.RunResponse {
	build, err := os.MkdirTemp("", "lumi-go-")
	if err != nil {
		return failed(lumirpc.Failed_CAUSE_INTERNAL, report(err.Error()))
	}
	defer func() { _ = os.RemoveAll(build) }()
	executable, problem := built(r.whole, request, build)
	if problem != nil && r.whole.Err() == nil {
		return failed(lumirpc.Failed_CAUSE_PROGRAM, problem)
	}
	var response *lumirpc.RunResponse
	var ended error
	if problem == nil {
		response, ended = r.program(executable, request)
	}
	switch cause := context.Cause(r.whole); {
	case errors.Is(cause, errTimeout):
		message := report(fmt.Sprintf("the program was stopped after %s", limit))
		message.Help = "look for an infinite loop, or allow more time with --timeout; the time that its resources take counts, too"
		return failed(lumirpc.Failed_CAUSE_PROGRAM, message)
	case cause != nil:
		return failed(lumirpc.Failed_CAUSE_CANCELLED, report(cause.Error()))
	case ended != nil:
		return failed(lumirpc.Failed_CAUSE_PROGRAM, report("the program ended before its end: "+ended.Error()))
	}
	return response
}

// program runs the executable to its end.
func (r *runtime) program(executable string, request *lumirpc.RunRequest) (*lumirpc.RunResponse, error) {
	command := commandOf(r.whole, executable, request)
	answer, err := programs.Start(command, r.token, request)
	if err != nil {
		return nil, err
	}
	response, err := answer()
	ended := command.Wait()
	switch {
	case err != nil:
		return nil, err
	case response != nil:
		return response, nil
	case ended != nil:
		return nil, ended
	}
	return nil, errors.New("its main function did not call lumi.Run, or the program ended itself")
}

func failed(cause lumirpc.Failed_Cause, report *lumirpc.Report) *lumirpc.RunResponse {
	return &lumirpc.RunResponse{Outcome: &lumirpc.RunResponse_Failed{Failed: &lumirpc.Failed{Cause: cause, Report: report}}}
}

func report(message string) *lumirpc.Report {
	return &lumirpc.Report{Severity: lumirpc.Report_SEVERITY_ERROR, Message: message}
}
