import { setTimeout as pause } from 'node:timers/promises'
import { asSystem } from '@rumbo/server/platform/access/access'
import { systemClock } from '@rumbo/server/platform/clock'
import { createDatabase } from '@rumbo/server/platform/database/database'
import { killServerProcesses } from './harness/kill.ts'
import { between, fillNotified, happens, type NotifiedFleet } from './harness/notified-fleets.ts'
import { peerNames, startPeers } from './harness/peers.ts'
import { atMost, exactly, recorded, report } from './harness/report.ts'
import { openRumbo } from './harness/rumbo.ts'

// kill -9 of all server processes while 1,000 notifications are being sent, 200 by each of five methods, twenty times: each
// is written in the app once and received at least once, and the only repetitions are those in flight at the kill.
const rounds = Number(process.argv.find((each) => each.startsWith('--rounds='))?.slice(9) ?? 20)
const fleets = 200
/** Sends of one worker at a time: 5 mails, 8 SMS, 16 push messages (8 to one service), 2 calls of one webhook. */
const inFlight = { email: 5, sms: 8, push: 8, webhook: 2 }
const secret = 'a secret that serves this measurement only'
const patienceMs = 90_000
const types = ['geofence_exit', 'geofence_entry', 'speeding', 'harsh_braking', 'harsh_acceleration'] as const

const peers = await startPeers()
let made: NotifiedFleet[] = []
const rumbo = await openRumbo({
  fill: async (tx) => {
    made = await fillNotified(tx, { fleets, peers, webhookUrls: [peers.webhookUrl], secret })
  },
  environment: { ...peers.environment, RUMBO_SECRET: secret, RUMBO_LOG_LEVEL: 'silent' },
})
const database = createDatabase({ url: rumbo.maintenanceUrl, clock: systemClock })

/** How many different deliveries each peer received, and how many of them again. */
const countOf = (name: (typeof peerNames)[number], from: number) => {
  const keys = peers.keys[name].slice(from)
  return { received: new Set(keys).size, again: keys.length - new Set(keys).size }
}
const openOnes = async () =>
  (
    await rumbo.query<{ open: number }>(
      "select count(*)::int as open from platform.deliveries where status = 'pending'",
    )
  )[0]?.open ?? 0
const inApp = async () =>
  (
    await rumbo.query<{ amount: number }>(
      'select count(*)::int as amount from notifications.notifications where user_id is not null',
    )
  )[0]?.amount ?? 0

try {
  let [lost, tooMany, unwritten, mostAgain] = [0, 0, 0, 0]
  const again: Record<string, number> = { email: 0, sms: 0, push: 0, webhook: 0 }
  let killed = 0
  for (let round = 0; round < rounds; round += 1) {
    // Events that are open are counted on, not raised again.
    await rumbo.query("update events.events set status = 'resolved', resolved_at = now()")
    // An address gets so many in an hour.
    await rumbo.query("update platform.deliveries set created_at = created_at - interval '2 hours'")
    const before = Object.fromEntries(peerNames.map((name) => [name, peers.keys[name].length]))
    const written = await inApp()
    const type = types[round % types.length] ?? 'speeding'
    await database.transaction(asSystem('bench'), (tx) => happens(tx, made, type))
    const total = () => peerNames.reduce((sum, name) => sum + countOf(name, before[name] ?? 0).received, 0)
    const wanted = between(0, 3 * fleets)
    const startedAt = Date.now()
    while (total() < wanted && Date.now() - startedAt < patienceMs) await pause(5)
    await pause(between(0, 50))
    if (total() < 4 * fleets) killed += 1
    await killServerProcesses(rumbo.dataDir)
    while ((total() < 4 * fleets || (await openOnes()) > 0) && Date.now() - startedAt < patienceMs)
      await pause(100)
    for (const name of peerNames) {
      const counted = countOf(name, before[name] ?? 0)
      lost += Math.abs(fleets - counted.received)
      again[name] = (again[name] ?? 0) + counted.again
      mostAgain = Math.max(mostAgain, counted.again)
      tooMany += Math.max(0, counted.again - inFlight[name])
    }
    unwritten += fleets - ((await inApp()) - written)
    console.log(
      `round ${round + 1}: killed after ${wanted} of ${4 * fleets}, ${JSON.stringify(again)} again so far`,
    )
  }
  report('notification-kill', {
    'kill -9 while sending': recorded(killed, 'times'),
    'notifications of each round': recorded(5 * fleets, 'notifications'),
    'not written in the app': exactly(unwritten, 'notifications', 0),
    'not received by mail, SMS, push or webhook': exactly(lost, 'notifications', 0),
    'received again beyond those in flight': exactly(tooMany, 'notifications', 0),
    'received again in one round by one method, most': atMost(mostAgain, 'notifications', inFlight.sms),
    'mails again': recorded(again.email ?? 0, 'mails'),
    'SMS again': recorded(again.sms ?? 0, 'SMS'),
    'push messages again': recorded(again.push ?? 0, 'push messages'),
    'webhook calls again': recorded(again.webhook ?? 0, 'calls'),
  })
} finally {
  await database.close()
  await rumbo.close()
  await peers.close()
}
