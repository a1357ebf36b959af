package import FileTree
package import Formats

/// The contents of a note about a new directory or file, which has a temporary name until it is complete.
package struct NewItemNote: Hashable, Sendable {
    /// The absolute path of the directory that it is made in.
    package let directory: [UInt8]
    /// The identity of that directory, which another file system at the path does not have.
    package let identity: FileIdentity
    /// The temporary name.
    package let temporaryName: [UInt8]
    /// The name that it gets when it is complete.
    package let name: [UInt8]

    /// Creates a note.
    package init(directory: [UInt8], identity: FileIdentity, temporaryName: [UInt8], name: [UInt8]) {
        self.directory = directory
        self.identity = identity
        self.temporaryName = temporaryName
        self.name = name
    }

    /// The beginning of all temporary names.
    package static let temporaryPrefix = Array(".sandglass-new-".utf8)

    /// Reads a note; nil for one about something else.
    package init?(_ values: PropertyListValue) {
        guard let directory = values["directory"]?.dataValue, let name = values["name"]?.dataValue,
            let temporaryName = values["temporaryName"]?.dataValue,
            temporaryName.starts(with: Self.temporaryPrefix), !temporaryName.contains(0x2f),
            let device = values["device"]?.stringValue.flatMap({ UInt64($0) }),
            let inode = values["inode"]?.stringValue.flatMap({ UInt64($0) })
        else { return nil }
        self.init(
            directory: directory, identity: FileIdentity(device: device, inode: inode), temporaryName: temporaryName,
            name: name)
    }

    /// The note as it is written.
    package var values: [(String, PropertyListValue)] {
        [
            ("directory", .data(directory)), ("name", .data(name)), ("temporaryName", .data(temporaryName)),
            // Property lists have no unsigned numbers of this size.
            ("device", .string(String(identity.device))), ("inode", .string(String(identity.inode))),
        ]
    }
}
