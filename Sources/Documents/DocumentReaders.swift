import ContainerModel
package import FileTree
import System

/// The known readers.
package enum DocumentReaders {
    /// The readers in order of precedence. The last one recognizes everything.
    package static let all: [any DocumentReader] = [
        EmptyFileDocumentReader(),
        PropertyListDocumentReader(),
        SnapshotDocumentReader(),
        PictureDocumentReader(),
        CoreDataDocumentReader(),
        URLCacheDocumentReader(),
        WebStorageDocumentReader(),
        IndexedDBDocumentReader(),
        AlternativeServicesDocumentReader(),
        DatabaseDocumentReader(),
        CookieDocumentReader(),
        ProvisioningProfileDocumentReader(),
        CertificateDocumentReader(),
        RealmDocumentReader(),
        LevelDBDocumentReader(),
        PDFDocumentReader(),
        MediaDocumentReader(),
        NamedBytesDocumentReader(),
        CompressedDocumentReader(),
        LZFSEDocumentReader(),
        ArchiveDocumentReader(),
        UndecodedDocumentReader(),
        DeflateDocumentReader(isEvident: true),
        JSONDocumentReader(),
        OldStylePropertyListDocumentReader(),
        TextDocumentReader(),
        DeflateDocumentReader(),
        ProtobufDocumentReader(),
        ControlTextDocumentReader(),
        BytesDocumentReader(),
    ]

    /// The readers of each form. Every value of a database is read by one of them: choosing them anew takes a third of the
    /// time.
    private static let byForm = Dictionary(
        uniqueKeysWithValues: DocumentForm.allCases.map { form in (form, all.filter { $0.forms.contains(form) }) })

    /// The readers of contents with a mark of their kind.
    static let selective = all.filter(\.isSelective)

    /// Returns whether a source is a JSON text if it is a valid one: no other reader comes first.
    package static func mayBeJSON(_ source: DocumentSource) -> Bool {
        JSONDocumentReader.isOneText(source) && byForm[.decoded]?.first { $0.recognizes(source) } is JSONDocumentReader
    }

    /// Returns whether texts in a source cannot be found in its bytes, as far as its first bytes tell.
    package static func hidesTexts(_ source: DocumentSource) -> Bool {
        selective.contains { $0.hidesTexts && $0.recognizes(source) }
    }

    /// Why a reader could not read a source that it recognized.
    package struct Failure: Hashable, Sendable {
        /// A sentence without a full stop.
        package let reason: String
        /// Whether texts that the reader would have decoded cannot be found in the bytes.
        package let hidesTexts: Bool
        /// What escapes of characters in its texts begin with; nil if there are none.
        package var escape: UInt8?
        /// Whether the source is certainly compressed or encrypted in a form that is not decoded.
        package var isUndecoded = false
        /// Whether the source violates the format; otherwise it is too large, or of a variant that is not known.
        package let isDamage: Bool
    }

    /// Returns the document that the first successful reader makes of a source, with the reasons why others before it
    /// failed.
    package static func read(
        _ source: DocumentSource, as form: DocumentForm = .decoded, within limits: DocumentLimits
    ) -> Document {
        read(source, within: limits, by: byForm[form] ?? [])
    }

    /// Whether a reader makes a tree or text of the very values or characters of a source, rather than of what it says
    /// about them.
    private static func isPlain(_ reader: any DocumentReader) -> Bool {
        reader is PropertyListDocumentReader || reader is JSONDocumentReader
            || reader is OldStylePropertyListDocumentReader || reader is TextDocumentReader
    }

    private static let plain = all.filter(isPlain)

    /// Returns the document that a reader of property lists, JSON or text makes of a source; nil if it is of another kind.
    package static func readPlain(_ source: DocumentSource, within limits: DocumentLimits) -> Document? {
        guard source.text != nil || byForm[.decoded]?.first(where: { $0.recognizes(source) }).map(isPlain) == true
        else { return nil }
        return read(source, within: limits, by: plain)
    }

    /// Returns the document that the first successful one of some readers makes of a source.
    static func read(
        _ source: DocumentSource, within limits: DocumentLimits, by readers: [any DocumentReader]
    ) -> Document {
        var failures: [Failure] = []
        var title: String?
        for reader in readers where reader.recognizes(source) {
            do throws(DocumentFailure) {
                var document = try reader.read(source, within: limits)
                document.remarks += failures.map(\.reason)
                document.failures += failures
                document.title = title ?? document.title
                document.source = document.source ?? source
                document.decoders = document.decoders ?? { source.decoders }
                document.add(lossOf: source)
                if source.isOfSeveralMoments { document.remarks.append("it changed while it was read") }
                return document
            } catch {
                guard error.code != .otherKind else { continue }
                failures.append(
                    Failure(
                        reason: error.reason, hidesTexts: reader.hidesTexts || error.code == .undecoded,
                        escape: reader.escape, isUndecoded: error.code == .undecoded, isDamage: error.code == .damaged))
                title = title ?? error.title
            }
        }
        var document = Document(title ?? "Contents of an unknown kind", remarks: failures.map(\.reason))
        document.failures = failures
        document.source = source
        document.add(lossOf: source)
        return document
    }
}

