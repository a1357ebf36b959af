import Formats
import System
import TestSupport
import Testing

/// Mach-O files and their signatures, made by Python.
@Suite("Mach-O")
struct MachOTests {
    private static let folder: TemporaryDirectory = {
        let folder = TemporaryDirectory()
        folder.removeAtExit()
        return folder
    }()

    /// The executables of signed apps: thin, and fat with several code directories.
    private static let programs: Result<[[UInt8]], any Error> = Result {
        try ([["arm64"], ["armv7", "arm64"]] as [[String]]).enumerated().map { index, slices in
            let directory = folder("\(index)")
            try SignedBundleScript.make(in: directory, slices: slices, hashTypes: [1, 2, 3, 4])
            return try folder.bytes(of: "\(index)/Tide.app/Tide")
        }
    }

    private func images(_ file: [UInt8]) throws -> [(image: MachOImage, signature: CodeSignature)] {
        try MachOSlice.slices(head: file, size: UInt64(file.count)).map { slice in
            let bytes = Array(file[Int(slice.range.lowerBound)..<Int(slice.range.upperBound)])
            let image = try MachOImage(bytes, size: UInt64(bytes.count))
            let signature = try #require(image.signature)
            return (image, try CodeSignature(Array(bytes[Int(signature.lowerBound)..<Int(signature.upperBound)])))
        }
    }

    @Test("load commands of 32 and 64 bits name the program's dependencies")
    func loadCommands() throws {
        let images = try images(try Self.programs.get()[1]).map(\.image)
        #expect(images.map(\.architecture.name) == ["armv7", "arm64"])
        #expect(images.map(\.is64Bit) == [false, true])
        #expect(images.map(\.minimumSystemVersion) == ["8.0", "15.4"])
        #expect(images.map(\.sdkVersion) == ["9.3", "17.2"])
        #expect(images.map(\.platform?.name) == ["iOS", "iOS"])
        for image in images {
            #expect(image.uuid == "00010203-0405-0607-0809-0A0B0C0D0E0F")
            #expect(image.searchPaths == ["@executable_path/Frameworks"])
            #expect(image.libraries.map(\.isWeak) == [false, false, true])
            #expect(image.libraries[1].path == "@rpath/Waves.framework/Waves")
            #expect(!image.isEncrypted)
        }
    }

    @Test(
        "the commands of older SDKs are of a simulator if the processor is Intel's",
        arguments: [
            (7, 0x25, "iOS Simulator"), (0x0100_0007, 0x25, "iOS Simulator"), (12, 0x25, "iOS"),
            (0x0100_000c, 0x25, "iOS"), (0x0100_0007, 0x2f, "tvOS Simulator"), (0x0100_000c, 0x2f, "tvOS"),
            (7, 0x30, "watchOS Simulator"), (12, 0x30, "watchOS"), (0x0100_0007, 0x24, "macOS"),
        ])
    func olderCommands(processor: UInt32, command: UInt32, platform: String) throws {
        // mach-o/loader.h: mach_header, 28 or 32 bytes, then version_min_command.
        let is64Bit = processor & 0x0100_0000 != 0
        let fields: [UInt32] =
            [is64Bit ? 0xfeed_facf : 0xfeed_face, processor, 3, 2, 1, 16, 0] + (is64Bit ? [0] : [])
            + [command, 16, 0x9_0000, 0xa_0000]
        let bytes = fields.flatMap { field in (0..<4).map { UInt8(truncatingIfNeeded: field >> ($0 * 8)) } }
        let image = try MachOImage(bytes, size: UInt64(bytes.count))
        #expect(image.platform?.name == platform && image.minimumSystemVersion == "9.0")
    }

