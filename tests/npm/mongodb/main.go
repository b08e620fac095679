// A server that speaks the protocol of MongoDB and keeps its data in SQLite: FerretDB.
// Usage: mongodb ADDRESS FOLDER
package main

import (
	"context"
	"log"
	"os"

	"github.com/FerretDB/FerretDB/ferretdb"
)

func main() {
	server, err := ferretdb.New(&ferretdb.Config{
		Listener:  ferretdb.ListenerConfig{TCP: os.Args[1]},
		Handler:   "sqlite",
		SQLiteURL: "file:" + os.Args[2] + "/",
	})
	if err != nil {
		log.Fatal(err)
	}
	log.Fatal(server.Run(context.Background()))
}
