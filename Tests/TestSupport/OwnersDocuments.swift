import FoundationEssentials

/// The five documents that the rules rest on, as the owner gave them.
///
/// They are not part of the package, but lie in `../shared/seeds` beside it. Tests that read them are skipped by name
/// where they are absent.
package enum OwnersDocuments {
    /// The texts, in the order of their codes, S0 to S4; nil if they are not there.
    package static let all: [String]? = {
        let package = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
        let directory = "/\(package)/../shared/seeds"
        let names = (try? FileManager.default.contentsOfDirectory(atPath: directory))?.sorted() ?? []
        let texts = names.filter { $0.hasSuffix(".txt") }
            .compactMap { FileManager.default.contents(atPath: "\(directory)/\($0)") }
            .map { String(decoding: $0, as: UTF8.self) }
        return texts.count == 5 ? texts : nil
    }()

    /// Why a test that reads them is skipped.
    package static let absence = "the owner's documents, ../shared/seeds, are not beside the package"
}
