/// What happens instead of what was asked.
package enum Substitute: Hashable, Sendable {
    /// The directory stays, what is in it is deleted.
    case emptyDirectory
    /// The file is moved out first, and changed there.
    case moveOut(to: Place)
}

/// What would work where a rule refuses.
package enum Alternative: Hashable, Sendable {
    /// The same in another place.
    case place(Place)
    /// Change a copy there.
    case copy(to: Place)
    /// Ask as somebody else.
    case actor(ActingParty)
    /// The app declares this in its Info.plist.
    case infoKey(SharingKey)
    /// Delete what is in the directory.
    case emptyDirectory
    /// Unlock the device.
    case unlock
    /// Give it another name in the same directory.
    case otherName
}

/// A key of Info.plist by which an app opens its Documents to the user (container-rules.md, "Who acts"; S0).
package enum SharingKey: String, CaseIterable, Codable, Sendable {
    /// Finder and iTunes.
    case fileSharing = "UIFileSharingEnabled"
    /// With the other, the Files app.
    case openingInPlace = "LSSupportsOpeningDocumentsInPlace"
}
