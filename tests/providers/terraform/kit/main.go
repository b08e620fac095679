// A provider for tests of src/terraform, served by version 6 of the protocol. It manages nothing outside of
// its own answers, and does wrong what its configuration asks for.
package main

import (
	"context"
	"fmt"
	"os"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/providerserver"
)

func main() {
	switch os.Getenv("KIT_START") {
	case "crash":
		panic("kit: crash at start")
	case "garbage":
		fmt.Println("this is not a handshake")
	case "flood":
		// More than any pipe holds.
		line := strings.Repeat("x", 1000)
		for range 100_000 {
			fmt.Fprintln(os.Stderr, "[DEBUG] "+line)
		}
	}
	options := providerserver.ServeOpts{
		Address:         "lumi.test/lumi/kit",
		ProtocolVersion: 6,
		// Prints where it listens, for hosts that do not start it.
		Debug: os.Getenv("KIT_START") == "debug",
	}
	if err := providerserver.Serve(context.Background(), newProvider, options); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
