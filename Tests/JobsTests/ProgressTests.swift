import Jobs
import Testing

struct ProgressTests {
    private func sample(_ milliseconds: UInt64, bytes: UInt64, files: UInt64 = 0, of total: UInt64 = 10_000_000)
        -> Progress
    {
        Progress(
            filesDone: files, filesTotal: 0, bytesDone: bytes, bytesTotal: total, name: [],
            nanoseconds: milliseconds * 1_000_000)
    }

    @Test("steady work has a rate and a remaining time")
    func steady() {
        var rate = ProgressRate()
        for step in 0...10 { rate.add(sample(UInt64(step) * 100, bytes: UInt64(step) * 200_000)) }
        #expect(rate.bytesPerSecond == 2_000_000)
        #expect(rate.secondsLeft == 4)
    }

    @Test("there is no rate before there are enough samples")
    func early() {
        var rate = ProgressRate()
        #expect(rate.bytesPerSecond == nil && rate.secondsLeft == nil)
        rate.add(sample(0, bytes: 0))
        rate.add(sample(100, bytes: 1_000_000))
        #expect(rate.bytesPerSecond == nil && rate.secondsLeft == nil)
    }

    @Test("stalled work has a rate of zero and no remaining time")
    func standing() {
        var rate = ProgressRate()
        for step in 0...100 { rate.add(sample(UInt64(step) * 100, bytes: 500)) }
        #expect(rate.bytesPerSecond == 0)
        #expect(rate.secondsLeft == nil)
    }

    @Test("a higher speed shows within seconds, however long it was low before")
    func change() {
        var rate = ProgressRate()
        for step in 0...600 { rate.add(sample(UInt64(step) * 100, bytes: UInt64(step) * 10)) }
        for step in 1...60 { rate.add(sample(60_000 + UInt64(step) * 100, bytes: 6_000 + UInt64(step) * 100_000)) }
        #expect(abs((rate.bytesPerSecond ?? 0) - 1_000_000) < 50_000)
    }

    @Test("samples that come too often do not change the rate")
    func often() {
        var rate = ProgressRate()
        for step in 0...100_000 { rate.add(sample(UInt64(step) / 50, bytes: UInt64(step) * 20)) }
        #expect(abs((rate.bytesPerSecond ?? 0) - 1_000_000) < 1_000)
    }

    @Test("bytes taken back do not make the rate negative")
    func backwards() {
        var rate = ProgressRate()
        rate.add(sample(0, bytes: 1_000))
        rate.add(sample(1_000, bytes: 0))
        #expect(rate.bytesPerSecond == 0)
        #expect(rate.secondsLeft == nil)
    }

    @Test("the meter adds up the work of many threads and gives the fraction done")
    func meter() {
        let meter = ProgressMeter()
        #expect(meter.progress.fraction == nil)
        meter.expect(files: 4_000, bytes: 8_000)
        let pool = WorkerPool(threads: 4)
        let done = Semaphore()
        for thread in 0..<4 {
            pool.submit {
                for number in 0..<1_000 {
                    meter.beginItem("file \(thread) \(number)".utf8)
                    meter.add(files: 1, bytes: 3)
                    meter.takeBack(bytes: 1)
                }
                done.signal()
            }
        }
        for _ in 0..<4 { done.wait() }
        let progress = meter.progress
        #expect(progress.filesDone == 4_000 && progress.bytesDone == 8_000 && progress.fraction == 1)
        #expect(String(decoding: progress.name, as: UTF8.self).hasSuffix(" 999"))
    }

    @Test("each stage of the work is counted separately")
    func stages() {
        let meter = ProgressMeter()
        var rate = ProgressRate()
        meter.beginStage(.checking, files: 4)
        meter.add(files: 4)
        rate.add(sample(0, bytes: 0))
        rate.add(sample(1_000, bytes: 1_000))
        #expect(meter.progress.fraction == 1 && meter.progress.stage == .checking)
        meter.beginStage(.cleaningUp, files: 8)
        meter.add(files: 2)
        #expect(meter.progress.fraction == 0.25 && meter.progress.stage == .cleaningUp)
        var later = meter.progress
        later.nanoseconds = 2_000_000_000
        rate.add(later)
        #expect(rate.bytesPerSecond == nil, "one stage says nothing about the speed of the next")
    }
}
