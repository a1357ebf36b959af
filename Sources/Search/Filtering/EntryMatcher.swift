import ContainerModel
import ContainerStore
import FileTree
import Formats
import Inspection
import Jobs

/// Decides which entries of a listing meet conditions. Blocks; use it on a worker.
struct EntryMatcher {
    private let conditions: [ItemCondition]
    private let evaluator: ListingEvaluator
    private var examiner: EntryExaminer
    private var here: (path: ContainerPath, rules: DirectoryRules)?
    private let misplaced: Set<ContainerPath>
    /// The number of entries about which a condition could not be decided, since they could not be examined.
    private(set) var unexamined = 0
    /// Why contents of entries that a condition asks for could not be read, by the entry; each is also counted.
    private(set) var unread: [Int: FileTreeError] = [:]

    /// Creates a matcher.
    /// - Parameter misplaced: The items that seem to be in the wrong place, if a condition asks for them.
    init(
        _ conditions: [ItemCondition], for evaluator: ListingEvaluator, _ directory: TreeDirectory,
        misplaced: Set<ContainerPath>
    ) {
        // Conditions that are cheap to check often make the rest unnecessary.
        self.conditions = conditions.sorted { $0.effort < $1.effort }
        self.evaluator = evaluator
        self.misplaced = misplaced
        examiner = evaluator.examiner(of: directory)
    }

    /// Returns whether an entry meets all conditions; false if it is gone, or if it cannot be examined, which is counted.
    mutating func matches(_ entry: Int) -> Bool {
        let name = evaluator.entries.name(entry)
        var kind = evaluator.entries.kind(entry)
        var status: ItemStatus?
        var badges: Badges?
        for condition in conditions {
            if status == nil, condition.effort >= .status || kind == .unknown {
                do throws(FileTreeError) {
                    let found = try examiner.status(of: name)
                    status = found
                    kind = found.kind
                } catch {
                    return leaveOut(error)
                }
            }
            if badges == nil, condition.effort == .facts {
                do throws(FileTreeError) {
                    badges = try readBadges(of: entry)
                } catch {
                    return leaveOut(error)
                }
                guard badges != nil else { return false }
            }
            guard let status else {
                guard case .kind(let kinds) = condition.subject, kinds.contains(kind) != condition.isNegated else {
                    return false
                }
                continue
            }
            do throws(FileTreeError) {
                guard try meets(condition, name, status, badges) else { return false }
            } catch {
                if !error.isDisappearance { unread[entry] = error }
                return leaveOut(error)
            }
        }
        return true
    }

    /// Counts an entry that cannot be examined, unless it is gone.
    /// - Returns: false, since it is not known to meet a condition.
    private mutating func leaveOut(_ error: FileTreeError) -> Bool {
        if !error.isDisappearance { unexamined += 1 }
        return false
    }

    /// Returns the badges of an entry; nil on this computer, and if it is gone or cannot be examined.
    mutating func badges(of entry: Int) -> Badges? { try? readBadges(of: entry) }

    /// Returns the badges of an entry; nil on this computer.
    /// - Throws: `FileTreeError` if it cannot be examined.
    private mutating func readBadges(of entry: Int) throws(FileTreeError) -> Badges? {
        guard let rules = evaluator.rules else { return nil }
        let name = evaluator.entries.name(entry)
        let policy = try examiner.policy(of: name)
        guard let path = evaluator.path(of: name), let parent = path.parent, let last = path.lastComponent else {
            return nil
        }
        if here?.path != parent {
            here = (parent, parent == evaluator.directory.path ? rules : rules.directory(parent))
        }
        return here?.rules.badges(ofEntry: last, policy, covering: policy.covering ?? evaluator.covering)
    }

    /// - Throws: `FileTreeError` if what the condition asks for cannot be read.
    private mutating func meets(
        _ condition: ItemCondition, _ name: ArraySlice<UInt8>, _ status: ItemStatus, _ badges: Badges?
    ) throws(FileTreeError) -> Bool {
        let says: Bool
        switch condition.subject {
        case .kind(let kinds): says = kinds.contains(status.kind)
        case .size(let range):
            // A directory itself has no size, whatever is asked.
            guard status.kind == .file else { return false }
            says = range.contains(status.size)
        case .time(let clock, let range):
            guard let time = clock.seconds(in: status) else { return false }
            says = range.contains(time)
        case .age(let clock, let range):
            guard let time = clock.seconds(in: status) else { return false }
            says = range.contains(evaluator.now &- time)
        case .protection(let wanted):
            guard status.kind == .file, let rules = evaluator.rules else { return false }
            says = status.protection.or(rules.containerProtection) == wanted
        case .empty:
            switch status.kind {
            case .file: says = status.size == 0
            case .directory: says = try examiner.isEmpty(directory: name)
            default: says = false
            }
        case .right(let right):
            guard let badges, badges.isApplicable(right) else { return false }
            says = badges.rights.contains(right)
        case .flag(let flags):
            guard let badges else { return false }
            says = !badges.flags.isDisjoint(with: flags)
        case .contents(let word):
            guard status.kind == .file else { return false }
            // An empty file is of no type, whether it can be read or not.
            let signature = status.size == 0 ? nil : try examiner.signature(of: name)
            says = signature?.words.contains(word) ?? false
        case .misplaced: says = evaluator.path(of: name).map { misplaced.contains($0) } ?? false
        }
        return says != condition.isNegated
    }
}
