package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"

	"lumi.example/sdk/go/lumirpc"
)

// How many errors of the compiler are shown.
const mostErrors = 12

// How long a process that is killed has to close its output.
const killPatience = time.Second

// built returns the executable of a program: that which `main` of the project names, or the package in a folder, compiled.
func built(ctx context.Context, request *lumirpc.RunRequest, into string) (string, *lumirpc.Report) {
	folder := request.GetProgram()
	info, err := os.Stat(folder)
	if err != nil {
		return "", report(err.Error())
	}
	if !info.IsDir() {
		if filepath.Ext(folder) != ".go" {
			return folder, nil
		}
		folder = filepath.Dir(folder)
	}
	if _, err := exec.LookPath("go"); err != nil {
		problem := report("Go is not installed: programs in Go are compiled when they are run")
		problem.Help = "get it from https://go.dev, or name a program that is compiled already as `main` in Lumi.yaml"
		return "", problem
	}
	executable := filepath.Join(into, "program")
	command := exec.CommandContext(ctx, "go", "build", "-o", executable, ".")
	command.Dir = folder
	command.WaitDelay = killPatience
	output, err := command.CombinedOutput()
	if err != nil {
		return "", compilerReport(string(output), err, folder, request.GetProjectFolder())
	}
	if info, err := os.Stat(executable); err != nil || !info.Mode().IsRegular() || info.Mode()&0o100 == 0 {
		return "", report(fmt.Sprintf("%s is no program: its package must be called `main`", folder))
	}
	return executable, nil
}

var compilerLine = regexp.MustCompile(`^(.+\.go):(\d+)(?::(\d+))?: (.*)$`)

// compilerReport shows the first error of the compiler at its place, and the others below it.
func compilerReport(output string, err error, folder, project string) *lumirpc.Report {
	problem := report("")
	for _, line := range strings.Split(strings.TrimSpace(output), "\n") {
		match := compilerLine.FindStringSubmatch(line)
		switch {
		case strings.HasPrefix(line, "# ") || line == "":
		case match == nil && len(problem.Details) < mostErrors:
			problem.Details = append(problem.Details, line)
		case match == nil:
		case problem.Message == "":
			problem.Message, problem.At = match[4], placeOf(match, folder, project)
		case len(problem.Related) < mostErrors:
			related := report(match[4])
			related.At = placeOf(match, folder, project)
			problem.Related = append(problem.Related, related)
		}
	}
	if problem.Message == "" {
		problem.Message = fmt.Sprintf("the program cannot be compiled: %s", err)
		var missing *exec.ExitError
		if !errors.As(err, &missing) {
			return problem
		}
		problem.Help = "`go mod tidy` in the folder of the program adds modules that are missing"
	}
	return problem
}

func placeOf(match []string, folder, project string) *lumirpc.Place {
	file := match[1]
	if !filepath.IsAbs(file) {
		file = filepath.Join(folder, file)
	}
	line, _ := strconv.ParseUint(match[2], 10, 32)
	column, _ := strconv.ParseUint(match[3], 10, 32)
	place := &lumirpc.Place{File: file, Line: uint32(line), Column: max(uint32(column), 1)}
	if source, err := os.ReadFile(file); err == nil {
		if lines := strings.Split(string(source), "\n"); line >= 1 && int(line) <= len(lines) {
			place.Text = &lines[line-1]
		}
	}
	if relative, err := filepath.Rel(project, file); err == nil && !strings.HasPrefix(relative, "..") {
		place.File = filepath.ToSlash(relative)
	}
	return place
}

// commandOf returns the process of a program. Standard input is for lumi alone.
func commandOf(ctx context.Context, executable string, request *lumirpc.RunRequest) *exec.Cmd {
	command := exec.CommandContext(ctx, executable, request.GetArguments()...)
	command.Dir = request.GetProjectFolder()
	command.Stdout, command.Stderr = os.Stdout, os.Stderr
	return command
}

// timeoutOf returns the flag that has a meaning for Go; there is no sandbox to open.
func timeoutOf(flags []string) (time.Duration, error) {
	for _, flag := range flags {
		text, has := strings.CutPrefix(flag, "--timeout=")
		if !has {
			continue
		}
		if seconds, err := strconv.ParseFloat(text, 64); err == nil {
			return time.Duration(seconds * float64(time.Second)), nil
		}
		return time.ParseDuration(text)
	}
	return 0, nil
}
