package import ContainerModel
package import ContainerStore
import Transactions

/// The arguments of `application(_:open:options:)` for a delivered document. JSON keys are stable.
package struct OpenedDocument: Hashable, Sendable {
    /// The document's file URL on this computer.
    package let url: String
    /// The URL as it would be on a device; `[UUID]` replaces what only the device knows.
    package let deviceURL: String
    /// The bundle identifier of the sender.
    package let sourceApplication: String
    /// Whether the URL points to the original.
    package let openInPlace: Bool

    /// Creates the arguments for a copy in an inbox.
    package init(
        copy path: ContainerPath,
        isDirectory: Bool,
        in container: ContainerDescription,
        from sender: DeliverySender
    ) {
        let ending: [UInt8] = isDirectory ? [0x2f] : []
        url = FileURL.string(path: container.hostPath.bytes + [0x2f] + path.bytes + ending)
        // The placeholder is not part of the URL: its brackets stay as they are.
        deviceURL = FileURL.string(path: (container.devicePath(of: path) ?? []) + ending)
            .replacing("%5BUUID%5D", with: "[UUID]")
        sourceApplication = sender.bundleIdentifier
        openInPlace = false
    }

    /// Creates the arguments for an original on this computer.
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
}

extension OpenedDocument: Encodable {
    package func encode(to encoder: any Encoder) throws {
        try encoder.encode([
            "url": url, "deviceURL": deviceURL, "sourceApplication": sourceApplication, "openInPlace": openInPlace,
            // This program has no annotation, but the app always receives the key.
            "annotation": String?.none as any Encodable,
        ])
    }
}

extension OpenedDocument {
    /// The arguments as text, one line per key; not sanitized.
    package var lines: [String] {
        [
            "url                \(url)",
            "  on a device      \(deviceURL)",
            "sourceApplication  \(sourceApplication)",
            "openInPlace        \(openInPlace)",
            "annotation         nil",
        ] + (openInPlace ? [Rule.originalIsCoordinated.sentence] : [])
    }
}
