/// Reads a property list in XML as values.
enum XMLPropertyListReader {
    /// Reads a UTF-8 document.
    static func read(_ bytes: [UInt8], limits: PropertyListLimits) throws(PropertyListError) -> PropertyListValue {
        do throws(PropertyListError) {
            return try bytes.withUnsafeBufferPointer { buffer throws(PropertyListError) in
                try value(in: UnsafeRawBufferPointer(buffer), limits)
            }
        } catch {
            throw located(error, in: bytes)
        }
    }

    private static func value(
        in bytes: UnsafeRawBufferPointer, _ limits: PropertyListLimits
    ) throws(PropertyListError) -> PropertyListValue {
        var walk = try XMLPropertyListWalk(reading: bytes, limits: limits)
        var builder = Builder()
        do throws(PropertyListError) {
            while let item = try walk.found() { builder.add(item, level: walk.level) }
        } catch {
            guard error.code == .truncated, let element = walk.innermost else { throw error }
            let message = "the document ends inside \(element.name)"
            throw PropertyListError(.truncated, message, offset: error.offset)
        }
        return builder.value()
    }

    /// Returns an error with the line and column of its offset.
    private static func located(_ error: PropertyListError, in bytes: [UInt8]) -> PropertyListError {
        let before = bytes[..<max(0, min(error.offset, bytes.count))]
        let line = before.count { $0 == UInt8(ascii: "\n") } + 1
        let lineStart = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
        // Bytes 10xxxxxx continue a character; the byte order mark does not count as one.
        let characters = before[lineStart...].count { $0 & 0xc0 != 0x80 }
        let mark = lineStart == 0 && bytes.matches([0xef, 0xbb, 0xbf]) && error.offset >= 3 ? 1 : 0
        let position = PropertyListError.TextPosition(line: line, column: characters - mark + 1)
        return PropertyListError(error.code, error.message, offset: before.count, position: position)
    }

    /// Assembles values that are passed one by one.
    private struct Builder {
        /// An array or dictionary that has begun.
        private struct Open {
            let isDictionary: Bool
            /// Its own key in a dictionary.
            let key: String
            var items: [PropertyListValue] = []
            var dictionary: PropertyListDictionary = [:]

            /// As in CoreFoundation, a dictionary whose only key is `CF$UID` with an integer is an archive reference.
            var value: PropertyListValue {
                guard isDictionary else { return .array(items) }
                if dictionary.count == 1, case .integer(let number)? = dictionary["CF$UID"], number >= 0 {
                    return .uid(UInt64(number))
                }
                return .dictionary(dictionary)
            }
        }

        private var open: [Open] = []
        private var result: PropertyListValue?

        /// Adds a value.
        /// - Parameter level: The number of arrays and dictionaries around it, which are the first of those that are open.
        mutating func add(_ item: PropertyListItem, level: Int) {
            end(to: level)
            let key = item.name?.withBytes { String(decoding: $0, as: UTF8.self) } ?? ""
            switch item.value {
            case .group(let isDictionary): open.append(Open(isDictionary: isDictionary, key: key))
            case .text(let text): add(.string(text.withBytes { String(decoding: $0, as: UTF8.self) }), key)
            case .data(let data): add(.data(data.withBytes { Array($0) }), key)
            case .other(let value): add(value, key)
            case .integer, .wide, .real, .writtenReal: add(item.number ?? .null, key)
            }
        }

        /// Returns the value when it is complete.
        mutating func value() -> PropertyListValue {
            end(to: 0)
            return result ?? .null
        }

        private mutating func end(to level: Int) {
            while open.count > level {
                let last = open.removeLast()
                add(last.value, last.key)
            }
        }

        private mutating func add(_ value: PropertyListValue, _ key: String) {
            guard let last = open.indices.last else {
                result = value
                return
            }
            if open[last].isDictionary {
                open[last].dictionary.add(value, for: key, lastCounts: true)
            } else {
                open[last].items.append(value)
            }
        }
    }
}
