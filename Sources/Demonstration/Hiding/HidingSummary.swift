/// What the demonstration tries, for help.
package enum HidingSummary {
    /// The name of each way of hiding, and how it works.
    package static var ways: [(name: String, sentence: String)] { ConcealmentMode.all.map { ($0.name, $0.sentence) } }

    /// The number of kinds of files whose contents are shown.
    package static var kindsOfFiles: Int { SecretFixture.all.count }

    /// The number of ways out.
    package static var waysOut: Int { ExitPath.all.count }
}
