import ContainerModel

/// Whether this is the name of an entry. Anything else, as `..` or with a slash in it, would lead elsewhere.
func isName(_ name: ArraySlice<UInt8>) -> Bool { ContainerPath.root.appending(name: name) != nil }
