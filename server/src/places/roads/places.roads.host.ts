import { BrokenRegion, type HostReply, type HostRequest, type RoadsHost } from './places.roads.engine.ts'

const reportEveryMs = 5_000
/** Memory growth that is reported immediately, because the parent limits the memory. */
const grownBytes = 64 * 2 ** 20
/** Reading the memory takes as long as a short search. */
const readMemoryEveryMs = 100

/** Answers the requests of the parent process until it disconnects. */
export function serveRoads(host: RoadsHost): void {
  const running = new Set<number>()
  let outbox: HostReply[] = []
  /** Answers that are ready together are sent as one message, which costs little more than each of them. */
  const send = (reply: HostReply) => {
    outbox.push(reply)
    if (outbox.length > 1) return
    process.nextTick(() => {
      if (process.connected) process.send?.(outbox, () => undefined)
      outbox = []
    })
  }
  let reportedBytes = 0
  let memoryReadAt = 0
  const reportState = () => {
    reportedBytes = process.memoryUsage.rss()
    send({ memoryBytes: reportedBytes, loaded: host.loaded() })
  }

  process.on('disconnect', () => process.exit(0))
  // Ctrl+C reaches the whole process group; the parent ends this process itself.
  process.on('SIGINT', () => undefined)
  async function receive(request: HostRequest): Promise<void> {
    if ('cancel' in request) return void running.delete(request.cancel)
    if ('keep' in request) return host.keep(request.keep)
    const { id, region, task } = request
    running.add(id)
    try {
      send({ id, answer: await host.answer(region, task, () => !running.has(id)) })
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error)
      send({ id, failure: { message, isRegionBroken: error instanceof BrokenRegion } })
    }
    running.delete(id)
    if (task.ask !== 'load' && performance.now() < memoryReadAt + readMemoryEveryMs) return
    memoryReadAt = performance.now()
    if (task.ask === 'load' || process.memoryUsage.rss() > reportedBytes + grownBytes) reportState()
  }
  process.on('message', (requests: readonly HostRequest[]) => {
    for (const request of requests) void receive(request)
  })
  setInterval(reportState, reportEveryMs).unref()
}
