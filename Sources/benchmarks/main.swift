import Disk
import ContainerModel
import Jobs
import Glibc

func now() -> Double { var t = timespec(); clock_gettime(CLOCK_MONOTONIC, &t); return Double(t.tv_sec) * 1000 + Double(t.tv_nsec) / 1e6 }
let a = CommandLine.arguments
let root = try RootedDirectory(hostPath: Array(a[2].utf8))
if a[1] == "list" {
    let t0 = now()
    let e = try DirectoryReader.read(try root.openDirectory(.root), path: .root, cancellation: Cancellation())!
    let t1 = now()
    let f = e.firstArranged(40, directoriesFirst: true, filter: EntryFilter())
    let t2 = now()
    let o = e.arranged(by: EntryOrder(), filter: EntryFilter())
    let t3 = now()
    print(e.count, "read", t1 - t0, "first", t2 - t1, "sort", t3 - t2, f == Array(o.prefix(40)))
    print(String(decoding: e.name(Int(o[0])), as: UTF8.self), String(decoding: e.name(Int(o[o.count-1])), as: UTF8.self))
} else {
    let pool = WorkerPool(threads: Int(a[3])!)
    let box = try Mailbox<DirectoryTotal>()
    let t0 = now()
    SizeCounter(root: root, pool: pool, threads: Int(a[3])!).count([.root], cancellation: Cancellation()) { r in box.post(r[.root]!) }
    var last = DirectoryTotal()
    while !last.isComplete { var p = pollfd(fd: box.descriptor, events: 1, revents: 0); poll(&p, 1, -1); last = box.drain().last ?? last }
    print(last, now() - t0)
}
