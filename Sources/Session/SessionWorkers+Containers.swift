import Browser
import ContainerModel
import ContainerStore
import FileTree
import Formats
import Jobs
import System

/// Opening other containers.
extension SessionWorkers {
    func open(_ path: HostPath) {
        let mailbox = mailbox
        submit(short) { answer in
            do throws(ContainerStoreError) {
                switch try ContainerStore.open(path.bytes) {
                case .container(let container, let start):
                    mailbox.post(.opened(container.recallingAppInfo(), at: start))
                case .several(let candidates): answer(.containersFound(candidates))
                }
            } catch {
                answer(.failed("\(String(decoding: error.hostPath, as: UTF8.self)) \(error.message)"))
            }
        }
    }
}
