import ContainerModel
import FileTree
package import Formats

/// The decoded contents of a file or a value, in one of a few shapes.
///
/// Tables, texts, pictures and bytes are handles, which are read part by part within limits when needed.
package struct Document: Sendable {
    /// The shape of the decoded contents. Code that shows, searches, writes or compares documents handles these shapes,
    /// and nothing else.
    package enum Contents: Sendable {
        /// Values in values: a property list, JSON, archived objects.
        case tree(ValueTree)
        /// Rows under titles: a database's tables, the rows of one, the items of an archive.
        case table(DocumentTable)
        /// Text in a known encoding.
        case text(DocumentText)
        /// A picture.
        case picture(DocumentPicture)
        /// Bytes that are none of these.
        case bytes(DocumentSource)
        /// Nothing: there are no bytes, or no readable ones.
        case nothing

        /// The part that all contents of a shape have in common, to distinguish forms that look alike.
        package var shape: Shape {
            switch self {
            case .tree: .tree
            case .table: .table
            case .text: .text
            case .picture: .picture
            case .bytes: .bytes
            case .nothing: .nothing
            }
        }
    }

    /// The shape of contents, without them.
    package enum Shape: Hashable, Sendable {
        case tree, table, text, picture, bytes, nothing
    }

    /// When a search also covers the bytes that the contents were decoded from.
    package enum ByteSearch: Sendable {
        /// The contents have everything that the bytes have.
        case never
        /// The bytes have the same texts again, and others that were not decoded.
        case ifNothingIsFound
        case always
    }

    /// A short title: "Text, UTF-8".
    package var title: String
    /// How it was compressed, from the inside out: "compressed by gzip".
    package var compressions: [String] = []
    /// Remarks besides the title, each a sentence without a full stop: omissions, and the reasons.
    package var remarks: [String]
    /// Why readers that recognized the source could not read it; the reasons are also among the remarks.
    package var failures: [DocumentReaders.Failure] = []
    /// Why parts of the contents are missing, each also among the remarks; empty if all of them are present.
    package private(set) var losses: [String] = []
    /// Why texts in the contents are not exactly those that are stored, each a sentence without a full stop; empty if all are.
    package var repairs: [String] = []
    /// Whether the values nevertheless have the stored bytes of all these texts, so that a comparison of values compares them.
    package var areRepairsTold = false
    /// Whether the source has no bytes.
    package var isEmpty = false
    /// The contents.
    package var contents: Contents
    /// The known facts about the contents as a whole, as values: of a picture its format, size, colors and metadata.
    package var facts: ValueNode?
    /// What refers to a row of a database: nodes that lead there. They are not the row's own, so that nothing compares or
    /// searches them.
    package var relations: [ValueNode] = []
    /// What the source holds besides the contents; nil if these are all.
    package var rest: DocumentRest?
    /// The property list that the contents were made from.
    package var propertyList: PropertyListValue?
    /// The bytes of a value inside a file; nil for the file itself, and for a value that has none.
    package var bytes: [UInt8]?
    /// The value inside a file that this is; nil for the file itself.
    package var value: ValueNode?
    /// The source of the contents; for compressed contents, the decompressed data. nil if they were made from several
    /// files.
    package var source: DocumentSource?
    /// Why there are only descriptions of values: of this one, or of those of a row or an object; each a sentence without a full
    /// stop. The nodes say so, too.
    package var unreadValues: [String] = []
    /// The decoder processes of the container that the contents are from, for the values in them; nil if it is not known.
    var decoders: ContainerDecoders.Provider?
    /// Whether the source may not be compressed at all although it was decompressed.
    package var isGuess = false
    /// Whether a search also covers the bytes.
    package var byteSearch = ByteSearch.never

    /// Whether the contents, the rest and the leftovers have everything that the bytes have, except for declared noise: other
    /// bytes say something else only if one of these differs.
    package var isWhole = false
    /// The ranges of the source's bytes that belong to none of the contents: comments, objects that nothing refers to.
    var leftovers: [Range<Int>] = []
    /// Finds more of them, of a picture what is not its pixels; nil if there are no others. It reads the file, and returns nil
    /// where they are not known.
    var moreLeftovers: (@Sendable (DocumentLimits) -> [Range<Int>]?)?
    /// Why parts of the contents cannot be searched although they are shown as well as they can be, each a sentence without a full
    /// stop: streams in a form that is not decoded.
    package var undecoded: [String] = []
    /// The bytes behind and between compressed data, and behind archives in these, where the contents were compressed.
    package var trailing: [Trailing] = []
    /// The comments in the source, which belong to none of the contents; nil if there are none, or if they are among the leftovers.
    package var comments: Trailing?

    /// Bytes that reading leaves out, such as those behind the end of what was read.
    package struct Trailing: Sendable {
        /// What they are in: the compressed source, or the decompressed one.
        package let source: DocumentSource
        /// Where they are in it.
        package let ranges: [Range<Int>]
        /// What they are: "bytes after the compressed data".
        package let title: String

        init(source: DocumentSource, ranges: [Range<Int>], title: String) {
            (self.source, self.ranges, self.title) = (source, ranges, title)
        }

        /// Creates the last bytes of a file, which are behind its compressed data.
        init(last count: Int, of file: DocumentSource) {
            let size = Int(clamping: file.size)
            self.init(source: file, ranges: [size - min(count, size)..<size], title: "bytes after the compressed data")
        }
    }

    /// The most bytes that belong to none of the contents and are looked at.
    private static let maxLeftovers = 64 << 20

    /// Returns the ranges of the source's bytes that belong to none of the contents; nil if they are not known, or too many to be
    /// looked at.
    package func leftovers(within limits: DocumentLimits) -> [Range<Int>]? {
        guard let further = moreLeftovers.map({ $0(limits) }) ?? [] else { return nil }
        let all = leftovers + further
        return all.reduce(0) { $0.addingReportingOverflow($1.count).partialValue } <= Self.maxLeftovers ? all : nil
    }

    /// Creates a document, complete unless a remark says otherwise.
    package init(_ title: String, remarks: [String] = [], contents: Contents = .nothing) {
        (self.title, self.remarks, self.contents) = (title, remarks, contents)
    }

    /// Creates the document of a row.
    /// - Parameters:
    ///   - kind: What the row is.
    ///   - nodes: The values, of which some may not be the texts that are stored.
    init(ofRow title: String, _ kind: String, _ nodes: [ValueNode], remarks: [String] = []) {
        self.init(title, remarks: remarks, contents: .tree(ValueTree(root: ValueNode(title, .record(kind), nodes))))
        if nodes.contains(where: { $0.storedText != nil }) { addRepair("bytes that are not UTF-8") }
        unreadValues = nodes.compactMap(\.loss)
    }

    /// Adds reasons why parts of the contents are missing, each once.
    mutating package func addLosses(_ reasons: [String]) {
        for reason in reasons where !losses.contains(reason) { losses.append(reason) }
    }

    /// The reasons why parts of the contents are missing, without those that `trailing` has.
    package var missingParts: [String] {
        let told = trailing.flatMap { trailing in
            trailing.ranges.map { CompressedFile.trailingRemark(UInt64($0.count)) }
        }
        return losses.filter { !told.contains($0) }
    }

    /// Adds that the last bytes of a file are behind its compressed data.
    mutating func add(trailing count: Int, of file: DocumentSource) {
        guard count > 0 else { return }
        let reason = CompressedFile.trailingRemark(UInt64(count))
        remarks.append(reason)
        addLosses([reason])
        trailing.append(Trailing(last: count, of: file))
    }

    /// Adds that texts are not exactly those that are stored.
    /// - Parameter defects: What the stored ones have: "bytes that are not UTF-8".
    mutating func addRepair(_ defects: String) {
        repairs.append("texts with \(defects), shown as U+FFFD")
    }

    /// The title, the length of a short text, and the compression: "Text, UTF-8, 214 lines, compressed by gzip".
    package var heading: String {
        var parts = [title]
        if case .text(let text) = contents, let count = text.lineCount { parts.append(Pluralized.lines(count)) }
        return (parts + compressions).joined(separator: ", ")
    }

    /// Returns the document for a name inside the contents: a key, an index, a row; nil if there is no such thing.
    /// - Parameter form: How it is read.
    /// - Throws: `DocumentFailure` if it cannot be read.
    package func step(
        _ name: [UInt8], as form: DocumentForm, within limits: DocumentLimits
    ) throws(DocumentFailure) -> Document? {
        if let query = QueryStep.query(in: name) {
            return try rows(of: query, as: form, within: limits)?.decoded(by: decoders)
        }
        var found: Document?
        switch contents {
        case .tree(let tree):
            found = try tree.step(name, as: form, within: limits, decoders)
            if found == nil { found = try relations.node(at: name)?.destination?(form, limits) }
        case .table(let table): found = try table.step(name, as: form, within: limits)
        case .picture:
            if let facts { found = try ValueTree(root: facts).step(name, as: form, within: limits, decoders) }
        case .text, .bytes, .nothing: break
        }
        if !repairs.isEmpty, found?.value.map({ $0.holdsReplacement || $0.holdsEscapes }) ?? true {
            found?.repairs = repairs
            found?.areRepairsTold = areRepairsTold
        }
        // Values in it are from the same container.
        if let found, found.decoders == nil { return found.decoded(by: decoders) }
        return found
    }

    private func decoded(by decoders: ContainerDecoders.Provider?) -> Document {
        var document = self
        document.decoders = decoders
        return document
    }

    /// The table; nil if the contents are none.
    package var table: DocumentTable? { if case .table(let table) = contents { table } else { nil } }

    /// The tree; nil if the contents are none.
    package var tree: ValueTree? { if case .tree(let tree) = contents { tree } else { nil } }
}
