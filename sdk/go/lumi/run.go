package lumi

import (
	"context"
	"errors"
	"fmt"
	"os"

	"lumi.example/sdk/go/internal/programs"
	"lumi.example/sdk/go/internal/transport"
	"lumi.example/sdk/go/lumirpc"
)

// Run runs a program, and is the whole of its main function. It returns when everything that the program has asked for
// is there. `lumi run`, `lumi preview` and `lumi up` start programs of projects with `runtime: go`.
func Run(program func(*Context) error) {
	run, err := programs.Take()
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	response, err := evaluate(run, program)
	if err == nil {
		err = run.Answer(response)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func evaluate(run *programs.Run, program func(*Context) error) (*lumirpc.RunResponse, error) {
	request := run.Request
	connection, err := transport.Dial(request.GetMonitorAddress(), run.Token)
	if err != nil {
		return nil, err
	}
	defer func() { _ = connection.Close() }()
	client := lumirpc.NewResourceMonitorClient(connection)
	info, err := client.GetDeploymentInfo(context.Background(), &lumirpc.GetDeploymentInfoRequest{})
	if err != nil {
		return nil, fmt.Errorf("lumi cannot be reached: %w", err)
	}
	config := map[string]configEntry{}
	for _, entry := range request.GetConfig() {
		config[entry.GetKey()] = configEntry{entry.GetValue(), entry.GetSecret()}
	}
	loop := newLoop()
	s := newSession(facts{
		project: info.GetProject(), stack: info.GetStack(), isPreview: info.GetDryRun(), folder: request.GetProjectFolder(),
		urnPrefix: info.GetUrnPrefix(), config: config,
	}, &monitor{client: client, loop: loop}, loop)
	return s.outcome(program), nil
}

// outcome runs the program to its end, and says how that was.
func (s *session) outcome(program func(*Context) error) (response *lumirpc.RunResponse) {
	defer func() {
		fault := recover()
		if fault == nil {
			return
		}
		switch fault := fault.(type) {
		case stopping:
			response = failedRun(lumirpc.Failed_CAUSE_RESOURCE, nil)
		case stopped:
			response = s.stoppedRun(fault)
		case misuse:
			response = failedRun(lumirpc.Failed_CAUSE_PROGRAM, s.report(fault.err.Error(), fault.at))
		default:
			response = failedRun(lumirpc.Failed_CAUSE_PROGRAM, s.panicReport(fault))
		}
	}()
	err := program(&Context{s})
	s.loop.run(nil)
	if err != nil {
		return s.failedProgram(err)
	}
	return s.finish()
}

// failedProgram is the end of a program that answered an error. What has failed beforehand is told, too.
func (s *session) failedProgram(err error) *lumirpc.RunResponse {
	for _, f := range s.failures {
		if errors.Is(err, f.err) {
			return failedRun(causeOf(f.err), s.failureReport(f))
		}
	}
	return failedRun(causeOf(err), s.report(err.Error(), nil))
}

// finish is the end of a program that has come to its end, when everything that it asked for is there.
func (s *session) finish() *lumirpc.RunResponse {
	var told []*failure
	for _, f := range s.failures {
		if f.isReported() {
			told = append(told, f)
		}
	}
	if len(told) > 0 {
		return s.failuresRun(told)
	}
	if len(s.waiting) > 0 {
		return failedRun(lumirpc.Failed_CAUSE_STALLED, s.stalledReport())
	}
	d, err := newDraft(s, s.outputs, "output", "the stack")
	if err != nil {
		return failedRun(lumirpc.Failed_CAUSE_PROGRAM, s.report(err.Error(), nil))
	}
	// Values that came from resources are looked into once more, as there may be resources in them.
	cells, err := d.cells()
	for _, c := range cells {
		if c.failure != nil {
			return s.failuresRun([]*failure{c.failure})
		}
		if c.state == pending {
			return failedRun(lumirpc.Failed_CAUSE_STALLED, s.stalledReport())
		}
	}
	var failed error
	if err == nil {
		s.monitor.setOutputs(d.finish(), func(err error) { failed = err })
		s.loop.run(nil)
		err = failed
	}
	if err != nil {
		return failedRun(lumirpc.Failed_CAUSE_PROGRAM, s.report(err.Error(), nil))
	}
	return &lumirpc.RunResponse{Outcome: &lumirpc.RunResponse_Finished{Finished: &lumirpc.Finished{}}}
}

func (s *session) stoppedRun(fault stopped) (response *lumirpc.RunResponse) {
	report := s.report(fmt.Sprintf(
		"the program waits for %s, which is known only after deployment\n"+
			"the resources registered so far are planned; the graph is incomplete", fault.origin), fault.at)
	report.Severity = lumirpc.Report_SEVERITY_NOTE
	report.Help = "to plan what follows, use Apply, or pass the Output as an input"
	response = &lumirpc.RunResponse{Outcome: &lumirpc.RunResponse_Stopped{Stopped: &lumirpc.Stopped{Report: report}}}
	// The run may end meanwhile, or a callback wait as well.
	defer func() { _ = recover() }()
	s.loop.run(nil)
	return response
}
