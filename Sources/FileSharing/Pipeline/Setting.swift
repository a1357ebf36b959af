import ContainerModel
import FileTree
import Formats
import Jobs
import Transactions

/// A planned change of values inside a file.
struct Setting: Sendable {
    /// The file.
    let item: ItemAddress
    let edits: ValueEdits
    /// The destination if the file may not be changed in place; nil if it stays.
    let destination: ItemAddress?
    /// The plan that moves it there.
    let plan: Plan?
    /// What is changed, by the contents that the file has now.
    let changes: [ValueEditor.Change]
    /// What happens, or does not, besides.
    var remarks: [String] = []

    /// Returns a line for each value, as it was and as it will be. Not safe for a terminal.
    /// - Parameter path: Formats a path of this computer.
    func lines(showing path: ([UInt8]) -> String) -> [String] {
        let move = destination.map { ["move  \(path(item.hostPath)) → \(path($0.hostPath))"] } ?? []
        return move + changes.map { "set  \(path(item.hostPath)):\($0.sentence)" }
    }

    /// What is done in a few words.
    static func phrase(_ changes: [ValueEditor.Change], of item: ItemAddress) -> String? {
        let name = String(decoding: item.name, as: UTF8.self)
        guard let first = changes.first else { return nil }
        return changes.count == 1 ? "\(name):\(first.sentence)" : "\(Pluralized.values(changes.count)) of \(name)"
    }
}

extension ValueEditor.Change {
    /// The most characters of a value that are shown.
    private static let longest = 60

    /// The address, the value that was there and the new one.
    fileprivate var sentence: String {
        func short(_ text: String) -> String {
            text.count > Self.longest ? text.prefix(Self.longest) + "…" : text
        }
        let address = String(decoding: ValueStep.address(path), as: UTF8.self)
        switch (old.map(short), new.map(short)) {
        case (let old?, let new?):
            return "\(address): \(old) → \(new)\(types.map { " (\($0.sentence))" } ?? "")"
        case (nil, let new?): return "\(address): added \(new)"
        case (let old?, nil): return "\(address): removed \(old)"
        case (nil, nil): return address
        }
    }
}

extension OperationError {
    /// Creates an error about a value inside a file.
    init(_ error: ValueEditError, in item: ItemAddress) {
        let code: Code =
            switch error.code {
            case .missing: .noInput
            case .exists: .cannotCreate
            case .type, .contradiction: .usage
            case .unsupported, .damaged: .data
            case .refused: .refused
            }
        let address = error.path.map { [0x3a] + ValueStep.address($0) } ?? []
        self.init(code, at: item.hostPath + address, error.message, cause: error)
    }
}
