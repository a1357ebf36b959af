/// An outcome in place of the requested operation.
package enum Substitute: Hashable, Sendable {
    /// The directory stays; its contents are deleted.
    case emptyDirectory
    /// The file is moved elsewhere first, and changed there.
    case moveOut(to: Place)
}

/// An alternative where a rule refuses an operation.
package enum Alternative: Hashable, Sendable {
    /// The same operation in another place.
    case place(Place)
    /// Change a copy there.
    case copy(to: Place)
    /// Act as another party.
    case actor(ActingParty)
    /// Do something else that comes close, as this party.
    case operation(Operation, as: ActingParty)
    /// An app that declares this key in its Info.plist.
    case infoKey(SharingKey)
    /// Delete the contents of the directory.
    case emptyDirectory
    /// Unlock the device.
    case unlock
    /// Choose another name in the same directory.
    case otherName
    /// Hand a copy over to the other app through the system.
    case deliver
    /// Copy it to this computer first, and from there into the other container.
    case exportAndImport
    /// Copy it to this computer.
    case export
    /// Copy it from this computer into the container.
    case `import`
}

/// An Info.plist key by which an app exposes its Documents to the user (container-rules.md, "Who acts"; S0).
package enum SharingKey: String, CaseIterable, Codable, Sendable {
    /// Finder and iTunes.
    case fileSharing = "UIFileSharingEnabled"
    /// Together with `fileSharing`, the Files app.
    case openingInPlace = "LSSupportsOpeningDocumentsInPlace"
}
