import Formats

/// A container of the demonstration: its path, its identity and its entries.
struct ContainerPart {
    /// What the system says of a container.
    struct Identity {
        let identifier: String
        let uuid: String
        let contentClass: Int64
    }

    let path: String
    /// Written to the metadata list at the container's root; nil if a container of the kind has none.
    let identity: Identity?
    let entries: [ContainerEntry]

    /// Creates the container.
    /// - Throws: `DemonstrationError` if an entry cannot be created.
    func make(with builder: inout ContainerBuilder) throws(DemonstrationError) {
        if let identity { try builder.make([identity.metadata], in: path) }
        try builder.make(entries, in: path)
    }
}

extension ContainerPart.Identity {
    /// The system's metadata list at the container's root (formats.md, "Sources a container can come from").
    fileprivate var metadata: ContainerEntry {
        ContainerEntry(
            ".com.apple.mobile_container_manager.metadata.plist",
            HarborNotes.installed,
            .binaryList([
                "MCMMetadataIdentifier": .string(identifier),
                "MCMMetadataUUID": .string(uuid),
                "MCMMetadataContentClass": .integer(contentClass),
                "MCMMetadataInfo": [:],
                "MCMMetadataUserIdentity": [
                    "posixUID": 501, "posixGID": 501, "type": 0, "version": 2,
                    "personaUniqueString": "00000000-0000-0000-0000-000000000000",
                ],
                "MCMMetadataVersion": 5,
                "MCMMetadataSchemaVersion": 1,
                "MCMMetadataCreator": "com.apple.CoreSimulator.CoreSimulatorService",
                "MCMMetadataActiveDPClass": 0,
            ])
        )
    }
}
