/// The resource seal of a bundle, `_CodeSignature/CodeResources` (formats.md, "The bundle's resource seal").
package struct ResourceSeal: Sendable {
    /// The seal's entry for a file.
    package struct Item: Hashable, Sendable {
        /// The SHA-1 of the contents.
        package var sha1: [UInt8]?
        /// The SHA-256 of the contents.
        package var sha256: [UInt8]?
        /// Whether the file may be absent.
        package var isOptional = false
        /// The target that a symbolic link must have; nil unless it is a link.
        package var target: [UInt8]?
        /// The digest of a nested bundle's code directory; nil unless it is one.
        package var codeDirectory: [UInt8]?
        /// The requirement that a nested bundle must meet, as text.
        package var requirement: String?

        /// Whether it is sealed as a whole, by its own signature.
        package var isNested: Bool { codeDirectory != nil || requirement != nil }
    }

    /// 2 if the seal has `files2` and `rules2`, otherwise 1.
    package let version: Int
    /// The rules, in the order of the file.
    package let rules: [SealRule]
    /// The sealed items by their paths below the bundle, as bytes.
    package let items: [[UInt8]: Item]
    /// The items of `files` that `files2` also has, with other digests: only a damaged seal has any.
    package let contradictions: [String]
    let expressions: [RegularExpression]

    /// The maximum size of a seal in bytes: 200 bytes for each of 300,000 files.
    package static let maxBytes = 64 << 20
    private static let maxRules = 200

    /// Reads a seal.
    /// - Throws: `FormatError`; the offset is 0 where the property list is fine but its contents are not.
    package init(_ bytes: [UInt8]) throws(FormatError) {
        let list = try PropertyListReader.read(bytes)
        guard let root = list.dictionaryValue else {
            throw FormatError(.malformed, "the seal is not a dictionary", offset: 0)
        }
        let isSecond = root["files2"] != nil
        guard let files = (root["files2"] ?? root["files"])?.dictionaryValue else {
            throw FormatError(.malformed, "the seal lists no files", offset: 0)
        }
        guard let given = root[isSecond ? "rules2" : "rules"]?.dictionaryValue else {
            throw FormatError(.malformed, "the seal has no rules", offset: 0)
        }
        guard given.count <= Self.maxRules else {
            throw FormatError(.tooLarge, "the seal has more than \(Self.maxRules) rules", offset: 0)
        }
        version = isSecond ? 2 : 1
        var rules: [SealRule] = []
        var expressions: [RegularExpression] = []
        for (pattern, value) in given {
            rules.append(try SealRule(pattern, value))
            do throws(RegularExpression.Mistake) {
                expressions.append(
                    try RegularExpression(PosixExpression.translated(pattern), ignoringCase: false))
            } catch {
                throw FormatError(.malformed, "a rule whose expression is invalid", offset: 0)
            }
        }
        self.rules = rules
        self.expressions = expressions
        var items: [[UInt8]: Item] = [:]
        for (path, value) in files { items[Array(path.utf8)] = try Self.item(value) }
        var contradictions: [String] = []
        if isSecond, let first = root["files"]?.dictionaryValue {
            for (path, value) in first {
                let old = try Self.item(value)
                guard let new = items[Array(path.utf8)] else { continue }
                if let one = old.sha1 {
                    if let other = new.sha1, one != other { contradictions.append(path) }
                    // Newer signing tools leave the SHA-1 out of files2: both lists count.
                    if new.sha1 == nil, new.target == nil, !new.isNested { items[Array(path.utf8)]?.sha1 = one }
                }
            }
        }
        self.items = items
        self.contradictions = contradictions
    }

    private static func item(_ value: PropertyListValue) throws(FormatError) -> Item {
        var item = Item()
        switch value {
        case .data(let digest): item.sha1 = try checked(digest, .sha1)
        case .dictionary(let values):
            if let digest = values["hash"]?.dataValue { item.sha1 = try checked(digest, .sha1) }
            if let digest = values["hash2"]?.dataValue { item.sha256 = try checked(digest, .sha256) }
            item.isOptional = values["optional"]?.booleanValue ?? false
            item.target = values["symlink"]?.stringValue.map { Array($0.utf8) }
            item.codeDirectory = values["cdhash"]?.dataValue
            item.requirement = values["requirement"]?.stringValue
            guard item.sha1 != nil || item.sha256 != nil || item.target != nil || item.isNested else {
                throw FormatError(.malformed, "a sealed file without a digest", offset: 0)
            }
        default: throw FormatError(.malformed, "a sealed file that is neither data nor a dictionary", offset: 0)
        }
        return item
    }

    private static func checked(_ digest: [UInt8], _ algorithm: Digest.Algorithm) throws(FormatError) -> [UInt8] {
        guard digest.count == algorithm.length else {
            throw FormatError(.malformed, "a digest of the wrong length for \(algorithm.rawValue)", offset: 0)
        }
        return digest
    }
}
