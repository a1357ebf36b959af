import Audit
import TestSupport
import Testing

/// One planted defect and one near miss for each rule about items that could not be examined.
@Suite("Rules about files")
struct FileRuleTests {
    private static let cookies = "Library/Cookies/Cookies.binarycookies"

    static let cases: [ContainerCase] = [
        ContainerCase(
            "file.unreadable", "a directory",
            plant: {
                $0["Documents/locked/a.txt"] = "x"
                $0.isRestricted = true
                $0.changes.append { try $0.setMode(0, of: "Documents/locked") }
            },
            miss: {
                $0["Documents/locked/a.txt"] = "x"
                $0.isRestricted = true
                $0.changes.append { try $0.setMode(0o500, of: "Documents/locked") }
            }),
        ContainerCase(
            "file.damaged",
            plant: { $0.files["Documents/a.sqlite"] = StorageRuleTests.database(damaged: true) },
            miss: { $0["Documents/a.sqlite"] = "no database, but a text" }),
        ContainerCase(
            "file.damaged", "a page of cookies",
            plant: {
                $0.files[cookies] = PlantedFile.cookie("language", "en", flags: 0)
                // The mark at the beginning of the page.
                $0.files[cookies]?[13] = 0xff
            },
            miss: { $0.files[cookies] = PlantedFile.cookie("language", "en", flags: 0) }),
    ]

    @Test("a planted defect is found, and what comes near it is not", arguments: cases)
    func plantedAndMissed(_ one: ContainerCase) throws {
        let counts = try one.counts()
        #expect(counts.planted == 1)
        #expect(counts.missed == 0)
    }
}
