import System

/// The seed of tests whose faults or moments are random.
package enum RandomSeed {
    /// The seed of this run: the value of `SANDGLASS_TEST_SEED`, to repeat an earlier run, or a new one.
    package static let value: UInt64 = {
        if let given = getenv("SANDGLASS_TEST_SEED").flatMap({ UInt64(String(cString: $0)) }) { return given }
        return .random(in: 0..<1_000_000_000)
    }()

    /// A generator for a test, and a description of the seed for the messages of its failures.
    ///
    /// The seed is printed at once as well, since a test that hangs or is killed has no message.
    /// - Parameter test: A few words for the test.
    package static func generator(for test: String) -> (generator: SeededGenerator, description: String) {
        let description = "SANDGLASS_TEST_SEED=\(value)"
        print("\(test): \(description)")
        return (SeededGenerator(seed: value), description)
    }
}
