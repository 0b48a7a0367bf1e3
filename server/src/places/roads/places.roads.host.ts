import { BrokenRegion, type HostReply, type HostRequest, type RoadsHost } from './places.roads.engine.ts'

const tellEveryMs = 5_000
/** Grown by so much, it says so at once: the parent bounds what it takes. */
const grownBytes = 64 * 2 ** 20

/** Answers the parent's questions until it goes. */
export function serveRoads(host: RoadsHost): void {
  const running = new Set<number>()
  const tell = (reply: HostReply) => {
    if (process.connected) process.send?.(reply, () => undefined)
  }
  let toldBytes = 0
  const tellState = () => {
    toldBytes = process.memoryUsage.rss()
    tell({ memoryBytes: toldBytes, loaded: host.loaded() })
  }

  process.on('disconnect', () => process.exit(0))
  // Ctrl+C reaches the whole group; the parent ends this process when it has finished.
  process.on('SIGINT', () => undefined)
  process.on('message', async (request: HostRequest) => {
    if ('cancel' in request) return void running.delete(request.cancel)
    if ('keep' in request) return host.keep(request.keep)
    const { id, region, task } = request
    running.add(id)
    try {
      tell({ id, answer: await host.answer(region, task, () => !running.has(id)) })
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error)
      tell({ id, failure: { message, isRegionBroken: error instanceof BrokenRegion } })
    }
    running.delete(id)
    if (task.ask === 'load' || process.memoryUsage.rss() > toldBytes + grownBytes) tellState()
  })
  setInterval(tellState, tellEveryMs).unref()
}
