import Testing

/// The start of the tests' executable.
///
/// Without it, SwiftPM looks for tests of XCTest, of which there are none, in an index of the sources that costs a third of the
/// time to compile tests.
@main
struct TestRun {
    static func main() async {
        // What `swift test --filter` asks before it runs tests of XCTest alone, and then none at all.
        if CommandLine.arguments.contains("--dump-tests-json") {
            print("error: to select tests, pass --disable-xctest --enable-swift-testing, or use .ci/test")
            return
        }
        await Testing.__swiftPMEntryPoint() as Never
    }
}
