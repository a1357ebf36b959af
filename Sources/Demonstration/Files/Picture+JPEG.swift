extension Picture {
    /// As a baseline JPEG (ITU T.81) in grey, each 8×8 block of one shade: only the blocks' means are coded.
    var jpeg: [UInt8] {
        let (columns, rows) = ((width + 7) / 8, (height + 7) / 8)
        var bits = JPEGBits()
        var previous = 0
        for row in 0..<rows {
            for column in 0..<columns {
                // A mean's coefficient is eight times the mean; the table divides it by eight.
                let mean = Int(shade(column * 8 + 4, row * 8 + 4)) - 128
                bits.append(difference: mean - previous)
                // The end of the block: no other coefficients. The one code of its table is 0.
                bits.append(0, count: 1)
                previous = mean
            }
        }
        let two = { FileBytes.bigEndian($0, 2) }
        let segment = { (marker: UInt8, body: [UInt8]) in [0xff, marker] + two(body.count + 2) + body }
        let quantization: [UInt8] = [0, 8] + [UInt8](repeating: 1, count: 63)
        let means: [UInt8] = [0x00, 0, 0, 0, 9] + [UInt8](repeating: 0, count: 12) + Array(0...8)
        let others: [UInt8] = [0x10, 1] + [UInt8](repeating: 0, count: 15) + [0]
        var bytes: [UInt8] = [0xff, 0xd8]
        bytes += segment(0xe0, Array("JFIF\0".utf8) + [1, 1, 0, 0, 1, 0, 1, 0, 0])
        bytes += segment(0xdb, quantization)
        bytes += segment(0xc0, [8] + two(height) + two(width) + [1, 1, 0x11, 0])
        bytes += segment(0xc4, means) + segment(0xc4, others)
        bytes += segment(0xda, [1, 1, 0, 0, 63, 0])
        return bytes + bits.finished + [0xff, 0xd9]
    }
}

/// The coded data of a JPEG, bit by bit.
private struct JPEGBits {
    private var bytes: [UInt8] = []
    private var pending = 0
    private var pendingCount = 0

    /// A difference of means: how many bits it has, in four bits, and then those (T.81, F.1.2.1).
    mutating func append(difference: Int) {
        let size = Int.bitWidth - abs(difference).leadingZeroBitCount
        append(size, count: 4)
        append(difference < 0 ? difference + (1 << size) - 1 : difference, count: size)
    }

    mutating func append(_ bits: Int, count: Int) {
        pending = pending << count | bits
        pendingCount += count
        while pendingCount >= 8 {
            pendingCount -= 8
            let byte = UInt8(truncatingIfNeeded: pending >> pendingCount)
            pending &= (1 << pendingCount) - 1
            bytes.append(byte)
            // A byte of ones is no marker if a zero follows it.
            if byte == 0xff { bytes.append(0) }
        }
    }

    /// The bytes, the last filled up with ones.
    var finished: [UInt8] {
        var filled = self
        if pendingCount > 0 { filled.append((1 << (8 - pendingCount)) - 1, count: 8 - pendingCount) }
        return filled.bytes
    }
}
