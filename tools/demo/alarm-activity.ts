import {
  acknowledgeEvent,
  type Event,
  type EventKind,
  listEvents,
  resolveEvent,
} from '@rumbo/contract/events.contract'
import type { AlarmKind } from '@rumbo/contract/telemetry.device-report.contract'
import { minuteMs } from '@rumbo/contract/time-units'
import type { Call } from './api-call.ts'
import { createPick } from './pick.ts'
import type { DemoFleet } from './simulated-fleet.ts'
import { allVehicles } from './vehicles.ts'

/** The first alarms come soon after the start, so that some are open at once. */
const first: readonly (readonly [afterSeconds: number, kind: AlarmKind])[] = [
  [8, 'low_battery'],
  [20, 'overspeed'],
  [35, 'sos'],
  [60, 'power_cut'],
]
const later: readonly AlarmKind[] = [
  'overspeed',
  'harsh_braking',
  'low_battery',
  'power_cut',
  'overspeed',
  'low_battery',
  'sos',
]
const minutesBetween = { least: 4, most: 8 }
/** Alarms left active and acknowledged; above these numbers the oldest are handled. */
const leftActive = 6
const leftAcknowledged = 6
const leftAloneMs = 4 * minuteMs
const handleEveryMs = 20_000

const resolutionNotes: Partial<Record<EventKind, string>> = {
  sos: 'Hablé con el conductor: falsa alarma, botón oprimido sin querer.',
  overspeed: 'Avisé al conductor.',
  crash: 'Golpe leve; el conductor está bien. Se avisó a la aseguradora.',
  low_fuel: 'El conductor ya cargó combustible.',
  out_of_hours: 'Salida autorizada por teléfono.',
  low_battery: 'Se revisa el equipo al volver a la base.',
  power_cut: 'Falso contacto; el taller ajustó el arnés.',
}

/**
 * Raises alarms on simulated devices and handles the oldest as a dispatcher would, so that a few are always open.
 */
export function createAlarmActivity(options: {
  call: Call
  fleet: DemoFleet
  random: () => number
  now?: () => number
}) {
  const { call, fleet, random, now = Date.now } = options
  const pick = createPick(random)
  // Their protocols have a code for each of these alarms.
  const devices = allVehicles()
    .filter(
      ({ simulated }) => ['gt06', 'osmand'].includes(simulated.protocol) && simulated.behaviour === 'roaming',
    )
    .map(({ imei }) => imei)
  const startedAt = now()
  let raised = 0
  let raiseAt = startedAt + (first[0]?.[0] ?? 0) * 1000
  let handleAt = startedAt

  function raiseWhenDue() {
    if (now() < raiseAt || devices.length === 0) return
    fleet.raise(pick(devices), first[raised]?.[1] ?? pick(later))
    raised += 1
    const next = first[raised]
    const { least, most } = minutesBetween
    raiseAt = next ? startedAt + next[0] * 1000 : now() + (least + random() * (most - least)) * minuteMs
  }

  const openOf = async (status: 'active' | 'acknowledged'): Promise<Event[]> =>
    (await call(listEvents, { query: { status: [status], isAlarm: 'true', sort: 'occurredAt', size: 100 } }))
      .items

  async function handle() {
    if (now() < handleAt) return
    handleAt = now() + handleEveryMs
    const isOld = (event: Event) => now() - Date.parse(event.lastOccurredAt) > leftAloneMs
    const active = await openOf('active')
    const acknowledged = await openOf('acknowledged')
    for (const event of active.slice(0, Math.max(0, active.length - leftActive)).filter(isOld))
      await call(acknowledgeEvent, { params: { id: event.id }, body: { note: null } }).catch(() => undefined)
    for (const event of acknowledged.slice(0, Math.max(0, acknowledged.length - leftAcknowledged)))
      await call(resolveEvent, {
        params: { id: event.id },
        body: { note: (event.kind && resolutionNotes[event.kind]) ?? 'Atendido.' },
      }).catch(() => undefined)
  }

  return {
    /** Call it every few seconds. */
    async update() {
      raiseWhenDue()
      await handle()
    },
  }
}
