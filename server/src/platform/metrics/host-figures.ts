import { readFile, statfs } from 'node:fs/promises'
import { cpus, freemem, totalmem } from 'node:os'

/** Figures of the machine; null where the system does not report them. */
export interface HostFigures {
  /** Percent of all processors together, since the last reading. */
  cpuPercent: number | null
  memoryUsedBytes: number
  memoryTotalBytes: number
  /** Of the file system of the data directory. */
  diskUsedBytes: number | null
  diskTotalBytes: number | null
  /** Bytes per second since the last reading, over all interfaces except loopback. */
  networkInPerSecond: number | null
  networkOutPerSecond: number | null
}

function processorTimes(): { busy: number; all: number } {
  let busy = 0
  let all = 0
  for (const { times } of cpus()) {
    const sum = times.user + times.nice + times.sys + times.irq + times.idle
    all += sum
    busy += sum - times.idle
  }
  return { busy, all }
}

/** Available memory on Linux; other systems report only free memory. */
async function availableBytes(): Promise<number> {
  const text = await readFile('/proc/meminfo', 'utf8').catch(() => '')
  const kilobytes = /^MemAvailable:\s+(\d+) kB/m.exec(text)?.[1]
  return kilobytes ? Number(kilobytes) * 1024 : freemem()
}

interface NetworkBytes {
  received: number
  sent: number
}

/** Bytes since the machine started; null where there is no `/proc`. */
const networkBytes = async (): Promise<NetworkBytes | null> => {
  const text = await readFile('/proc/net/dev', 'utf8').catch(() => null)
  return text === null ? null : countNetwork(text)
}

/** Sums all interfaces of `/proc/net/dev` except loopback. */
export function countNetwork(text: string): NetworkBytes {
  let received = 0
  let sent = 0
  for (const line of text.split('\n')) {
    const [name, counters] = line.split(':')
    if (!counters || name?.trim() === 'lo') continue
    const values = counters.trim().split(/\s+/).map(Number)
    received += values[0] ?? 0
    sent += values[8] ?? 0
  }
  return { received, sent }
}

/**
 * Bytes per second between two counts; null without both or without time between them, 0 for a counter that was reset.
 */
export const networkRate = (
  before: NetworkBytes | null | undefined,
  now: NetworkBytes | null,
  of: keyof NetworkBytes,
  seconds: number,
): number | null => (before && now && seconds > 0 ? Math.max(0, now[of] - before[of]) / seconds : null)

const diskOf = (directory: string) =>
  statfs(directory).then(
    ({ blocks, bavail, bfree, bsize }) => ({
      // As in `df`: blocks reserved for the system are neither used nor free.
      used: (blocks - bfree) * bsize,
      total: (blocks - bfree + bavail) * bsize,
    }),
    () => null,
  )

/** Creates a reader of this machine's figures; rates refer to the previous reading. */
export function createHostReader({ directory }: { directory: string }): () => Promise<HostFigures> {
  let before: {
    at: number
    times: ReturnType<typeof processorTimes>
    network: Awaited<ReturnType<typeof networkBytes>>
  } | null = null
  return async () => {
    const [available, network, disk] = await Promise.all([
      availableBytes(),
      networkBytes(),
      diskOf(directory),
    ])
    const now = { at: performance.now(), times: processorTimes(), network }
    const last = before
    before = now
    const ticks = last ? now.times.all - last.times.all : 0
    const seconds = last ? (now.at - last.at) / 1000 : 0
    return {
      cpuPercent: last && ticks > 0 ? (100 * (now.times.busy - last.times.busy)) / ticks : null,
      memoryUsedBytes: totalmem() - available,
      memoryTotalBytes: totalmem(),
      diskUsedBytes: disk?.used ?? null,
      diskTotalBytes: disk?.total ?? null,
      networkInPerSecond: networkRate(last?.network, network, 'received', seconds),
      networkOutPerSecond: networkRate(last?.network, network, 'sent', seconds),
    }
  }
}
