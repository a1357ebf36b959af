import ContainerModel
import Formats

/// By what a container is known again from one start of the program to the next: the UUID of its metadata, which a
/// copy of it has too, and else its path on this computer.
struct ContainerKey {
    /// What a file that is kept for the container says of whom it is about.
    let value: PropertyListValue

    init(_ container: ContainerDescription) {
        value = container.app.containerUUID.map { .string($0) } ?? .data(container.hostPath.bytes)
    }

    /// The name of a property list in a directory of the state directory.
    ///
    /// Of harmless characters, whatever the container calls itself: FNV-1a, twice over. Another container could have
    /// the same name, if only in theory: the file says whose it is.
    func fileName(in directory: String) -> String {
        let bytes = value.dataValue ?? Array((value.stringValue ?? "").utf8)
        var sums: [UInt64] = [0xcbf2_9ce4_8422_2325, 0x6c62_272e_07bb_0142]
        for byte in bytes + [value.dataValue == nil ? 0 : 1] {
            for index in sums.indices { sums[index] = (sums[index] ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
        }
        return directory + "/" + sums.map { String($0, radix: 36) }.joined(separator: "-") + ".plist"
    }
}
