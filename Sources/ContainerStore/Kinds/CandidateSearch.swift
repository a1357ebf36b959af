/// How far containers are looked for below a directory that is none, and whether anything was left out.
package final class CandidateSearch {
    /// How many levels of directories are examined; 0 if only what is around the path counts.
    package let levels: Int
    /// The maximum number of entries examined in directories that are not containers.
    package let mostEntries: Int
    /// Whether there are directories that were not examined.
    package internal(set) var isCutOff = false
    /// The number of entries so far.
    var examined = 0

    package init(levels: Int = 2, mostEntries: Int = 4_096) {
        self.levels = levels
        self.mostEntries = mostEntries
    }

    /// Whether as many entries have been looked at as may be.
    var isExhausted: Bool { examined >= mostEntries }
}
