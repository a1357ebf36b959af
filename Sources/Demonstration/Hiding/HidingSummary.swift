/// The ways of hiding the screen of a suspended program, for help.
package enum HidingSummary {
    /// The name of each way, and how it works.
    package static var ways: [(name: String, sentence: String)] { ConcealmentMode.all.map { ($0.name, $0.sentence) } }
}
