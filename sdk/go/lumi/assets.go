package lumi

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"lumi.example/sdk/go/value"
)

// TextAsset returns an asset that is a text.
func TextAsset(text string) value.Asset { return value.Asset{Kind: value.TextAsset, Text: text} }

// BytesAsset returns an asset of bytes that need not be text.
func BytesAsset(data []byte) value.Asset { return value.Asset{Kind: value.BytesAsset, Data: data} }

// FileAsset returns an asset that is a file; relative paths start at the project folder.
func FileAsset(path string) value.Asset { return value.Asset{Kind: value.FileAsset, Text: path} }

// RemoteAsset returns an asset that the provider fetches.
func RemoteAsset(uri string) value.Asset { return value.Asset{Kind: value.RemoteAsset, Text: uri} }

// FileArchive returns a folder, or an archive file; relative paths start at the project folder.
func FileArchive(path string) value.Archive {
	return value.Archive{Kind: value.FileArchive, Text: path}
}

// RemoteArchive returns an archive that the provider fetches.
func RemoteArchive(uri string) value.Archive {
	return value.Archive{Kind: value.RemoteArchive, Text: uri}
}

// AssetArchive returns an archive of assets and other archives, by path in it.
func AssetArchive(members map[string]any) value.Archive {
	object := value.NewObject()
	paths := make([]string, 0, len(members))
	for path := range members {
		paths = append(paths, path)
	}
	slices.Sort(paths)
	for _, path := range paths {
		object.Set(path, members[path])
	}
	return value.Archive{Kind: value.MembersArchive, Members: object}
}

// hashed returns an asset or an archive with its hash, where its content is at hand.
func hashed(content any, folder string) (any, error) {
	switch content := content.(type) {
	case value.Asset:
		if content.Hash == "" {
			hash, err := hashOfAsset(content, folder)
			content.Hash = hash
			return content, err
		}
		return content, nil
	case value.Archive:
		if content.Hash != "" {
			return content, nil
		}
		return hashedArchive(content, folder)
	}
	return nil, fmt.Errorf("a member of an archive must be an asset or an archive, not a %T", content)
}

func hashOfAsset(asset value.Asset, folder string) (string, error) {
	switch asset.Kind {
	case value.BytesAsset:
		return digest(asset.Data), nil
	case value.FileAsset:
		return hashOfFile(within(folder, asset.Text))
	case value.RemoteAsset:
		return "", nil
	}
	return digest([]byte(asset.Text)), nil
}

func hashedArchive(archive value.Archive, folder string) (any, error) {
	var err error
	switch archive.Kind {
	case value.MembersArchive:
		hashes, members := map[string]string{}, value.NewObject()
		for path, member := range archive.Members.All() {
			for _, part := range strings.Split(path, "/") {
				if part == "" || part == ".." {
					return nil, fmt.Errorf("%q is no path in an archive: use `a/b`, without `..`", path)
				}
			}
			content, err := hashed(member, folder)
			if err != nil {
				return nil, err
			}
			members.Set(path, content)
			hashes[path] = memberHash(content)
		}
		archive.Members, archive.Hash = members, hashOfMembers(hashes)
	case value.FileArchive:
		archive.Hash, err = hashOfArchiveFile(within(folder, archive.Text))
	}
	return archive, err
}

func memberHash(content any) string {
	switch content := content.(type) {
	case value.Asset:
		if content.Kind == value.RemoteAsset && content.Hash == "" {
			return digest([]byte(content.Text))
		}
		return content.Hash
	case value.Archive:
		if content.Kind == value.RemoteArchive && content.Hash == "" {
			return digest([]byte(content.Text))
		}
		return content.Hash
	}
	return ""
}

func hashOfArchiveFile(path string) (string, error) {
	info, err := os.Stat(path)
	if err != nil {
		return "", fmt.Errorf("`%s` cannot be read: %w", path, err)
	}
	if !info.IsDir() {
		return hashOfFile(path)
	}
	hashes := map[string]string{}
	err = addHashes(hashes, path, "", nil)
	return hashOfMembers(hashes), err
}

// addHashes adds the files of a folder. Links are followed, but to no folder that this one is in.
func addHashes(hashes map[string]string, folder, prefix string, around []string) error {
	real, err := filepath.EvalSymlinks(folder)
	if err != nil || slices.Contains(around, real) {
		return err
	}
	entries, err := os.ReadDir(folder)
	if err != nil {
		return err
	}
	for _, entry := range entries {
		path := filepath.Join(folder, entry.Name())
		info, err := os.Stat(path)
		if err != nil {
			return err
		}
		if info.IsDir() {
			err = addHashes(hashes, path, prefix+entry.Name()+"/", append(slices.Clip(around), real))
		} else {
			hashes[prefix+entry.Name()], err = hashOfFile(path)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func hashOfMembers(hashes map[string]string) string {
	paths := make([]string, 0, len(hashes))
	for path := range hashes {
		paths = append(paths, path)
	}
	slices.Sort(paths)
	all := sha256.New()
	for _, path := range paths {
		_, _ = io.WriteString(all, path+"\x00"+hashes[path])
	}
	return hex.EncodeToString(all.Sum(nil))
}

func hashOfFile(path string) (string, error) {
	file, err := os.Open(path)
	if err != nil {
		return "", fmt.Errorf("`%s` cannot be read: %w", path, err)
	}
	defer func() { _ = file.Close() }()
	content := sha256.New()
	if _, err := io.Copy(content, file); err != nil {
		return "", fmt.Errorf("`%s` cannot be read: %w", path, err)
	}
	return hex.EncodeToString(content.Sum(nil)), nil
}

func digest(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

func within(folder, path string) string {
	if filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(folder, path)
}
