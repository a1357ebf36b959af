import ContainerModel
import Formats
import FoundationEssentials

/// Reads the cookies of an app as a table.
struct CookieDocumentReader: DocumentReader {
    /// The time that determines what has expired, in seconds since 2001; nil for the current time.
    var now: Double?

    func recognizes(_ file: DocumentSource) -> Bool { CookieFile.recognizes(file.head) }

    func read(_ file: DocumentSource, within limits: DocumentLimits) throws(DocumentFailure) -> Document {
        let bytes = try file.whole(limit: CookieFile.mostBytes, as: "a file of cookies")
        do throws(FormatError) {
            let read = try CookieFile(bytes)
            let table = CookieTable(read.cookies, now: now ?? Date().timeIntervalSinceReferenceDate)
            let count = read.cookies.count
            var document = Document(
                Pluralized.some(count, "cookie"), contents: .table(DocumentTable(table)))
            document.isWhole = true
            document.leftovers = read.leftovers
            if let error = read.firstError {
                let errors = Pluralized.errors(read.errorCount)
                let loss = "damaged: \(errors), the first at byte \(error.offset): \(error.message)"
                document.remarks.append(loss)
                document.addLosses([loss])
            }
            return document
        } catch {
            throw DocumentFailure(error, in: "a file of cookies", damaged: "a damaged file of cookies")
        }
    }
}

/// Cookies as a table.
private struct CookieTable: TableSource {
    let columns = ["domain", "name", "value", "path", "expires", "state", "created", "flags", "other"]
    // The state follows from the expiry and the current time.
    let identity = TableIdentity(["domain", "path", "name"], ignoring: ["state"])
    private let cookies: [Cookie]
    private let now: Double

    init(_ cookies: [Cookie], now: Double) {
        self.cookies = cookies
        self.now = now
    }

    func rowCount(within limits: DocumentLimits) -> Int? { cookies.count }

    func rows(from index: Int, count: Int, within limits: DocumentLimits) throws(DocumentFailure) -> [TableRow] {
        cookies.indices.dropFirst(index).prefix(count).map { TableRow(name: "\($0)", cells: cells(cookies[$0])) }
    }

    func row(named name: String, as form: DocumentForm, within limits: DocumentLimits) -> Document? {
        guard let index = Int(name), cookies.indices.contains(index) else { return nil }
        let nodes = zip(columns, cells(cookies[index])).map { ValueNode($0, $1) }
        let title = "Cookie \(cookies[index].name)"
        return Document(title, contents: .tree(ValueTree(root: ValueNode(title, .record("cookie"), nodes))))
    }

    private func cells(_ cookie: Cookie) -> [DocumentValue] {
        let state = cookie.expires.map { $0 < now ? "expired" : "" } ?? "session"
        return [
            .string(cookie.domain), .string(cookie.name), .string(cookie.value), .string(cookie.path),
            cookie.expires.map(Self.date) ?? .null, .string(state), Self.date(cookie.created),
            .string(cookie.flags.title), cookie.rest.isEmpty ? .null : .data(cookie.rest),
        ]
    }

    private static func date(_ secondsSince2001: Double) -> DocumentValue {
        .date(secondsSince2001: secondsSince2001)
    }
}

extension Cookie.Flags {
    /// The flags by name, and unknown ones as a number: "Secure, HttpOnly, 0x20".
    fileprivate var title: String {
        let known: [(flag: Self, title: String)] = [(.secure, "Secure"), (.httpOnly, "HttpOnly")]
        var titles = known.filter { contains($0.flag) }.map(\.title)
        let others = subtracting([.secure, .httpOnly]).rawValue
        if others != 0 { titles.append("0x" + String(others, radix: 16)) }
        return titles.joined(separator: ", ")
    }
}