    @Test("a signature has its code directories, the entitlements and no certificate")
    func signature() throws {
        for file in try Self.programs.get() {
            for (image, signature) in try images(file) {
                #expect(signature.directories.map(\.hashType) == [.sha1, .sha256, .truncatedSHA256, .sha384])
                #expect(signature.directories.allSatisfy { $0.identifier == "com.example.tide" })
                #expect(signature.directories.allSatisfy { $0.team == "TEAM123456" && $0.isAdHoc })
                #expect(signature.directories.allSatisfy { $0.codeLimit == image.signature?.lowerBound })
                #expect(signature.directories.allSatisfy { $0.pageSize == 4_096 && $0.specialCount == 7 })
                #expect(!signature.hasCertificateSignature)
                let list = try PropertyListReader.read(try #require(signature.entitlements))
                #expect(list["application-identifier"] == "TEAM123456.com.example.tide")
            }
        }
    }

    /// Parts of files small enough to mutate often: head, load commands, signature, seal.
    private static func samples() throws -> [[UInt8]] {
        var samples: [[UInt8]] = []
        for file in try programs.get() {
            samples.append(Array(file.prefix(8 + 2 * 20)))
            for slice in try MachOSlice.slices(head: file, size: UInt64(file.count)) {
                let bytes = Array(file[Int(slice.range.lowerBound)..<Int(slice.range.upperBound)])
                let length = try MachOImage.length(header: Array(bytes.prefix(32)))
                samples.append(Array(bytes.prefix(length)))
                let signature = try MachOImage(bytes, size: UInt64(bytes.count)).signature ?? 0..<0
                samples.append(Array(bytes[Int(signature.lowerBound)..<Int(signature.upperBound)]))
            }
        }
        return samples
    }

    @Test("mutated files are read or refused, with a place inside of them")
    func fuzz() throws {
        func check<Value>(_ count: Int, _ body: () throws(FormatError) -> Value) -> Value? {
            do throws(FormatError) {
                return try body()
            } catch {
                #expect(!error.message.isEmpty && error.offset >= 0 && error.offset <= count)
                return nil
            }
        }
        var read = 0
        withMutations(of: try Self.samples()) { bytes in
            let size = UInt64(bytes.count) * 8
            for slice in check(
                bytes.count, { () throws(FormatError) in try MachOSlice.slices(head: bytes, size: size) }) ?? []
            {
                #expect(slice.range.upperBound <= size)
            }
            _ = check(max(bytes.count, 20)) { () throws(FormatError) in try MachOImage.length(header: bytes) }
            if let image = check(bytes.count, { () throws(FormatError) in try MachOImage(bytes, size: size) }) {
                #expect(image.signature.map { $0.upperBound <= size } ?? true)
                read += 1
            }
            guard let signature = check(bytes.count, { () throws(FormatError) in try CodeSignature(bytes) }) else {
                return
            }
            read += 1
            for directory in signature.directories {
                for slot in CodeDirectory.SpecialSlot.allCases { _ = directory.digest(slot)?.count }
                if directory.pageCount > 0 {
                    #expect(directory.digest(ofPage: directory.pageCount - 1).count == directory.hashType.length)
                    #expect(directory.digest(ofPage: 0).count == directory.hashType.length)
                }
            }
        }
        // Otherwise nothing but the signatures at the beginning would be tested.
        #expect(read > 1_000)
    }
}

/// Any property list is a seal, or says why it is none.
@Suite("Seals")
struct SealFuzzTests {
    @Test("mutated seals are read or refused")
    func fuzz() throws {
        let folder = TemporaryDirectory()
        try SignedBundleScript.make(in: folder.path, options: ["nested"])
        let seal = try folder.bytes(of: "Tide.app/Frameworks/Waves.framework/_CodeSignature/CodeResources")
        let nested = PropertyListWriter.binary(
            try PropertyListReader.read(try folder.bytes(of: "Tide.app/_CodeSignature/CodeResources")))
        var read = 0
        withMutations(of: [seal, nested], count: 4_000) { bytes in
            do throws(FormatError) {
                let seal = try ResourceSeal(bytes)
                read += 1
                let matcher = SealRuleMatcher(seal, executable: "Waves")
                for path in ["Info.plist", "en.lproj/a.strings", "Frameworks/Waves.framework"] {
                    _ = try? matcher.decision(on: Array(path.utf8))
                }
            } catch {
                #expect(!error.message.isEmpty && error.offset >= 0)
            }
        }
        #expect(read > 500)
    }
}

@Suite("Symbols of object files")
struct ObjectFileSymbolsTests {
    @Test("mutated symbols name libraries or nothing")
    func fuzz() {
        let names = Array("\0/b/libMoon.a(phase.o)\0/b/main.o\0".utf8)
        let entries = [UInt8]([1, 0, 0, 0, 0x66]) + [UInt8](repeating: 0, count: 11)
        let sample = entries + entries + names
        withMutations(of: [sample], count: 5_000) { bytes in
            for is64Bit in [true, false] {
                let cut = min(bytes.count, 32)
                let found = ObjectFileSymbols.libraries(
                    entries: Array(bytes[..<cut]), names: Array(bytes[cut...]), is64Bit: is64Bit)
                #expect(found.allSatisfy { !$0.isEmpty })
            }
        }
    }
}
