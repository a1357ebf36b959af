import TestSupport
import Testing

/// An archive states the sizes of its entries itself, and nothing keeps it from lying.
@Suite("Archives whose entries claim impossible sizes", .onManyThreads)
struct ClaimedSizeTests {
    private static let withPath = ParsedCommand.all.filter(\.takesPath)

    /// Makes a zip archive of a few KB, claims.zip, whose files each claim 2^63 - 1 bytes, so that three of them exceed 64 bits.
    private static let maker = Script.text("claimed_size_maker")

    private static let template = SharingSandbox.template(maker)

    private func sandbox() throws -> SharingSandbox { try SharingSandbox(copyOf: Self.template.get()) }

    @Test(
        "no command is ended by a signal",
        arguments: pairs(
            withPath,
            ["claims.zip", "claims.zip/Documents", "claims.zip/Documents/a", "claims.zip/Library/Caches"]))
    func everyCommand(command: ParsedCommand, path: String) throws {
        let result = try sandbox().run(command.line(path), environment: ["EDITOR=true"])
        #expect(result.status < 128, "\(command.line(path)): \(result.errors)")
    }

    @Test(
        "sums of claimed sizes saturate at the largest number",
        arguments: [
            (["backup-set", "--json"], #""bytes":18446744073709551615"#),
            (["purge", "--dry-run", "--event", "low-storage", "--json"], #""bytes":18446744073709551615"#),
            (["backup-set"], "18,446,744,073,709,551,615 bytes in 3 files"),
            (["snapshots"], "3 pictures, 16 EB."),
        ])
    func sums(command: [String], says: String) throws {
        let result = try sandbox().run(command + ["claims.zip"])
        #expect(result.text.contains(says), "\(result.status): \(result.text)\(result.errors)")
    }
}
