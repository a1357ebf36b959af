import Formats

/// Tells names that may say something of their values from all others, without making a text of each: names are many, and
/// telling ones are few.
struct NameFilter: Sendable {
    /// Where three letters or digits beside each other say that a name may tell something.
    private struct Places: OptionSet {
        let rawValue: UInt8

        static let beginning = Places(rawValue: 1)
        static let inside = Places(rawValue: 2)
        static let end = Places(rawValue: 4)
    }

    /// The number of letters and digits.
    private static let symbols = 36
    private static let triples = symbols * symbols * symbols

    /// The places of three letters, by their number.
    private let places: [Places]
    /// The names of two letters that names end with, by their number.
    private let pairs: Set<Int>

    /// - Parameters:
    ///   - endings: Texts that telling names end with, in small letters and digits, of three bytes at least.
    ///   - beginnings: Texts that they begin with.
    ///   - parts: Texts that are anywhere in them.
    init(endings: [String], beginnings: [String], parts: [String]) {
        var places = [Places](repeating: [], count: Self.triples)
        func add(_ place: Places, _ letters: some Sequence<UInt8>) {
            let number = letters.reduce(0) { $0 * Self.symbols + (Self.symbol($1) ?? 0) }
            places[number % Self.triples].insert(place)
        }
        for text in endings where text.utf8.count >= 3 && text.utf8.allSatisfy({ $0 < 0x80 }) {
            add(.end, text.utf8.suffix(3))
        }
        for text in beginnings { add(.beginning, text.utf8.prefix(3)) }
        for text in parts { add(.inside, text.utf8.prefix(3)) }
        self.places = places
        pairs = Set(
            endings.filter { $0.utf8.count == 2 }.map { name in
                name.utf8.reduce(0) { $0 * Self.symbols + (Self.symbol($1) ?? 0) }
            })
    }

    /// The number of a letter in either case, or of a digit, for each byte; no other byte has one.
    private static let numbers: [UInt8] = (0...UInt8.max).map { byte in
        switch byte {
        case 0x61...0x7a: byte - 0x61
        case 0x41...0x5a: byte - 0x41
        case 0x30...0x39: byte - 0x30 + 26
        default: .max
        }
    }

    private let numbers = Self.numbers

    private static func symbol(_ byte: UInt8) -> Int? { numbers[Int(byte)] == .max ? nil : Int(numbers[Int(byte)]) }

    /// Returns whether a name may tell something, judging by its ASCII letters and digits; a name with others may.
    func mayTell(_ name: UnsafeRawBufferPointer) -> Bool {
        numbers.withUnsafeBufferPointer { numbers in
            places.withUnsafeBufferPointer { places in
                var (first, second, third, count) = (0, 0, 0, 0)
                for byte in name {
                    // Few names have other letters.
                    guard byte < 0x80 else { return true }
                    let symbol = numbers[Int(byte)]
                    guard symbol != .max else { continue }
                    (first, second, third) = (second, third, Int(symbol))
                    count += 1
                    guard count >= 3 else { continue }
                    let place = places[(first * Self.symbols + second) * Self.symbols + third].rawValue
                    guard place != 0 else { continue }
                    if place & Places.inside.rawValue != 0 || count == 3 && place & Places.beginning.rawValue != 0 {
                        return true
                    }
                }
                if count >= 2, pairs.contains(second * Self.symbols + third) { return true }
                return count >= 3
                    && places[(first * Self.symbols + second) * Self.symbols + third].contains(.end)
            }
        }
    }
}

/// What a name tells of its value.
struct NameFacts {
    /// The row of the table of telling names.
    let key: SensitiveKeyName?
    /// Whether the value is the number of a payment card.
    let isOfCard: Bool

    private static let filter = NameFilter(
        endings: SensitiveKeyName.all.flatMap(\.names) + CardNumber.nameEnds,
        beginnings: CardNumber.nameEnds, parts: CardNumber.nameParts)

    /// Returns whether a name may tell something. Those that do not are found out quickly.
    static func mayTell(_ name: UnsafeRawBufferPointer) -> Bool { filter.mayTell(name) }

    init(of name: String) {
        key = SensitiveKeyName.row(of: name)
        isOfCard = CardNumber.isTelling(name)
    }
}

/// What the names tell that occurred last, found by their bytes: a text of each would take longer.
struct NameMemory {
    private static let places = 1_024

    private var known = [(name: [UInt8], facts: NameFacts)?](repeating: nil, count: places)

    /// Returns what a name tells.
    mutating func facts(of name: UnsafeRawBufferPointer) -> NameFacts {
        var hash: UInt64 = 0
        for byte in name { hash = (hash ^ UInt64(byte)) &* 0x9e37_79b9_7f4a_7c15 }
        let place = Int(truncatingIfNeeded: hash >> 54)
        if let one = known[place], one.name.count == name.count, name.elementsEqual(one.name) { return one.facts }
        let facts = NameFacts(of: String(decoding: name, as: UTF8.self))
        known[place] = (Array(name), facts)
        return facts
    }
}
