"""The language host: serves `LanguageRuntime` of `proto/lumirpc/language.proto`.

| module | |
|---|---|
| `main` | the interpreter of the project |
| `server` | the process: its port, its token, its end |
| `runtime` | the service: one run, and how to stop it |
| `program` | the program itself, from its first line to the last answer |
| `console` | what it prints |
| `report` | exceptions as reports, in terms of the user's source |

The program runs on the main thread, where Python delivers interrupts; the service on threads of gRPC.
"""
