extension DisplayText {
    /// The number of clusters that are not blanks.
    package var inkedCount: Int { clusters.count { $0.bits != 0x20 } }

    /// Words that fit in no line are broken after these characters: they join the names of paths and of code.
    private static let joints: Set<UInt64> = [0x2f, 0x28, 0x5b, 0x5f]

    /// Returns the text in lines of at most `columns` cells, broken at blanks where possible, and words that fit in no
    /// line after a slash, a bracket or an underscore, or before a dot. Leading blanks also indent the lines that
    /// follow. There is always at least one line.
    package func wrapped(to columns: Int) -> [DisplayText] {
        let blank = UInt64(0x20)
        guard width > columns, columns > 0 else { return [self] }
        let indent = min(clusters.prefix { $0.bits == blank }.count, columns / 2)
        var lines: [DisplayText] = []
        var line = Array(clusters.prefix(indent))
        var lineWidth = indent
        /// The index of the line's last blank.
        var lastBlank: Int?
        /// The index of the last place in the line where a word that fits in no line can be broken.
        var lastJoint: Int?
        var isWordLong = false
        func finish(_ clusters: some Sequence<Cluster>) {
            let line = Array(clusters)
            lines.append(DisplayText(clusters: line, width: line.reduce(0) { $0 + $1.width }))
        }
        for (index, cluster) in clusters.enumerated().dropFirst(indent) {
            if index == indent || clusters[index - 1].bits == blank {
                let word = clusters[index...].prefix { $0.bits != blank }
                isWordLong = word.count > columns - indent || word.reduce(0) { $0 + $1.width } > columns - indent
            }
            if cluster.bits == blank, lineWidth == indent, !lines.isEmpty { continue }
            if cluster.bits == 0x2e, isWordLong, lineWidth > indent, line.last?.bits != blank { lastJoint = line.count }
            if lineWidth + cluster.width > columns, lineWidth > indent {
                let end = lastJoint ?? lastBlank
                let rest = lastJoint.map { Array(line[$0...]) } ?? lastBlank.map { Array(line[($0 + 1)...]) } ?? []
                finish(end.map { line[..<$0] } ?? line[...])
                line = Array(repeatElement(Cluster(bits: blank), count: indent)) + rest
                lineWidth = line.reduce(0) { $0 + $1.width }
                lastBlank = nil
                lastJoint = nil
                if cluster.bits == blank, rest.isEmpty { continue }
            }
            if cluster.bits == blank { (lastBlank, lastJoint) = (line.count, nil) }
            line.append(cluster)
            if isWordLong, Self.joints.contains(cluster.bits) { lastJoint = line.count }
            lineWidth += cluster.width
        }
        finish(line)
        return lines
    }
}
