import Screen

/// The columns of a listing's row. The name gets the room that is left.
struct ListingColumns {
    /// The column of the marks of what differs; nil without them.
    let mark: Int?
    let name: Int
    let nameColumns: Int
    /// The columns, of those of the name, that are kept for what was found in the contents; 0 if there is no room.
    let hitColumns: Int
    var size: Int?
    var time: Int?
    let badges: Int
    let flagColumns: Int

    /// Names of this length are not cut for a column that can be left out.
    static let usualName = 28
    /// The fewest columns of a listing of paths with the time: paths need more room than names.
    static let enoughForPaths = 64
    /// The fewest columns of a listing that is sorted by the time, which is shown even if names are cut for it.
    private static let enoughForSorted = 39
    /// The fewest columns of a listing with three flags.
    private static let enoughForFlags = 33

    /// The fewest columns for what was found in the contents, with the blanks before it.
    private static let leastHit = 9
    /// The columns in which a line around a hit can be read.
    static let usualHit = 42

    /// - Parameters:
    ///   - hasPaths: Whether the names are paths, which need more room.
    ///   - hasHits: Whether the names are followed by what was found in the contents, which matters more than size and
    ///     time.
    ///   - hasMarks: Whether marks of what differs stand before the names.
    ///   - needsSize: Whether the sizes are what the user has asked for.
    ///   - needsTime: Whether the rows are sorted by the time.
    ///   - isAlone: Whether the listing is the only pane. It shows no column then that it loses on a wider screen, beside
    ///     another pane.
    init(
        _ area: Rectangle, hasBadges: Bool, hasPaths: Bool, hasHits: Bool, hasMarks: Bool = false, needsSize: Bool,
        needsTime: Bool, isAlone: Bool = false
    ) {
        mark = hasMarks ? area.column + 1 : nil
        name = area.column + (hasMarks ? 3 : 1)
        flagColumns = area.columns >= Self.enoughForFlags ? 3 : 2
        badges = hasBadges ? area.endColumn - 5 - flagColumns - (area.columns >= 40 ? 1 : 0) : area.endColumn
        var end = badges - 1
        let enough = Self.columns(names: Self.usualName, hasBadges: hasBadges, withTime: true)
        let minimum = hasPaths ? Self.enoughForPaths : needsTime ? Self.enoughForSorted : enough
        let isTimed = isAlone ? needsTime && !hasPaths : needsTime || !hasHits
        if area.columns >= minimum, isTimed {
            time = end - 6
            end -= 7
        }
        if area.columns >= 32, !hasHits || needsSize {
            size = end - 8
            end -= 9
        }
        nameColumns = max(1, end - name)
        // The names are paths, which lose their beginning: the end of one and a part of the line say more than a path.
        hitColumns =
            hasHits && nameColumns >= 2 * Self.leastHit ? max(Self.leastHit, nameColumns / 4) : 0
    }

    /// Returns the fewest columns of a pane in which a listing has all of its columns.
    static func enough(hasPaths: Bool, hasHits: Bool, needsTime: Bool) -> Int {
        guard !hasHits || needsTime else { return columns(names: usualName, withTime: false) }
        return hasPaths ? enoughForPaths : columns(names: usualName, withTime: true)
    }

    /// Returns the fewest columns of a pane beside another one, with the columns that a listing has wherever it is alone.
    static func minimum(needsTime: Bool) -> Int { needsTime ? enoughForSorted : enoughForFlags }

    /// Returns the columns of a listing whose names are not cut.
    static func columns(names: Int, hasBadges: Bool = true, withTime: Bool) -> Int {
        // A blank, the name, a blank and the size, a blank and the time, a blank, the badges and the border's blank.
        1 + names + 9 + (withTime ? 7 : 0) + 1 + (hasBadges ? 9 : 0)
    }
}

/// The columns of a row of the places. The name gets the room that is left.
struct PlacesColumns {
    /// The columns at the right edge of a row: four rights and a blank, before the flags.
    private static let rightsColumns = 5
    /// Room for `1023 KB`, and for `12 MB` and a sign while it is being counted.
    static let maxSizeColumns = 7
    /// Names that have these columns are cut for sizes: the longest standard ones are deep in the tree.
    private static let enoughForNames = 16
    /// In a narrower pane there is no room for sizes at all.
    private static let minimum = 26

    let badges: Int
    let flagColumns: Int
    let size: Int
    /// 0 if there is no room for sizes.
    let sizeColumns: Int

    /// - Parameters:
    ///   - names: The columns of the longest row before its size.
    ///   - needsSizes: Whether sizes are shown even if names are cut for them.
    ///   - hasBorder: Whether there is another pane at the right.
    init(_ area: Rectangle, names: Int, needsSizes: Bool, hasBorder: Bool) {
        flagColumns = area.columns >= 34 ? 2 : 1
        badges = area.endColumn - Self.rightsColumns - flagColumns - (hasBorder ? 1 : 0)
        let isShown = Self.showsSizes(columns: area.columns, names: names, needsSizes: needsSizes)
        sizeColumns = isShown ? Self.maxSizeColumns : 0
        size = badges - sizeColumns - 1
    }

    /// The columns of a pane with sizes, in which longer names are cut.
    static let enough = columns(names: enoughForNames, withSizes: true)

    /// Returns whether a pane has room for sizes. In a narrow one names would be cut to a few letters for them.
    static func showsSizes(columns: Int, names: Int, needsSizes: Bool) -> Bool {
        columns >= (needsSizes ? minimum : Self.columns(names: min(names, enoughForNames), withSizes: true))
    }

    /// Returns the columns of a pane whose names are not cut.
    static func columns(names: Int, withSizes: Bool) -> Int {
        1 + names + (withSizes ? 1 + maxSizeColumns : 0) + 1 + rightsColumns + 2 + 1
    }
}
