import ContainerModel
import Formats

/// Recognizes what is compressed or encrypted in forms that are not decoded, or cut off before anything can be, so that a
/// search of its bytes does not pass for one of its contents.
struct UndecodedDocumentReader: DocumentReader {
    /// A form, by its first bytes and, where these are few or none, by its names.
    fileprivate struct Form {
        let title: String
        var magic: [UInt8] = []
        var suffixes: [String] = []
    }

    /// Magic numbers according to the specifications of the formats.
    private static let forms = [
        Form(title: "7z archive", magic: [0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c]),
        Form(title: "RAR archive", magic: Array("Rar!\u{1a}\u{7}".utf8)),
        Form(title: "xar archive", magic: Array("xar!\0".utf8)),
        Form(title: "cabinet", magic: Array("MSCF\0\0\0\0".utf8)),
        Form(title: "Apple archive", magic: Array("AA01".utf8), suffixes: [".aar", ".aa", ".yaa"]),
        Form(title: "Apple archive", magic: Array("pbz".utf8), suffixes: [".aar", ".aa", ".yaa", ".pbzx"]),
        Form(title: "encrypted Apple archive", magic: Array("AEA1".utf8)),
        Form(title: "disk image", suffixes: [".dmg"]),
        Form(title: "encrypted disk image", magic: Array("encrcdsa".utf8)),
        Form(title: "LZMA data", magic: [0x5d, 0, 0], suffixes: [".lzma"]),
        Form(title: "lzip data", magic: Array("LZIP\u{1}".utf8)),
        Form(title: "LZ4 data", magic: [0x04, 0x22, 0x4d, 0x18]),
        Form(title: "LZ4 data", magic: Array("bv41".utf8)),
        Form(title: "Brotli data", suffixes: [".br"]),
        Form(title: "Snappy data", magic: [0xff, 0x06, 0, 0] + Array("sNaPpY".utf8)),
        Form(title: "compressed data", magic: [0x1f, 0x9d], suffixes: [".z"]),
        Form(title: "data encrypted by OpenSSL", magic: Array("Salted__".utf8)),
        Form(title: "data encrypted by age", magic: Array("age-encryption.org/v".utf8)),
        Form(title: "data encrypted by OpenPGP", magic: Array("-----BEGIN PGP MESSAGE-----".utf8)),
        Form(title: "data encrypted by OpenPGP", suffixes: [".gpg", ".pgp"]),
        Form(title: "KeePass database", magic: [0x03, 0xd9, 0xa2, 0x9a]),
    ]

    /// Forms of which a file may have so few bytes that only its name tells it from others.
    fileprivate static let cutForms = [
        Form(title: "gzip data", magic: [0x1f, 0x8b, 0x08], suffixes: [".gz", ".tgz"]),
        Form(title: "xz data", magic: XZStreams.magic, suffixes: [".xz", ".txz"]),
        Form(title: "Zstandard data", magic: ZstandardFrames.magic, suffixes: [".zst"]),
        Form(title: "bzip2 data", magic: Array("BZh".utf8), suffixes: [".bz2", ".tbz2"]),
        Form(title: "zlib data", magic: [0x78, 0x9c], suffixes: [".zz", ".zlib"]),
        Form(title: "LZFSE data", magic: Array("bvx2".utf8), suffixes: [".lzfse"]),
        Form(title: "LZMA data", magic: [0x5d, 0, 0], suffixes: [".lzma"]),
        Form(title: "LZ4 data", magic: [0x04, 0x22, 0x4d, 0x18], suffixes: [".lz4"]),
        Form(title: "7z archive", magic: [0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c], suffixes: [".7z"]),
        Form(title: "RAR archive", magic: Array("Rar!\u{1a}\u{7}".utf8), suffixes: [".rar"]),
        Form(title: "zip archive", magic: Array("PK\u{3}\u{4}".utf8), suffixes: [".zip"]),
    ]

    var hidesTexts: Bool { true }

    func recognizes(_ file: DocumentSource) -> Bool { (Self.form(of: file) ?? Self.cutForm(of: file)) != nil }

    /// Returns the form of a file that has not all of its first bytes.
    private static func cutForm(of file: DocumentSource) -> Form? {
        guard !file.isValue, file.size > 0, file.size < 8 else { return nil }
        return cutForms.first { form in
            file.head.count < form.magic.count && form.magic.starts(with: file.head)
                && form.suffixes.contains { file.hasSuffix($0) }
        }
    }

    private static func form(of file: DocumentSource) -> Form? {
        forms.first { form in
            file.head.starts(with: form.magic)
                && (form.suffixes.isEmpty || form.suffixes.contains { file.hasSuffix($0) })
        }
    }

    func read(_ file: DocumentSource, within limits: DocumentLimits) throws(DocumentFailure) -> Document {
        if let form = Self.cutForm(of: file) { throw DocumentFailure(.damaged, "\(form.title), but cut off") }
        guard let form = Self.form(of: file) else { throw .otherKind }
        // What only its name tells is of that form only if it is no text.
        guard !form.magic.isEmpty || file.text == nil else { throw .otherKind }
        var failure = DocumentFailure(.undecoded, "a form that is not decoded: \(form.title)")
        failure.title = form.title.capitalizedFirst
        throw failure
    }
}

extension DocumentSource {
    /// Whether the name of a file says that it is compressed, so that what is left of one that is damaged is no text, though it
    /// may look like one.
    package var isNamedAsPacked: Bool {
        !isValue && UndecodedDocumentReader.cutForms.contains { $0.suffixes.contains { hasSuffix($0) } }
    }
}
