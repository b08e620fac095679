//! The server for dynamic providers that comes with the Node SDK of Pulumi.
