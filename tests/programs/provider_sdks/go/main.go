// The provider of the conformance suite, in Go: objects that are files.
package main

import "lumi.example/sdk/go/provider"

func main() { provider.Serve(&conformance{}) }
