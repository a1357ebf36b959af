/// Data compressed by xz or Zstandard, behind which something else may lie: their decoders take that for damage.
package enum PackedData {
    /// Returns where the data end, if all of them can be followed and something is behind them that is no more of them; nil for
    /// anything else, also for data in other forms.
    package static func end(of bytes: FileBytes, mustStop: () -> Bool) -> UInt64? {
        let head = bytes.bytes(0, FileSignature.length)
        let (magic, end): ([UInt8], UInt64)
        if head.starts(with: XZStreams.magic) {
            (magic, end) = (XZStreams.magic, XZStreams(of: bytes, mustStop: mustStop).end)
        } else if ZstandardFrames.isRecognized(in: head) {
            (magic, end) = (ZstandardFrames.magic, ZstandardFrames(of: bytes, mustStop: mustStop).end)
        } else {
            return nil
        }
        let next = bytes.bytes(end, FileSignature.length)
        // Otherwise, more of them are cut off or damaged.
        guard end > 0, end < bytes.size, !next.starts(with: magic), !ZstandardFrames.isRecognized(in: next) else {
            return nil
        }
        return end
    }
}