extension Document {
    /// Adds that a part of the source is missing, or that it has more than it should.
    fileprivate mutating func add(lossOf source: DocumentSource) {
        guard let loss = source.loss else { return }
        remarks.append(loss)
        addLosses([loss])
    }
}

/// A document, and the other forms in which it may be read.
package struct LocatedDocument: Sendable {
    /// The document.
    package var document: Document
    /// Returns a form, read within limits of its own, since that may be long after the document was; nil if there is none.
    package let inForm: @Sendable (DocumentForm, DocumentLimits) -> Document?

    package init(document: Document, inForm: @escaping @Sendable (DocumentForm, DocumentLimits) -> Document?) {
        self.document = document
        self.inForm = inForm
    }

    /// Returns the same with the rows of a table in an order; nil for their own. Only tables have an order.
    /// - Throws: `DocumentFailure` if there is no such column, or if there are too many rows.
    package func sorted(
        by order: TableOrder?, within limits: DocumentLimits
    ) throws(DocumentFailure) -> LocatedDocument {
        guard let order, let table = document.table else { return self }
        var sorted = self
        sorted.document.contents = .table(try table.sorted(by: order, within: limits))
        return sorted
    }

    /// Returns the same with the rows of a table for which conditions hold, in an order; nil for their own.
    /// - Throws: `DocumentFailure` if there is no such column, a value is not of its type, or there are too many rows.
    package func choosing(
        _ conditions: [TableCondition], sorted order: TableOrder?, within limits: DocumentLimits
    ) throws(DocumentFailure) -> LocatedDocument {
        guard !conditions.isEmpty, let table = document.table else { return try sorted(by: order, within: limits) }
        let found = try table.choosing(TableChoice(conditions, sorted: order), within: limits)
        var chosen = self
        chosen.document.contents = .table(DocumentTable(found.source, order: order))
        return chosen
    }
}

extension DocumentReaders {
    /// Reads a file, or a value inside it.
    /// - Parameter steps: The way to the value.
    /// - Throws: `FileTreeError` if there is no such value.
    package static func open(
        _ file: DocumentSource, at steps: [[UInt8]], as form: DocumentForm, within limits: DocumentLimits
    ) throws(FileTreeError) -> LocatedDocument {
        guard steps.isEmpty else { return try open(read(file, within: limits), at: steps, as: form, within: limits) }
        let found = read(file, as: form, within: limits)
        return LocatedDocument(document: found) { $0 == form ? found : read(file, as: $0, within: $1) }
    }

    /// Reads a value inside a decoded document.
    /// - Throws: `FileTreeError` if there is no such value.
    static func open(
        _ whole: Document, at steps: [[UInt8]], as form: DocumentForm, within limits: DocumentLimits
    ) throws(FileTreeError) -> LocatedDocument {
        guard let last = steps.last else {
            return LocatedDocument(document: whole) { form, _ in form == .decoded ? whole : nil }
        }
        var found = whole
        for step in steps.dropLast() { found = try open(step, in: found, as: .decoded, within: limits) }
        let (parent, value) = (found, try open(last, in: found, as: form, within: limits))
        return LocatedDocument(document: value) {
            $0 == form ? value : try? parent.step(last, as: $0, within: $1)
        }
    }

    private static func open(
        _ step: [UInt8], in whole: Document, as form: DocumentForm, within limits: DocumentLimits
    ) throws(FileTreeError) -> Document {
        let reason: String?
        do throws(DocumentFailure) {
            if let found = try whole.step(step, as: form, within: limits) { return found }
            // A value may be in what could not be decoded.
            reason = whole.failures.first?.reason
        } catch {
            reason = error.reason
        }
        let path = ContainerPath(bytes: step) ?? .root
        guard let reason else { throw FileTreeError(errno: ENOENT, operation: "open the value", path: path) }
        throw FileTreeError(operation: "open the value", damaged: reason, path: path)
    }
}
