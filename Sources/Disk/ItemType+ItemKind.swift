package import ContainerModel

extension ItemType {
    /// What the rules call an item of a kind.
    package init(_ kind: ItemKind) {
        self =
            switch kind {
            case .directory: .directory
            case .file: .file
            case .link: .symbolicLink
            case .fifo, .socket, .characterDevice, .blockDevice, .unknown: .other
            }
    }
}
