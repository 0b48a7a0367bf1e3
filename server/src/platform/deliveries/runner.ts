import { secondMs } from '@rumbo/contract/time-units'
import type { Logger } from 'pino'
import type { Bus } from '../bus.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../database/database.ts'
import { type CountedStatus, countedStatuses, createLane, type FindUnwanted } from './lane.ts'
import { deliveriesChannel } from './post.ts'
import { type DeliveryChannel, deliveryChannels, type Senders } from './sender.ts'

export interface DeliveryRunner {
  start(): void
  /** Ends within `graceMs` and the time of a transaction; what was interrupted is due again at once. */
  drain(): Promise<void>
  /** Sends until nothing is due. */
  deliverNow(): Promise<void>
  /** What became of deliveries in this process since its start. */
  count(channel: DeliveryChannel, status: CountedStatus): number
}

export interface DeliveryRunnerOptions {
  database: Pick<Database, 'transaction'>
  bus: Pick<Bus, 'listen' | 'onReconnect'>
  senders: Senders
  clock: Clock
  log: Pick<Logger, 'warn' | 'error'>
  /** Default: all are wanted. */
  findUnwanted?: FindUnwanted
  /** How long one delivery may take. Default: 25 s. */
  limitMs?: number
}

/** The figures of a process that count what became of its deliveries. */
export const deliveryCounters = deliveryChannels.flatMap((channel) =>
  countedStatuses.map((status) => ({ name: `deliveries.${channel}.${status}`, channel, status })),
)

const atOnce = { email: 5, sms: 8, push: 16, webhook: 16 } as const satisfies Record<DeliveryChannel, number>
/** Of one receiver, in channels with several: the rest is for the others while it hangs. */
const perReceiver = { email: 5, sms: 8, push: 8, webhook: 2 } as const satisfies Record<
  DeliveryChannel,
  number
>
const pollMs = secondMs
const graceMs = 5 * secondMs
const defaultLimitMs = 25 * secondMs

/**
 * Sends deliveries after their commit, at least once, in any number of processes on one database. Each channel has a lane
 * of its own, so that a server that hangs delays only its own deliveries.
 */
export function createDeliveryRunner(options: DeliveryRunnerOptions): DeliveryRunner {
  const { database, bus, senders, clock, log, limitMs = defaultLimitMs } = options
  const { findUnwanted = async () => new Map() } = options
  const counts = new Map<string, number>()
  const keyOf = (channel: DeliveryChannel, status: CountedStatus) => `${channel} ${status}`
  const lanes = new Map(
    deliveryChannels.map((channel) => [
      channel as string,
      createLane({
        database,
        clock,
        log,
        channel,
        limitMs,
        sender: senders[channel],
        atOnce: atOnce[channel],
        perReceiver: perReceiver[channel],
        findUnwanted,
        count: (status, number) => {
          const key = keyOf(channel, status)
          counts.set(key, (counts.get(key) ?? 0) + number)
        },
      }),
    ]),
  )
  const wakeAll = () => {
    for (const lane of lanes.values()) lane.wake()
  }
  let polling: NodeJS.Timeout | undefined
  let endings: (() => void)[] = []
  return {
    start() {
      endings = [
        bus.listen(deliveriesChannel, (channel) => lanes.get(channel)?.wake()),
        bus.onReconnect(wakeAll),
      ]
      // Finds what is due after a pause, and what another worker left.
      polling = setInterval(wakeAll, pollMs)
      polling.unref()
      wakeAll()
    },
    async drain() {
      clearInterval(polling)
      for (const end of endings) end()
      await Promise.all([...lanes.values()].map((lane) => lane.drain(graceMs)))
    },
    async deliverNow() {
      wakeAll()
      await Promise.all([...lanes.values()].map((lane) => lane.idle()))
    },
    count: (channel, status) => counts.get(keyOf(channel, status)) ?? 0,
  }
}
