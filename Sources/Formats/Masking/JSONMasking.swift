/// Masks values in JSON and JSON lines: everything else, the blanks included, stays as it is written.
enum JSONMasking {
    /// Returns a text without values; nil if the bytes are no JSON.
    static func mask(_ bytes: [UInt8], _ values: SecretValues) -> [UInt8]? {
        let encoding = TextEncoding(ofJSON: bytes)
        guard encoding == .utf8 else {
            guard TextEncoding.beginsJSONGroup(bytes) else { return nil }
            let text = encoding.utf8(ofJSON: bytes)
            return mask(text, values).map { $0 == text ? bytes : encoding.bytes(ofJSON: $0, like: bytes) }
        }
        guard let first = bytes.first(where: { ![0x20, 0x09, 0x0a, 0x0d, 0xef, 0xbb, 0xbf].contains($0) }),
            first == 0x7b || first == 0x5b, (try? JSONReader.readLines(bytes)) != nil
        else { return nil }
        var masked: [UInt8] = []
        masked.reserveCapacity(bytes.count)
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            let end: Int
            if byte == 0x22 {
                end = Self.end(ofString: index, in: bytes)
                masked += string(bytes[index..<end], values)
            } else if byte == 0x2d || byte.isASCIIDigit {
                end = bytes[index...].firstIndex { !isOfNumber($0) } ?? bytes.count
                let number = bytes[index..<end]
                masked += values.isHeld(byNumber: String(decoding: number, as: UTF8.self)) ? [0x30] : number
            } else {
                end = index + 1
                masked.append(byte)
            }
            index = end
        }
        return masked
    }

    private static func isOfNumber(_ byte: UInt8) -> Bool {
        byte.isASCIIDigit || [0x2b, 0x2d, 0x2e, 0x45, 0x65].contains(byte)
    }

    /// Returns the index behind the closing quotation mark.
    private static func end(ofString start: Int, in bytes: [UInt8]) -> Int {
        var index = start + 1
        while index < bytes.count, bytes[index] != 0x22 { index += bytes[index] == 0x5c ? 2 : 1 }
        return min(index + 1, bytes.count)
    }

    private static func string(_ written: ArraySlice<UInt8>, _ values: SecretValues) -> [UInt8] {
        let inner = Array(written.dropFirst().dropLast())
        guard inner.contains(0x5c) else {
            // Neither what stays nor the mask needs an escape.
            return values.masked(text: inner).map { [0x22] + $0 + [0x22] } ?? Array(written)
        }
        guard case .string(let text)? = try? JSONReader.read(Array(written)),
            let masked = values.masked(text: Array(text.utf8))
        else { return Array(written) }
        return JSONWriter.line(.string(String(decoding: masked, as: UTF8.self)))
    }
}
