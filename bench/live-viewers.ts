import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { maxSocketsOfPerson } from '@rumbo/contract/live.contract'
import { buildSession, buildUser } from '@rumbo/server/identity/identity.factory'
import type { Transaction } from '@rumbo/server/platform/database/transaction'
import { WebSocket } from 'ws'
import { fillDevices, identifiersOf } from './harness/fleet.ts'
import { readCpu } from './harness/processes.ts'
import { atLeast, atMost, exactly, type Metric, recorded, report } from './harness/report.ts'
import { openRumbo } from './harness/rumbo.ts'
import { moveFleet, reportEveryMs } from './load/moving-fleet.ts'

// What viewers of one fleet cost the process that serves them, at 1,000 changes a second of 10,000 vehicles: its CPU
// and its bytes with one viewer and with fifty. Messages are encoded once, so fifty cost little more than one.
const vehicles = 10_000
const crowd = 50
const settleSeconds = 5
const measureSeconds = 20
const secret = 'a secret that serves this measurement only'

/** Of as many people as the sockets need, given what one person may have open. */
const accessTokens: string[] = []
async function fill(tx: Transaction): Promise<void> {
  await fillDevices(tx, identifiersOf(vehicles))
  for (let opened = 0; opened < crowd; opened += maxSocketsOfPerson) {
    const user = await buildUser(tx, { level: 'super_admin' })
    accessTokens.push((await buildSession(tx, user, secret)).accessToken)
  }
}

const rumbo = await openRumbo({ fill, environment: { RUMBO_SECRET: secret } })

interface Received {
  bytes: number
  messages: number
  changes: number
}
/** What all viewers got since it was last looked at, and the different messages among it. */
let received: Received = { bytes: 0, messages: 0, changes: 0 }
let different = new Set<string>()

let openedSockets = 0
function openViewer(fleetId: string): Promise<WebSocket> {
  const token = accessTokens[openedSockets++ % accessTokens.length] ?? ''
  const socket = new WebSocket(`ws://127.0.0.1:${rumbo.httpPort}/v1/live`, {
    headers: { origin: `http://127.0.0.1:${rumbo.httpPort}` },
  })
  socket.on('open', () => socket.send(JSON.stringify({ type: 'hello', token, fleets: [fleetId] })))
  return new Promise((resolve, reject) => {
    socket.on('error', reject)
    socket.on('message', (data: Buffer) => {
      received.bytes += data.length
      const start = data.toString('latin1', 0, 24)
      if (start.startsWith('{"type":"snapshot"')) resolve(socket)
      if (!start.startsWith('{"type":"changes"')) return
      received.messages += 1
      const print = createHash('sha1').update(data).digest('base64')
      if (different.has(print)) return
      different.add(print)
      received.changes += (JSON.parse(data.toString()) as { vehicles: unknown[] }).vehicles.length
    })
  })
}

/** CPU of the serving process in percent of one core, and what was received, over the next seconds. */
async function measure(): Promise<Received & { cpuPercent: number; different: number }> {
  await pause(settleSeconds * 1000)
  received = { bytes: 0, messages: 0, changes: 0 }
  different = new Set()
  const [before, startedAt] = [readCpu(rumbo.dataDir).api, performance.now()]
  await pause(measureSeconds * 1000)
  const seconds = (performance.now() - startedAt) / 1000
  const cpuPercent = ((readCpu(rumbo.dataDir).api - before) / seconds) * 100
  return {
    cpuPercent,
    different: different.size,
    bytes: received.bytes / seconds,
    messages: received.messages,
    changes: received.changes / seconds,
  }
}

try {
  await rumbo.query('vacuum analyze')
  const fleet = await rumbo.query<{ id: string; fleetId: string }>(
    'select id, fleet_id as "fleetId" from vehicles.vehicles where imei is not null order by id',
  )
  const fleetId = fleet[0]?.fleetId ?? ''
  const moving = await moveFleet(rumbo.maintenanceUrl, fleet)
  const sockets: WebSocket[] = []
  try {
    // Every vehicle is somewhere before anyone looks.
    await pause(reportEveryMs + 1_000)
    const nobody = await measure()
    sockets.push(await openViewer(fleetId))
    const one = await measure()
    sockets.push(...(await Promise.all(Array.from({ length: crowd - 1 }, () => openViewer(fleetId)))))
    const many = await measure()
    const metrics: Record<string, Metric> = {
      // Of 1,000 that are due.
      'changes received': atLeast(many.changes, 'vehicles/s', 900),
      'CPU, nobody watching': recorded(nobody.cpuPercent, '% of a core'),
      'CPU, 1 viewer': recorded(one.cpuPercent, '% of a core'),
      [`CPU, ${crowd} viewers`]: recorded(many.cpuPercent, '% of a core'),
      'CPU of each further viewer': atMost(
        (many.cpuPercent - one.cpuPercent) / (crowd - 1),
        '% of a core',
        0.5,
      ),
      'bytes, 1 viewer': recorded(one.bytes / 1000, 'kB/s'),
      [`bytes, ${crowd} viewers`]: recorded(many.bytes / 1000, 'kB/s'),
      'messages of changes got by all': recorded(many.messages, 'messages'),
      'different ones among them, times viewers': atMost(
        (100 * many.different * crowd) / many.messages,
        '% of those got',
        110,
      ),
      'viewers still connected': exactly(
        sockets.filter(({ readyState }) => readyState === WebSocket.OPEN).length,
        'viewers',
        crowd,
      ),
    }
    report('live-viewers', metrics)
  } finally {
    for (const socket of sockets) socket.close()
    await moving.end()
  }
} finally {
  await rumbo.close()
}
