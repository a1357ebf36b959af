import TestSupport

/// A file that an independent program made, in `Tests/FormatsTests/Pictures`.
///
/// `*.lzfse` were compressed by Apple's reference implementation (PyPI's pyliblzfse 0.4.1), which also reads
/// `words-plain-tables.lzfse`, whose tables were unpacked. `blocks.rgba` is what `astcenc -ds` 4.2.0 makes of
/// `blocks.astc`.
func oracle(_ name: String) throws -> [UInt8] {
    let directory = #filePath.split(separator: "/").dropLast(2).joined(separator: "/")
    return try readFile("/\(directory)/Pictures/\(name)")
}

/// The blocks of `blocks.astc`, which follow a header of 16 bytes: a picture of 128 × 128 pixels.
func oracleBlocks() throws -> [UInt8] { Array(try oracle("blocks.astc").dropFirst(16)) }
