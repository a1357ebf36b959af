import Formats

/// A time as programs write it: `2026-04-30T12:00:00.123Z`, `2026-04-30 12:00:00,123 +0200`, `2026-04-30`.
struct WrittenTime {
    /// What the text tells of the time zone.
    enum Zone {
        case known
        /// Nothing: the time is read as one in UTC.
        case missing
    }

    /// Microseconds since 1970.
    let microseconds: Int64
    let zone: Zone
    /// Whether there is a time of day.
    let hasTimeOfDay: Bool
    /// The offset behind the text.
    let end: Int

    /// Reads the time that begins at an offset; nil if none does.
    init?(_ bytes: UnsafeRawBufferPointer, at start: Int = 0) {
        var reader = Reader(bytes: bytes, position: start)
        guard let year = reader.number(4), let separator = reader.one(of: 0x2d, 0x2f), let month = reader.number(2),
            reader.one(of: separator) != nil, let day = reader.number(2), (1...12).contains(month),
            (1...CivilDate.days(inMonth: month, of: year)).contains(day)
        else { return nil }
        let seconds = CivilDate.day(year: year, month: month, day: day) * 86_400
        guard let time = reader.timeOfDay() else {
            guard reader.peek.map({ !$0.isASCIIDigit }) ?? true else { return nil }
            microseconds = seconds * 1_000_000
            (zone, hasTimeOfDay, end) = (.missing, false, reader.position)
            return
        }
        let offset = reader.offset()
        microseconds = (seconds + time.seconds - (offset ?? 0)) * 1_000_000 + time.microseconds
        zone = offset == nil ? .missing : .known
        hasTimeOfDay = true
        end = reader.position
    }

    /// Reads a text that is a time and nothing else.
    init?(whole bytes: UnsafeRawBufferPointer) {
        guard bytes.count >= 10, bytes.count <= 40, bytes[0].isASCIIDigit, bytes[4] == 0x2d || bytes[4] == 0x2f else {
            return nil
        }
        self.init(bytes)
        guard end == bytes.count else { return nil }
    }

    private struct Reader {
        let bytes: UnsafeRawBufferPointer
        var position: Int

        var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

        mutating func one(of first: UInt8, _ second: UInt8? = nil) -> UInt8? {
            guard let byte = peek, byte == first || byte == second else { return nil }
            position += 1
            return byte
        }

        /// Reads as many digits.
        mutating func number(_ digits: Int) -> Int64? {
            guard position + digits <= bytes.count else { return nil }
            var number: Int64 = 0
            for index in position..<position + digits {
                guard bytes[index].isASCIIDigit else { return nil }
                number = number * 10 + Int64(bytes[index] - 0x30)
            }
            position += digits
            return number
        }

        /// Reads `T12:00`, `T12:00:00` or `T12:00:00.25`; nothing if there is no valid one.
        mutating func timeOfDay() -> (seconds: Int64, microseconds: Int64)? {
            let start = position
            var hasMark = one(of: 0x54, 0x20) != nil
            if !hasMark { hasMark = one(of: 0x74) != nil }
            guard hasMark, let hour = number(2), one(of: 0x3a) != nil,
                let minute = number(2), hour < 24, minute < 60
            else {
                position = start
                return nil
            }
            var (second, fraction): (Int64, Int64) = (0, 0)
            let beforeSeconds = position
            if one(of: 0x3a) != nil {
                if let found = number(2), found < 61 {
                    second = found
                    fraction = self.fraction()
                } else {
                    position = beforeSeconds
                }
            }
            return (hour * 3_600 + minute * 60 + second, fraction)
        }

        private mutating func fraction() -> Int64 {
            let start = position
            guard one(of: 0x2e, 0x2c) != nil, let byte = peek, byte.isASCIIDigit else {
                position = start
                return 0
            }
            var (value, scale): (Int64, Int64) = (0, 1_000_000)
            while let byte = peek, byte.isASCIIDigit {
                if scale > 1 {
                    scale /= 10
                    value += Int64(byte - 0x30) * scale
                }
                position += 1
            }
            return value
        }

        /// Reads `Z`, ` UTC`, `+02:00` or ` +0200`: the seconds ahead of UTC; nil if there is none.
        mutating func offset() -> Int64? {
            let start = position
            if one(of: 0x5a, 0x7a) != nil { return 0 }
            _ = one(of: 0x20)
            for name in ["UTC", "GMT"] where bytes[position...].starts(with: name.utf8) {
                position += 3
                return 0
            }
            guard let sign = one(of: 0x2b, 0x2d), let hours = number(2), hours < 16 else {
                position = start
                return nil
            }
            let beforeMinutes = position
            _ = one(of: 0x3a)
            var minutes: Int64 = 0
            if let found = number(2), found < 60 { minutes = found } else { position = beforeMinutes }
            guard peek.map({ !$0.isASCIIDigit }) ?? true else {
                position = start
                return nil
            }
            return (hours * 3_600 + minutes * 60) * (sign == 0x2d ? -1 : 1)
        }
    }
}
