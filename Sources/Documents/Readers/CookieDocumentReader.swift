import ContainerModel
import Formats
import FoundationEssentials

/// Reads the cookies of an app as a table.
struct CookieDocumentReader: DocumentReader {
    /// The time that determines what has expired, in seconds since 2001; nil for the current time.
    var now: Double?

    func recognizes(_ file: DocumentSource) -> Bool { CookieFile.recognizes(file.head) }

    func read(_ file: DocumentSource, within limits: DocumentLimits) throws(DocumentFailure) -> Document {
        let bytes = try file.whole(limit: CookieFile.maxBytes, as: "a file of cookies")
        do throws(FormatError) {
            let read = try CookieFile(bytes)
            let table = ListedRows(read.cookies, now: now ?? Date().timeIntervalSinceReferenceDate)
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

extension ListedRows {
    /// Creates a table of cookies.
    /// - Parameter now: The time that determines what has expired, in seconds since 2001.
    fileprivate init(_ cookies: [Cookie], now: Double) {
        let columns = ["domain", "name", "value", "path", "expires", "state", "created", "flags", "other"]
        let rows = cookies.enumerated().map { index, cookie in
            var row = TableRow(
                name: "\(index)",
                cells: [
                    .string(cookie.domain), .string(cookie.name), .string(cookie.value), .string(cookie.path),
                    cookie.expires.map { .date(secondsSince2001: $0) } ?? .null,
                    .string(cookie.expires.map { $0 < now ? "expired" : "" } ?? "session"),
                    .date(secondsSince2001: cookie.created), .string(cookie.flags.title),
                    cookie.rest.isEmpty ? .null : .data(cookie.rest),
                ])
            for (text, bytes) in cookie.storedTexts {
                if let column = columns.firstIndex(of: text.rawValue) { row.storedTexts[column] = bytes }
            }
            return row
        }
        self.init(
            columns, rows,
            // The state follows from the expiry and the current time.
            TableIdentity(["domain", "path", "name"], ignoring: ["state"])
        ) { row in
            guard let index = row.name.flatMap({ Int($0) }) else { return ("Cookie", "cookie") }
            return ("Cookie \(cookies[index].name)", "cookie")
        }
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
