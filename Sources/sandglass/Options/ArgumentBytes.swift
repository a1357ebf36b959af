import System

/// Returns the bytes of an argument as the shell passed them.
///
/// Commands get arguments as strings, in which invalid UTF-8 has been replaced, and a path with such bytes could not be
/// opened. The original is therefore looked up among the arguments of the process.
func argumentBytes(_ argument: String) -> [UInt8] {
    guard argument.unicodeScalars.contains("\u{fffd}") else { return Array(argument.utf8) }
    for case let given? in UnsafeBufferPointer(start: CommandLine.unsafeArgv, count: Int(CommandLine.argc)) {
        let bytes = UnsafeBufferPointer(start: given, count: strlen(given)).map { UInt8(bitPattern: $0) }
        // As an argument of its own, or behind the name of an option.
        for part in [bytes[...], bytes.firstIndex(of: UInt8(ascii: "=")).map { bytes[($0 + 1)...] }].compactMap(\.self)
        where String(decoding: part, as: UTF8.self) == argument { return Array(part) }
    }
    return Array(argument.utf8)
}

extension RawRepresentable where Self: CaseIterable, RawValue == String {
    /// Finds the case for a value of an option, which may be spelled as in JSON or with hyphens: `keepBoth`,
    /// `keep-both`.
    init?(spelled argument: String) {
        let plain = argument.lowercased().filter { $0 != "-" }
        guard let found = Self.allCases.first(where: { $0.rawValue.lowercased() == plain }) else { return nil }
        self = found
    }
}
