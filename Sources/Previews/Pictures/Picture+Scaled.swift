import Formats

extension Picture {
    /// Returns the picture at a size that suits a box of pixels: reduced to fit in it, each pixel the mean of those
    /// that it stands for; or enlarged by a whole number, so that its edges stay sharp.
    /// - Parameters:
    ///   - width: The width of the box, at least 1.
    ///   - height: The height of the box, at least 1.
    func scaled(toSuit width: Int, by height: Int) -> Picture {
        if self.width > width || self.height > height {
            let byHeight = self.width * height < width * self.height
            return reduced(
                byHeight ? max(1, self.width * height / self.height) : width,
                byHeight ? height : max(1, self.height * width / self.width))
        }
        let factor = min(width / self.width, height / self.height)
        return factor > 1 ? enlarged(factor) : self
    }

    private func reduced(_ columns: Int, _ rows: Int) -> Picture {
        let bytes = [UInt8](unsafeUninitializedCapacity: columns * rows * 4) { target, count in
            count = columns * rows * 4
            // Red, green and blue by their alpha, alpha, and the number of pixels.
            var sums = [UInt64](repeating: 0, count: columns * 5)
            pixels.withUnsafeBufferPointer { source in
                for row in 0..<rows {
                    for index in sums.indices { sums[index] = 0 }
                    let first = row * height / rows
                    for line in first..<max(first + 1, (row + 1) * height / rows) {
                        add(source, line, to: &sums, columns)
                    }
                    for column in 0..<columns {
                        let place = (row * columns + column) * 4
                        let (alpha, number) = (sums[column * 5 + 3], max(1, sums[column * 5 + 4]))
                        for channel in 0..<3 {
                            let value = alpha > 0 ? sums[column * 5 + channel] / alpha : 0
                            target[place + channel] = UInt8(truncatingIfNeeded: value)
                        }
                        target[place + 3] = UInt8(truncatingIfNeeded: alpha / number)
                    }
                }
            }
        }
        return Picture(width: columns, height: rows, pixels: bytes)
    }

    /// Adds a row of pixels to the sums of the columns that it is reduced to.
    private func add(_ source: UnsafeBufferPointer<UInt8>, _ line: Int, to sums: inout [UInt64], _ columns: Int) {
        sums.withUnsafeMutableBufferPointer { sums in
            for column in 0..<columns {
                let first = column * width / columns
                for pixel in first..<max(first + 1, (column + 1) * width / columns) {
                    let place = (line * width + pixel) * 4
                    let alpha = UInt64(source[place + 3])
                    for channel in 0..<3 { sums[column * 5 + channel] &+= UInt64(source[place + channel]) * alpha }
                    sums[column * 5 + 3] &+= alpha
                    sums[column * 5 + 4] &+= 1
                }
            }
        }
    }

    private func enlarged(_ factor: Int) -> Picture {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(pixels.count * factor * factor)
        for row in 0..<height {
            var line: [UInt8] = []
            line.reserveCapacity(width * factor * 4)
            for column in 0..<width {
                let place = (row * width + column) * 4
                for _ in 0..<factor { line += pixels[place..<place + 4] }
            }
            for _ in 0..<factor { bytes += line }
        }
        return Picture(width: width * factor, height: height * factor, pixels: bytes)
    }
}
