// A parser of Formats under libFuzzer; `.ci/fuzz` compiles this file together with those of the room.
import Glibc

/// The parsers by name. Each gets hostile bytes, and may fail in any way but by a trap or an access out of bounds.
private let parsers: [(name: String, parse: @Sendable ([UInt8]) -> Void)] = [
    ("acl", { _ = try? PosixAccessControlList($0) }),
    ("appledouble", { _ = try? AppleDouble($0) }),
    ("backup", { bytes in _ = bytes.withUnsafeBytes { BackupFile($0)?.attributes } }),
    ("certificate", { _ = try? Certificate($0) }),
    ("cookies", { _ = try? CookieFile($0) }),
    ("idb", { _ = try? IndexedDBKey($0) }),
    ("inflate", { _ = try? Inflate.decompress($0, limit: 1 << 20) }),
    ("json", { _ = try? JSONReader.read($0) }),
    ("keybag", { _ = try? BackupKeyBag($0) }),
    ("leveldb", { _ = LevelDBLog($0) }),
    ("lzfse", { _ = try? LZFSE.decompress($0[...], limit: 1 << 20) }),
    ("macho", { _ = try? MachOImage($0, size: UInt64($0.count)) }),
    ("manifest", { _ = try? BackupRecord.forEach(in: $0) { _ in true } }),
    ("media", { _ = MediaFile(file($0)) }),
    ("oldstyle", { _ = try? OldStylePropertyListReader.read($0) }),
    (
        "pdf",
        { bytes in
            _ = PDFSummary(size: UInt64(bytes.count)) { Array(bytes.dropFirst(Int(clamping: $0)).prefix($1)) }
            _ = PDFText(bytes)
        }
    ),
    ("picture", { _ = PictureHeader(file($0)) }),
    ("plist", { _ = (try? PropertyListReader.read($0)).flatMap { KeyedArchive($0) } }),
    ("protobuf", { _ = ProtobufMessage($0) }),
    ("realm", { _ = RealmHeader($0) }),
    ("script", { _ = try? ScriptValueReader.read($0) }),
    ("seal", { _ = try? ResourceSeal($0) }),
    ("signature", { _ = try? CodeSignature($0) }),
    ("snapshot", { _ = try? SnapshotTexture.picture(in: $0) }),
    ("tar", { _ = ArchiveParts.besideEntries(ofTar: file($0)) { false } }),
    ("text", { _ = TextDetection($0, isWhole: true) }),
    ("xz", { _ = XZStreams(of: file($0)) { false } }),
    ("zip", { _ = ArchiveParts.besideEntries(ofZip: file($0)) { false } }),
    ("zstandard", { _ = ZstandardFrames(of: file($0)) { false } }),
]

private func file(_ bytes: [UInt8]) -> FileBytes { FileBytes(bytes) }

/// The parser that `SANDGLASS_FUZZ` names; nil for all, of which the first byte of an input chooses one.
private let chosen = getenv("SANDGLASS_FUZZ").flatMap { name in
    parsers.first { $0.name == String(cString: name) }?.parse
}

/// Called by libFuzzer with each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    if let chosen {
        chosen(bytes)
    } else if let first = bytes.first {
        parsers[Int(first) % parsers.count].parse(Array(bytes.dropFirst()))
    }
    return 0
}
