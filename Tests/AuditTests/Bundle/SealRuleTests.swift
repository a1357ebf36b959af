import Formats
import TestSupport
import Testing

/// One planted defect and one near miss for each rule about the seal of a bundle.
@Suite("Rules about seals")
struct SealRuleTests {
    private static let seal = "_CodeSignature/CodeResources"
    private static let chart = Array("{\"chart\": 1}".utf8)

    /// Seals some files of a bundle without code, which has seals of its own.
    private static func close(_ bundle: inout BundleFixture) {
        bundle.executable = nil
        bundle.information["CFBundleExecutable"] = nil
        for name in ["chart.json", "moon.txt", "fr.lproj/moon.txt"] { bundle.files[name] = chart }
        bundle.files[seal] = PlantedFile.seal(bundle.files)
    }

    static let cases: [BundleCase] = [
        BundleCase(
            "seal.broken",
            plant: {
                close(&$0)
                $0.files["chart.json"] = Array("{\"chart\": 2}".utf8)
            },
            miss: {
                close(&$0)
                // No seal has the digest of Info.plist: the signature of the code has it.
                $0.information["CFBundleName"] = "Tide"
            }),
        BundleCase(
            "seal.broken",
            plant: {
                close(&$0)
                $0.files["moon.txt"] = nil
            },
            miss: {
                close(&$0)
                $0.files["fr.lproj/moon.txt"] = nil
            }),
        BundleCase(
            "seal.broken",
            plant: {
                close(&$0)
                // Code without a signature.
                $0.executable = .typical
                $0.information["CFBundleExecutable"] = "Tide"
            }, miss: { close(&$0) }),
        BundleCase(
            "seal.added",
            plant: {
                close(&$0)
                $0.files["star.txt"] = [0x42]
            },
            miss: {
                close(&$0)
                $0.files["PkgInfo"] = Array("APPL????".utf8)
            }),
        BundleCase("seal.missing", plant: { $0.files["chart.json"] = chart }, miss: { close(&$0) }),
    ]

    @Test("a planted defect is found", arguments: cases)
    func planted(_ example: BundleCase) throws { try example.expectFinding() }

    @Test("what comes near a defect is none", arguments: cases)
    func nearMiss(_ example: BundleCase) throws { try example.expectNoFinding() }
}
