import ContainerModel
import FileTree
import FoundationEssentials
import Jobs

/// A path in a report: as text and, if it is not valid UTF-8, also as bytes.
package struct ReportedPath: Encodable {
    let path: String
    let pathBytes: Data?

    package init(_ bytes: [UInt8]) {
        path = String(decoding: bytes, as: UTF8.self)
        pathBytes = path.utf8.elementsEqual(bytes) ? nil : Data(bytes)
    }

    init(_ address: ItemAddress) { self.init(address.hostPath) }
}

extension Encoder {
    /// Encodes an object with these keys and values, skipping nil values.
    /// - Parameter base: What encodes as an object, whose keys the object has as well.
    package func encode(
        _ values: KeyValuePairs<String, (any Encodable)?>, with base: (any Encodable)? = nil
    ) throws {
        try base?.encode(to: self)
        var container = container(keyedBy: ReportKey.self)
        for case (let key, let value?) in values { try container.encode(value, forKey: ReportKey(stringValue: key)) }
    }
}

private struct ReportKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}

extension TransactionID: Encodable {
    package func encode(to encoder: any Encoder) throws { try number.encode(to: encoder) }
}

extension Change: Encodable {
    /// The change in one or two words.
    package var verb: String {
        switch self {
        case .copy: "copy"
        case .move: "move"
        case .trash: "trash"
        case .makeDirectory: "make directory"
        case .writeFile: "write file"
        case .setAttribute(_, _, nil): "remove attribute"
        case .setAttribute: "set attribute"
        case .setStatus: "set mode and time"
        }
    }

    package func encode(to encoder: any Encoder) throws {
        let attribute: String? = if case .setAttribute(_, let name, _) = self { name } else { nil }
        let bytes: Int? = if case .writeFile(_, let contents) = self { contents.count } else { nil }
        try encoder.encode([
            "change": verb, "source": source.map { ReportedPath($0) }, "target": target.map { ReportedPath($0) },
            "attribute": attribute, "bytes": bytes,
        ])
    }
}

extension Plan.Conflict: Encodable {
    package func encode(to encoder: any Encoder) throws {
        try encoder.encode([
            "kind": kind.title, "newKind": newKind.title, "size": size,
            "modified": ISO8601.text(secondsSince1970: modified), "decision": decision,
            "otherName": otherName.map { ReportedPath($0) },
        ])
    }
}

extension Plan.Item: Encodable {
    package func encode(to encoder: any Encoder) throws {
        try encoder.encode(
            ["kind": kind.title, "method": method, "counts": counts, "conflict": conflict], with: change)
    }
}

extension ChangeBatch: Encodable {
    /// The change to each item in one or two words.
    package var verb: String {
        switch kind {
        case .copy: "copy"
        case .move: "move"
        case .trash: "trash"
        case .setAttribute(_, nil): "remove attribute"
        case .setAttribute: "set attribute"
        }
    }

    /// Encodes the directories and the number of items, but not the names: there may be a million.
    package func encode(to encoder: any Encoder) throws {
        let attribute: String? = if case .setAttribute(let name, _) = kind { name } else { nil }
        try encoder.encode([
            "change": verb, "directory": ReportedPath(directory), "target": target.map { ReportedPath($0) },
            "attribute": attribute, "items": items.count,
        ])
    }
}

extension Plan.Batch: Encodable {
    package func encode(to encoder: any Encoder) throws {
        try encoder.encode(["method": method, "counts": counts], with: change)
    }
}

extension Outcome.BatchOutcome: Encodable {
    package func encode(to encoder: any Encoder) throws {
        var results: [String: Int] = [:]
        for result in Outcome.ItemOutcome.Result.allCases where count(result) > 0 {
            results[result.rawValue] = count(result)
        }
        try encoder.encode(["results": results], with: change)
    }
}

extension Plan.Refusal: Encodable {
    package func encode(to encoder: any Encoder) throws {
        try encoder.encode(["code": code, "reason": reason], with: change)
    }
}

extension Plan.Warning: Encodable {
    /// The warning as a sentence. Names in it are not safe for a terminal.
    package var text: String {
        func name(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
        return switch self {
        case .littleSpace(let address, let needed, let available):
            "\(name(address.hostPath)): \(ByteCount.exact(needed)) are needed and \(ByteCount.exact(available)) are free"
        case .mergedNames(let directory, let one, let other):
            "\(name(directory.hostPath)): \((NameEquality(one, other) ?? .letterCase).systems) take \(name(one)) and "
                + "\(name(other)) for the same name"
        case .unreadable(let address, let reason): "\(name(address.hostPath)): cannot be read: \(reason)"
        case .special(let address, let kind): "\(name(address.hostPath)): \(kind.withArticle), which is not copied"
        case .willNotBeMoved(let address):
            "\(name(address.hostPath)): will not be moved, since not all of it can be copied to another file system"
        }
    }

    package func encode(to encoder: any Encoder) throws {
        func encode(
            _ warning: String, _ address: ItemAddress, _ values: KeyValuePairs<String, (any Encodable)?> = [:]
        ) throws {
            try encoder.encode(["warning": warning, "text": text, "path": ReportedPath(address)])
            try encoder.encode(values)
        }
        switch self {
        case .littleSpace(let address, let needed, let available):
            try encode("little space", address, ["needed": needed, "available": available])
        case .mergedNames(let directory, let one, let other):
            let names = [ReportedPath(one), ReportedPath(other)]
            try encode("merged names", directory, ["names": names, "difference": NameEquality(one, other)])
        case .unreadable(let address, _): try encode("unreadable", address)
        case .special(let address, _): try encode("special", address)
        case .willNotBeMoved(let address): try encode("will not be moved", address)
        }
    }
}

extension Plan: Encodable {
    package func encode(to encoder: any Encoder) throws {
        try encoder.encode([
            "title": kind.title, "actor": actor, "onError": onError, "items": reportedItems,
            "batches": batches.isEmpty ? nil : batches, "refusals": refusals, "warnings": warnings.first,
            "warningCount": warnings.count, "undoLimits": undoLimits, "counts": counts,
        ])
    }
}

extension Outcome.ItemOutcome: Encodable {
    package func encode(to encoder: any Encoder) throws { try encoder.encode(["result": result], with: change) }
}

extension Outcome.Failure: Encodable {
    package func encode(to encoder: any Encoder) throws {
        try encoder.encode(["reason": reason, "errno": errno], with: ReportedPath(hostPath))
    }
}

extension Outcome.Note: Encodable {
    package func encode(to encoder: any Encoder) throws {
        try encoder.encode(["note": text], with: ReportedPath(hostPath))
    }
}

extension Outcome: Encodable {
    package func encode(to encoder: any Encoder) throws {
        try encoder.encode([
            "id": id, "title": title, "state": state, "items": items, "batches": batches.isEmpty ? nil : batches,
            "failures": failures.first, "failureCount": failures.count, "notes": notes.first, "noteCount": notes.count,
            "counts": counts,
        ])
    }
}

extension JournalEntry: Encodable {
    package func encode(to encoder: any Encoder) throws {
        try encoder.encode([
            "id": id, "time": ISO8601.text(secondsSince1970: time), "title": title, "actor": actor,
            "containers": containers.map { ReportedPath($0) }, "items": items, "itemCount": itemCount, "state": state,
        ])
    }
}

extension JournalEntry.Item: Encodable {
    package func encode(to encoder: any Encoder) throws {
        try encoder.encode([
            "change": verb, "source": ReportedPath(hostPath), "target": newHostPath.map { ReportedPath($0) },
        ])
    }
}
