import System

/// The bytes of an argument as the shell gave them.
///
/// Arguments reach commands as strings, in which bytes that are not UTF-8 have been replaced; a path of such bytes
/// could not be opened any more. So the argument is looked for among those the process was started with.
func argumentBytes(_ argument: String) -> [UInt8] {
    guard argument.unicodeScalars.contains("\u{fffd}") else { return Array(argument.utf8) }
    for case let given? in UnsafeBufferPointer(start: CommandLine.unsafeArgv, count: Int(CommandLine.argc)) {
        let bytes = UnsafeBufferPointer(start: given, count: strlen(given)).map { UInt8(bitPattern: $0) }
        if String(decoding: bytes, as: UTF8.self) == argument { return bytes }
    }
    return Array(argument.utf8)
}
