import TestSupport

/// Calls `body` with randomly mutated samples: 1,000,000 in long tests, otherwise `count`.
func withMutations(of samples: [[UInt8]], count: Int = 20_000, _ body: ([UInt8]) throws -> Void) rethrows {
    var random = SeededGenerator(seed: 2_026)
    for _ in 0..<(runsLongTests ? 1_000_000 : count) {
        guard let sample = samples.randomElement(using: &random) else { return }
        try body(random.mutate(sample))
    }
}
