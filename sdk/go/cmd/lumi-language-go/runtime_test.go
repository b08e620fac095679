package main

import (
	"context"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"lumi.example/sdk/go/lumirpc"
)

// eventually waits until a question is answered by yes.
func eventually(t *testing.T, question func() bool) {
	t.Helper()
	for end := time.Now().Add(20 * time.Second); !question(); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("it does not happen")
		}
	}
}

func TestNothingIsLeftOfARunThatIsClosed(t *testing.T) {
	folder, temporary := t.TempDir(), t.TempDir()
	t.Setenv("TMPDIR", temporary)
	program := filepath.Join(folder, "program")
	if err := os.WriteFile(program, []byte("#!/bin/sh\necho $$ > id\nexec sleep 100\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	r := newRuntime("token")
	request := &lumirpc.RunRequest{MonitorAddress: "127.0.0.1:1", Program: program, ProjectFolder: folder}
	go func() { _, _ = r.Run(context.Background(), request) }()
	var id int
	eventually(t, func() bool {
		text, _ := os.ReadFile(filepath.Join(folder, "id"))
		id, _ = strconv.Atoi(strings.TrimSpace(string(text)))
		return id > 0
	})
	r.close(20 * time.Second)
	if left, _ := os.ReadDir(temporary); len(left) > 0 {
		t.Errorf("%s is left", left)
	}
	if err := syscall.Kill(id, 0); err == nil {
		t.Error("the program is still there")
	}
}

func TestAHostWithoutARunClosesAtOnce(t *testing.T) {
	before := time.Now()
	newRuntime("token").close(20 * time.Second)
	if time.Since(before) > 10*time.Second {
		t.Error("it waits for nothing")
	}
}
