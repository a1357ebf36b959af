package import ContainerModel
package import ContainerStore

/// What `application(_:open:options:)` gets for a document that was handed over. Its JSON keys are stable.
package struct OpenedDocument: Hashable, Sendable {
    /// Where the document is on this computer, as a file URL.
    package let url: String
    /// The URL as it would read on a device; `[UUID]` stands for what only the device knows.
    package let deviceURL: String
    /// The bundle identifier of who sent it.
    package let sourceApplication: String
    /// Whether it is the original.
    package let openInPlace: Bool

    /// A copy in an inbox.
    package init(
        copy path: ContainerPath,
        isDirectory: Bool,
        in container: ContainerDescription,
        from sender: DeliverySender
    ) {
        let ending: [UInt8] = isDirectory ? [0x2f] : []
        url = FileURL.string(path: container.hostPath.bytes + [0x2f] + path.bytes + ending)
        deviceURL =
            FileURL.string(path: "/private/var/mobile/Containers/Data/Application/".utf8)
            + Self.uuid(of: container) + FileURL.string(path: [0x2f] + path.bytes + ending).dropFirst(7)
        sourceApplication = sender.bundleIdentifier
        openInPlace = false
    }

    /// An original on this computer.
    package init(original hostPath: [UInt8], isDirectory: Bool, from sender: DeliverySender) {
        let ending: [UInt8] = isDirectory ? [0x2f] : []
        let name = hostPath.split(separator: 0x2f).last ?? []
        url = FileURL.string(path: hostPath + ending)
        let encodedName = FileURL.string(path: [0x2f] + name + ending).dropFirst(7)
        deviceURL =
            if sender == .iCloud {
                FileURL.string(path: "/private/var/mobile/Library/Mobile Documents/com~apple~CloudDocs".utf8)
                    + encodedName
            } else {
                "file:///private/var/mobile/Containers/Shared/AppGroup/[UUID]/File%20Provider%20Storage" + encodedName
            }
        sourceApplication = sender.bundleIdentifier
        openInPlace = true
    }

    /// A device and a simulator name containers' directories by UUIDs; others' names mean nothing there.
    private static func uuid(of container: ContainerDescription) -> String {
        let name = String(decoding: container.hostPath.name, as: UTF8.self)
        let groups = name.split(separator: "-", omittingEmptySubsequences: false)
        let isUUID = groups.map(\.count) == [8, 4, 4, 4, 12] && groups.joined().allSatisfy(\.isHexDigit)
        return isUUID ? name : "[UUID]"
    }
}

extension OpenedDocument: Encodable {
    private enum CodingKeys: String, CodingKey { case url, deviceURL, sourceApplication, openInPlace, annotation }

    package func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(url, forKey: .url)
        try values.encode(deviceURL, forKey: .deviceURL)
        try values.encode(sourceApplication, forKey: .sourceApplication)
        try values.encode(openInPlace, forKey: .openInPlace)
        // Nothing here sends one; the app gets the key all the same.
        try values.encodeNil(forKey: .annotation)
    }
}

extension OpenedDocument {
    /// What the app is told, a line for each key; not sanitized.
    package var lines: [String] {
        [
            "url                \(url)",
            "  on a device      \(deviceURL)",
            "sourceApplication  \(sourceApplication)",
            "openInPlace        \(openInPlace)",
            "annotation         nil",
        ]
    }
}
