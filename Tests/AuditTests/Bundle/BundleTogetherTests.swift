import Audit
import Testing

/// Rules about a bundle and the containers of its app together.
@Suite("Bundle and container together")
struct BundleTogetherTests {
    /// The rules that a bundle alone cannot break.
    static let rules: Set<String> = []
}
