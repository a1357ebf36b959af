package struct ContainerPath: Hashable, Sendable {
    package let bytes: [UInt8]
    package static let root = ContainerPath(unchecked: [])
    init(unchecked: [UInt8]) { bytes = unchecked }
    package init?(bytes: some Collection<UInt8>) { self.bytes = Array(bytes) }
    package var isRoot: Bool { bytes.isEmpty }
    package var components: [ArraySlice<UInt8>] { bytes.split(separator: 0x2f) }
    package func appending(_ name: some Collection<UInt8>) -> ContainerPath {
        ContainerPath(unchecked: isRoot ? Array(name) : bytes + [0x2f] + name)
    }
}
extension ContainerPath {
    package var parent: ContainerPath { ContainerPath(unchecked: Array(bytes.lastIndex(of: 0x2f).map { bytes[..<$0] } ?? [])) }
    package var lastComponent: ArraySlice<UInt8>? { isRoot ? nil : bytes.lastIndex(of: 0x2f).map { bytes[($0 + 1)...] } ?? bytes[...] }
}
