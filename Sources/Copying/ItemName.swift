import ContainerModel

/// Returns whether `name` is valid for an entry. Others, such as `..` or names with a slash, could refer to other
/// directories.
func isName(_ name: ArraySlice<UInt8>) -> Bool { ContainerPath.root.appending(name: name) != nil }
