import ContainerModel
import FileTree
import Formats

/// Holds differences back until it is known which of the items added and removed were moved. If there are too many, they
/// are passed on at once, and none of them counts as moved.
struct DifferenceBuffer {
    /// What is held back at most.
    private static let maxDifferences = 100_000
    private static let maxBytes = 48 << 20

    /// A file that only one side has.
    struct Candidate {
        let isAdded: Bool
        let item: SideItem
    }

    private var waiting: [(difference: Difference, candidate: Candidate?)] = []
    private var bytes = 0
    /// Whether differences are no longer held back.
    private(set) var isFull = false
    private let receive: (Difference) -> Bool
    private let early: EarlyDifferences?

    /// - Parameters:
    ///   - early: Receives each difference that is held back.
    ///   - receive: Receives each difference; returns whether more are wanted.
    init(early: EarlyDifferences? = nil, _ receive: @escaping (Difference) -> Bool) {
        (self.early, self.receive) = (early, receive)
    }

    /// Adds a difference.
    /// - Returns: Whether more are wanted.
    mutating func add(_ difference: Difference, _ candidate: Candidate? = nil) -> Bool {
        guard !isFull else { return receive(difference) }
        early?.receive(difference)
        bytes += difference.cost
        waiting.append((difference, candidate))
        guard waiting.count > Self.maxDifferences || bytes > Self.maxBytes else { return true }
        isFull = true
        return passOn()
    }

    /// Finds out what was moved, and passes everything on.
    /// - Parameters:
    ///   - digest: Returns a digest of the contents of a file on the second or the first side; nil if it cannot be read.
    ///   - attributes: Returns how the attributes of an item that was moved differ.
    mutating func end(
        digest: (ContainerPath, _ isAdded: Bool) -> [UInt8]?, attributes: (SideItem, SideItem) -> [Difference]
    ) {
        guard !isFull else { return }
        var removed: Set<Int> = []
        var changed: [Int: [Difference]] = [:]
        for move in moves(digest) {
            let (old, new) = (waiting[move.removed], waiting[move.added])
            waiting[move.added].difference = Self.moved(new.difference, from: old.difference)
            removed.insert(move.removed)
            guard let item = old.candidate?.item, let other = new.candidate?.item else { continue }
            changed[move.added] = attributes(item, other).map { Self.placed($0, as: new.difference) }
        }
        if !removed.isEmpty {
            waiting = waiting.indices.filter { !removed.contains($0) }.flatMap { index in
                [waiting[index]] + (changed[index] ?? []).map { ($0, nil) }
            }
        }
        _ = passOn()
    }

    /// Returns a difference in the item of another one.
    private static func placed(_ difference: Difference, as other: Difference) -> Difference {
        var difference = difference
        (difference.path, difference.name) = (other.path, other.name)
        (difference.kind, difference.badges) = (other.kind, other.badges)
        return difference
    }

    private mutating func passOn() -> Bool {
        defer { waiting = [] }
        for entry in waiting where !receive(entry.difference) { return false }
        return true
    }

    private static func moved(_ added: Difference, from old: Difference) -> Difference {
        placed(Difference(.moved, .item, before: .bytes(old.path.bytes)), as: added)
    }

    /// Returns the positions of files of the same contents that were removed and added.
    private func moves(
        _ digest: (ContainerPath, _ isAdded: Bool) -> [UInt8]?
    ) -> [(removed: Int, added: Int)] {
        var bySize: [UInt64: (removed: [Int], added: [Int])] = [:]
        for (index, entry) in waiting.enumerated() {
            guard let candidate = entry.candidate, candidate.item.status.size > 0 else { continue }
            let size = candidate.item.status.size
            if candidate.isAdded {
                bySize[size, default: ([], [])].added.append(index)
            } else {
                bySize[size, default: ([], [])].removed.append(index)
            }
        }
        var moves: [(removed: Int, added: Int)] = []
        for files in bySize.values where !files.removed.isEmpty && !files.added.isEmpty {
            var removed: [[UInt8]: [Int]] = [:]
            for index in files.removed {
                guard let found = digest(waiting[index].difference.path, false) else { continue }
                removed[found, default: []].append(index)
            }
            for index in files.added {
                guard let found = digest(waiting[index].difference.path, true), let old = removed[found]?.first
                else { continue }
                removed[found]?.removeFirst()
                moves.append((old, index))
            }
        }
        return moves
    }
}
