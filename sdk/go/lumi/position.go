package lumi

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"lumi.example/sdk/go/lumirpc"
)

// position is a place in the source of a program; lines count from 1.
type position struct {
	file string
	line int
}

const ownPackage = "lumi.example/sdk/go/lumi."

// callerPosition returns the place in the program that called this package.
func callerPosition() *position {
	counters := make([]uintptr, 64)
	frames := runtime.CallersFrames(counters[:runtime.Callers(2, counters)])
	for {
		frame, more := frames.Next()
		if frame.Function != "" && !strings.HasPrefix(frame.Function, ownPackage) && !strings.HasPrefix(frame.Function, "runtime.") {
			return &position{frame.File, frame.Line}
		}
		if !more {
			return nil
		}
	}
}

// shown returns the file relative to a folder, if it is in there.
func (p *position) shown(folder string) string {
	relative, err := filepath.Rel(folder, p.file)
	if err != nil || strings.HasPrefix(relative, "..") {
		return p.file
	}
	return filepath.ToSlash(relative)
}

// text returns the line itself; "" if it cannot be read.
func (p *position) text() string {
	source, err := os.ReadFile(p.file)
	lines := strings.Split(string(source), "\n")
	if err != nil || p.line < 1 || p.line > len(lines) {
		return ""
	}
	return strings.TrimRight(lines[p.line-1], "\r")
}

// column returns where the text of the line begins, counted from 1: Go does not tell columns.
func (p *position) column() uint32 {
	text := p.text()
	return uint32(len(text)-len(strings.TrimLeft(text, " \t"))) + 1
}

func (p *position) place(folder string) *lumirpc.Place {
	if p == nil {
		return nil
	}
	place := &lumirpc.Place{File: p.shown(folder), Line: uint32(p.line), Column: p.column()}
	if text := p.text(); text != "" {
		place.Text = &text
	}
	return place
}
