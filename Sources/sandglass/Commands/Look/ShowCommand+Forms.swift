import ArgumentParser
import ContainerModel
import Documents
import Formats
import Screen
import System

/// Writing contents in the forms for programs.
extension ShowCommand {
    /// - Returns: Why a part of it is missing.
    func writeJSON(_ document: Document) throws -> [String] {
        if case .table(let table) = document.contents {
            return try writeRows(of: table, inJSON: true) { try forEachRow(of: table, $0) }
        }
        // A value inside a value of the file may itself be decoded.
        let node = document.facts ?? document.value
        guard let tree = document.tree ?? node.map({ ValueTree(root: $0) }) else {
            throw unavailable(.json, document)
        }
        try writePrintable(JSONWriter.text(try tree.json(), isASCII: !Platform.isLocaleUTF8) + [0x0a])
        let values = (tree.isRooted ? tree.nodes : []) + tree.members
        return values.lazy.compactMap(\.omission).first.map { [$0] } ?? []
    }

    /// - Returns: Why a part of it is missing.
    func writeCSV(_ table: DocumentTable) throws -> [String] {
        try writeRows(of: table, inJSON: false) { try forEachRow(of: table, $0) }
    }

    private func forEachRow(of table: DocumentTable, _ body: ([ValueNode]) throws -> Void) throws -> [String] {
        var rest = limit ?? .max
        guard rest > 0 else { return [] }
        var omission: String?
        try table.forEachRow(within: Self.limits) { nodes in
            try body(nodes)
            omission = omission ?? nodes.lazy.compactMap(\.omission).first
            rest -= 1
            return rest > 0
        }
        return omission.map { [$0] } ?? []
    }

    func writeXML(_ document: Document) throws {
        guard let list = document.propertyList else { throw unavailable(.xml, document) }
        if let found = PropertyListWriter.firstUnwritable(in: list) {
            throw Failure(
                .data,
                "\(DisplayText(self.path)): \(DisplayText(found.text)), which XML cannot represent; use --as json or "
                    + "--as raw"
            )
        }
        if list.hasFractionOfSecond {
            writeError("\(DisplayText(self.path)): XML has no fractions of seconds; the dates are rounded down")
        }
        try writePrintable(PropertyListWriter.xml(list, isASCII: !Platform.isLocaleUTF8), keepingTabs: true)
    }

    /// Says why something has no such form, and which ones it has.
    func unavailable(_ form: Form, _ document: Document) -> Failure {
        let reason = document.failures.first?.reason ?? "\(document.kind) is not a \(form.subject)"
        let others = document.forms.map(\.rawValue).joined(separator: ", ")
        return failure(.otherForm, "cannot be shown as \(form.rawValue): \(reason); available: \(others)")
    }
}

extension PropertyListWriter.Unwritable {
    /// What it is and where. Not sanitized.
    fileprivate var text: String {
        let place = path.isEmpty ? "" : " of " + path.joined(separator: "/")
        switch reason {
        case .character(let scalar, let isInKey):
            let code = "U+" + padded(String(scalar.value, radix: 16, uppercase: true), to: 4, with: "0")
            return (isInKey ? "the key \(path.joined(separator: "/"))" : "the value\(place)") + " contains \(code)"
        case .null: return "the value\(place) is null"
        case .date(let seconds): return "the date\(place) is \(seconds) seconds since 2001-01-01"
        }
    }
}

extension ValueNode {
    /// Why a description stands in place of the value, as a sentence without a full stop; nil if the value is written.
    fileprivate var omission: String? {
        if let loss { return loss }
        guard let source else { return nil }
        let size = ByteCount.short(source.size)
        return "“\(name)” is described only, since it has \(size); its own address with --as raw writes it"
    }
}

extension Document {
    /// A description for messages: "a picture".
    var kind: String {
        switch contents {
        case .table: "a table"
        case .tree: "a tree"
        case .text: "text"
        case .picture: "a picture"
        case .bytes, .nothing: "binary data"
        }
    }

    /// The forms in which it can be shown.
    fileprivate var forms: [ShowCommand.Form] {
        var forms: [ShowCommand.Form] = []
        switch contents {
        case .table: forms += [.table, .csv, .json]
        case .tree: forms += [.tree, .json]
        case .text, .picture, .bytes, .nothing: break
        }
        if propertyList != nil { forms.append(.xml) }
        if forms.isEmpty, facts != nil || value != nil { forms.append(.json) }
        // A value inside a file need not have separate bytes.
        return value == nil || bytes != nil || value?.source != nil ? forms + [.text, .hex, .raw] : forms
    }
}

extension ShowCommand.Form {
    /// The subject with this form, for messages.
    fileprivate var subject: String {
        switch self {
        case .tree, .json: "tree"
        case .table, .csv: "table"
        case .xml: "property list"
        case .text, .hex, .raw: "file"
        }
    }
}
