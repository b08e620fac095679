package lumi

import (
	"errors"
	"fmt"
	"runtime"
	"strings"

	"lumi.example/sdk/go/lumirpc"
)

// How many stack frames and causes a report has.
const mostDetails = 12

func (s *session) report(message string, at *position) *lumirpc.Report {
	return &lumirpc.Report{Severity: lumirpc.Report_SEVERITY_ERROR, Message: message, At: at.place(s.facts.folder)}
}

func failedRun(cause lumirpc.Failed_Cause, report *lumirpc.Report) *lumirpc.RunResponse {
	return &lumirpc.RunResponse{Outcome: &lumirpc.RunResponse_Failed{Failed: &lumirpc.Failed{Cause: cause, Report: report}}}
}

// causeOf says whose fault an error is.
func causeOf(err error) lumirpc.Failed_Cause {
	var resource *ResourceError
	if errors.As(err, &resource) && resource.URN != "" {
		return lumirpc.Failed_CAUSE_RESOURCE
	}
	return lumirpc.Failed_CAUSE_PROGRAM
}

// failuresRun is the end of a program with failures that it did not handle: its own come first, as lumi has told of
// those that it knows.
func (s *session) failuresRun(failures []*failure) *lumirpc.RunResponse {
	var own []*failure
	for _, f := range failures {
		if causeOf(f.err) == lumirpc.Failed_CAUSE_PROGRAM {
			own = append(own, f)
		}
	}
	if len(own) == 0 {
		own = failures[:1]
	}
	report := s.failureReport(own[0])
	for _, f := range own[1:min(len(own), mostDetails)] {
		report.Related = append(report.Related, s.failureReport(f))
	}
	return failedRun(causeOf(own[0].err), report)
}

func (s *session) failureReport(f *failure) *lumirpc.Report { return s.report(f.message(), f.at) }

func (s *session) stalledReport() *lumirpc.Report {
	report := s.report("the program cannot finish: it waits for a value that never comes", nil)
	for _, w := range s.waiting[:min(len(s.waiting), mostDetails)] {
		others := strings.Join(w.waitsFor(), " and ")
		if others == "" {
			others = "a value"
		}
		report.Details = append(report.Details, fmt.Sprintf("%s waits for %s", w.what, others))
	}
	if len(s.waiting) == 0 {
		report.Details = []string{"an output of the stack waits for a value"}
	}
	report.Help = "does every component call RegisterOutputs?"
	return report
}

// panicReport is made while the stack of the panic is still there.
func (s *session) panicReport(fault any) *lumirpc.Report {
	counters := make([]uintptr, 64)
	frames := runtime.CallersFrames(counters[:runtime.Callers(1, counters)])
	var at *position
	var details []string
	for {
		frame, more := frames.Next()
		isForeign := strings.HasPrefix(frame.Function, ownPackage) || strings.HasPrefix(frame.Function, "runtime.")
		if frame.Function != "" && !isForeign && len(details) < mostDetails {
			here := &position{frame.File, frame.Line}
			if at == nil {
				at = here
			}
			details = append(details, fmt.Sprintf("at %s (%s:%d)", frame.Function, here.shown(s.facts.folder), frame.Line))
		}
		if !more {
			break
		}
	}
	report := s.report(fmt.Sprintf("panic: %v", fault), at)
	report.Details = details
	return report
}
