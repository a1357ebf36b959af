// Swift Testing is found only where tests are built: a build of everything for release leaves this file out.
#if canImport(Testing)
import System
package import Testing

private let variable = "SANDGLASS_TEST_CASE"

/// Runs the body of a test in a process that runs nothing else, for what ends with a process or is measured of it.
///
/// The test starts its executable again, for itself alone. Exit tests of Swift Testing are not used for this: their
/// process is found only when no other child waits to be collected, and until then a thread uses a whole processor.
/// - Parameters:
///   - testCase: The arguments of the test case, which distinguish it from the other ones.
///   - body: Called in the other process.
package func inOwnProcess(
    _ testCase: String = "", file: String = #fileID, function: String = #function,
    location: SourceLocation = #_sourceLocation, _ body: () throws -> Void
) throws {
    let name = "\(file) \(function) \(testCase)"
    if let chosen = getenv(variable).map({ String(cString: $0) }) {
        guard chosen == name else { return }
        try body()
        print("\n\(name): run")
        return
    }
    let module = file.prefix { $0 != "/" }
    let filter = "^\(module)\\..*\(function.prefix { $0 != "(" })\\("
    let result = try runCommand(
        ["env", "\(variable)=\(name)", Platform.executablePath, "--testing-library", "swift-testing"]
            + ["--filter", filter])
    #expect(
        result.status == 0 && result.lines.contains("\(name): run"), "\(result.text.suffix(3_000))\(result.errors)",
        sourceLocation: location)
}
#endif
