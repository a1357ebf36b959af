/// The Objective-C methods that the code of a Mach-O image calls, by name.
package enum CalledSelectors {
    /// The most bytes of each section that are read.
    package static let maxBytes = 32 << 20
    /// The bits of a pointer that are its target; in chained fixups the others link it with the next one
    /// (`mach-o/fixup-chains.h`, dyld_chained_ptr_64_rebase).
    private static let target: UInt64 = 0xf_ffff_ffff

    /// Returns those of some selectors that the code calls.
    ///
    /// The names of methods that the code only has are among the names, and not among the references.
    /// - Parameters:
    ///   - wanted: The names of methods.
    ///   - names: The section of method names, and the address that it is linked for.
    ///   - references: The section of pointers to the names; nil if there is none, so that every name counts.
    ///   - is64Bit: Whether a pointer has 8 bytes rather than 4.
    ///   - baseAddress: The address that the image is linked for. Pointers hold addresses, or distances from it.
    package static func among(
        _ wanted: Set<String>, names: [UInt8], at address: UInt64, references: [UInt8]?, is64Bit: Bool,
        baseAddress: UInt64
    ) -> Set<String> {
        var places: [(name: String, address: UInt64)] = []
        let lengths = Set(wanted.map(\.utf8.count))
        var start = 0
        while start < names.count {
            let end = names[start...].firstIndex(of: 0) ?? names.count
            // Comparing lengths first spares a string for each of many thousand names.
            if lengths.contains(end - start) {
                let name = String(decoding: names[start..<end], as: UTF8.self)
                if wanted.contains(name) { places.append((name, address &+ UInt64(start))) }
            }
            start = end + 1
        }
        guard let references, !places.isEmpty else { return Set(places.map(\.name)) }
        let size = is64Bit ? 8 : 4
        var targets: Set<UInt64> = []
        for offset in stride(from: 0, through: references.count - size, by: size) {
            guard let pointer = references.littleEndian(at: offset, size: size) else { break }
            targets.insert(pointer & target)
        }
        return Set(
            places.filter { place in
                targets.contains(place.address & target)
                    || targets.contains((place.address &- baseAddress) & target)
            }.map(\.name))
    }
}
