package value

// AssetKind says where the content of an asset is.
type AssetKind int

const (
	// TextAsset has text as its content.
	TextAsset AssetKind = iota
	// BytesAsset has bytes that need not be text.
	BytesAsset
	// FileAsset is a file; its path is relative to the project folder.
	FileAsset
	// RemoteAsset is at a URI.
	RemoteAsset
	// FunctionAsset is the text of the module that a function was made into.
	FunctionAsset
)

// Asset is the content of a file.
type Asset struct {
	Kind AssetKind
	// Text is the text, the path, the URI or the module.
	Text string
	// Data is the content of a BytesAsset.
	Data []byte
	// Hash is the SHA-256 of the content in lower-case hex; empty while it is not known.
	Hash string
}

// ArchiveKind says where the content of an archive is.
type ArchiveKind int

const (
	// MembersArchive is made of assets and archives.
	MembersArchive ArchiveKind = iota
	// FileArchive is a folder or an archive file; its path is relative to the project folder.
	FileArchive
	// RemoteArchive is at a URI.
	RemoteArchive
)

// Archive is the content of a folder.
type Archive struct {
	Kind ArchiveKind
	// Text is the path or the URI.
	Text string
	// Members are those of a MembersArchive, by path.
	Members *Object
	// Hash is described in the protocol's file value.proto; empty while it is not known.
	Hash string
}
