import Formats

/// A program in Mach-O format with an ad hoc signature (`mach-o/loader.h`, `cs_blobs.h`): the load commands of a real
/// one, and arbitrary bytes in place of its code.
struct SignedProgram {
    let identifier: String
    /// The libraries it is linked with.
    let libraries: [String]
    /// The contents of Info.plist.
    let information: [UInt8]
    /// The contents of `_CodeSignature/CodeResources`.
    let resources: [UInt8]
    /// The entitlements.
    let entitlements: PropertyListValue
    /// The size of the whole file.
    let size: Int

    private static let pageSize = 4_096

    /// The file.
    var bytes: [UInt8] {
        let blobs = blobs
        let requirements = Self.blob(0xfade_0c01, SampleBytes.bigEndian(0, 4))
        // The size of the signature depends on the number of pages, of which the whole file has at least as many.
        let maximum = signature([UInt8](repeating: 0, count: size), blobs, requirements).count
        let codeSize = (size - maximum) / 16 * 16
        let signatureSize = size - codeSize
        let code = code(codeSize, signatureSize)
        let signed = code + signature(code, blobs, requirements)
        return signed + [UInt8](repeating: 0, count: max(0, size - signed.count))
    }

    private func code(_ size: Int, _ signatureSize: Int) -> [UInt8] {
        func number(_ value: Int, _ size: Int = 4) -> [UInt8] { SampleBytes.littleEndian(value, size) }
        func name(_ text: String) -> [UInt8] {
            let bytes = Array(text.utf8)
            return bytes + [UInt8](repeating: 0, count: 16 - bytes.count)
        }
        func command(_ kind: Int, _ body: [UInt8]) -> [UInt8] {
            let padded = body + [UInt8](repeating: 0, count: (8 - body.count % 8) % 8)
            return number(kind) + number(padded.count + 8) + padded
        }
        func segment(_ title: String, _ start: Int, _ length: Int, _ rights: Int) -> [UInt8] {
            var body = name(title) + number(0x1_0000_0000 + start, 8) + number(length, 8)
            body += number(start, 8) + number(length, 8) + number(rights) + number(rights) + number(0) + number(0)
            return command(0x19, body)
        }
        // `@rpath` and the entry are present as in any app; versions are in nibbles of a number.
        var commands = [
            segment("__TEXT", 0, size, 5), segment("__LINKEDIT", size, signatureSize, 1),
            command(0x1b, SampleBytes.noise(16, seed: 311)),
            command(0x32, number(7) + number(16 << 16) + number(17 << 16 | 2 << 8) + number(0)),
            command(0x8000_0028, number(Self.pageSize, 8) + number(0, 8)),
        ]
        commands += libraries.map { path in
            command(0xc, number(24) + number(2) + number(1 << 16) + number(1 << 16) + Array(path.utf8) + [0])
        }
        commands.append(command(0x1d, number(size) + number(signatureSize)))
        let body = commands.flatMap { $0 }
        let numbers = [0xfeed_facf, 0x0100_000c, 0, 2, commands.count, body.count, 0x0020_0085, 0]
        let head = numbers.flatMap { number($0) } + body
        return head + SampleBytes.noise(max(0, size - head.count), seed: 77)
    }

    private var blobs: [(slot: Int, bytes: [UInt8])] {
        [(5, Self.blob(0xfade_7171, PropertyListWriter.xml(entitlements)))]
    }

    private func signature(
        _ code: [UInt8], _ blobs: [(slot: Int, bytes: [UInt8])], _ requirements: [UInt8]
    ) -> [UInt8] {
        let specials = [1: information, 2: requirements, 3: resources].merging(blobs) { $1 }
        let parts = [(0, directory(code, specials)), (2, requirements)] + blobs.map { ($0.slot, $0.bytes) }
        var index: [UInt8] = []
        var contents: [UInt8] = []
        for (slot, bytes) in parts {
            index += SampleBytes.bigEndian(slot, 4) + SampleBytes.bigEndian(12 + 8 * parts.count + contents.count, 4)
            contents += bytes
        }
        return Self.blob(0xfade_0cc0, SampleBytes.bigEndian(parts.count, 4) + index + contents)
    }

    /// A code directory of version 0x20100, which has no team.
    private func directory(_ code: [UInt8], _ specials: [Int: [UInt8]]) -> [UInt8] {
        let slots = (1...5).reversed().flatMap { slot in
            specials[slot].map { SHA256.digest(of: $0) } ?? [UInt8](repeating: 0, count: 32)
        }
        let pages = stride(from: 0, to: code.count, by: Self.pageSize)
        let digests = pages.flatMap { SHA256.digest(of: code[$0..<min(code.count, $0 + Self.pageSize)]) }
        let name = Array(identifier.utf8) + [0]
        let headLength = 48
        let numbers = [
            0x20100, 2, headLength + name.count + slots.count, headLength, 5, digests.count / 32, code.count,
        ]
        // The length and type of the digests, the platform, and the size of a page as a power of two.
        let head = numbers.flatMap { SampleBytes.bigEndian($0, 4) } + [32, 2, 0, 12] + SampleBytes.bigEndian(0, 8)
        return Self.blob(0xfade_0c02, head + name + slots + digests)
    }

    private static func blob(_ magic: Int, _ contents: [UInt8]) -> [UInt8] {
        SampleBytes.bigEndian(magic, 4) + SampleBytes.bigEndian(contents.count + 8, 4) + contents
    }
}
