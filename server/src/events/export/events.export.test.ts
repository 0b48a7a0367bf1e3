import { createTestApp, type TestApp, type TestCall } from '@rumbo/tools/testing/app'
import { createTestWorkRunner } from '@rumbo/tools/testing/work-runner'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildUser } from '../../identity/identity.factory.ts'
import { buildAssignment, buildCompany, buildFleet } from '../../organisation/organisation.factory.ts'
import { workEndpoints } from '../../platform/jobs/work.endpoints.ts'
import { buildVehicle } from '../../vehicles/vehicles.factory.ts'
import { buildEvent } from '../events.factory.ts'
import { eventEndpoints, exportEventsWork } from '../index.ts'

let test: TestApp
let works: ReturnType<typeof createTestWorkRunner>
let companyId: string
let viewer: TestCall
const fleetIds: string[] = []

beforeAll(async () => {
  test = await createTestApp({ answers: () => [...eventEndpoints, ...workEndpoints] })
  works = createTestWorkRunner(test, { 'events.export': exportEventsWork })
  const user = await test.build(async (tx) => {
    companyId = (await buildCompany(tx, { tier: 'professional', timeZone: 'America/Mexico_City' })).id
    for (const number of ['104', '205']) {
      const fleetId = (await buildFleet(tx, { companyId })).id
      fleetIds.push(fleetId)
      const vehicle = await buildVehicle(tx, { companyId, fleetId, vehicleNumber: number, causes: [] })
      const of = { companyId, fleetId, vehicleId: vehicle.id }
      await buildEvent(tx, { ...of, at: new Date('2026-03-02T13:05:00Z'), status: 'dismissed' })
      await buildEvent(tx, {
        ...of,
        kind: null,
        title: '=1+1',
        at: new Date('2026-03-02T14:05:00Z'),
        ...{ latitude: null, longitude: null },
      })
    }
    const reader = await buildUser(tx, { level: 'user' })
    await buildAssignment(tx, {
      userId: reader.id,
      companyId,
      fleetId: fleetIds[0] ?? '',
      role: 'fleet_viewer',
    })
    return reader
  })
  viewer = await test.as(user)
})
afterAll(() => test.close())

/** The lines of the file, the heading first. */
async function exported(given: object = {}) {
  const body = { companyId, format: 'csv', language: 'es', ...given }
  const work = await works.ended(viewer, '/events/exports', body)
  const text = (await works.download(viewer, work.result?.fileId ?? '')).toString('utf8')
  return text.replace('\uFEFF', '').trimEnd().split('\r\n')
}

it('are the events of the filter that the caller may read, in its order, with words and local times', async () => {
  const [heading, ...lines] = await exported({ sort: 'occurredAt', order: 'asc' })
  expect(heading).toMatch(/^Evento,Tipo de evento,Categoría,Gravedad,Estado,Unidad,Placa,Primera vez,/)
  expect(lines).toHaveLength(2)
  expect(lines[0]).toContain('Botón de pánico,Emergencia declarada,Seguridad,Crítico,Descartado,104,')
  expect(lines[0]).toContain(',2026-03-02 07:05,2026-03-02 07:05,1,19.4326,-99.1332,42,')
  // No spreadsheet takes the title for a formula.
  expect(lines[1]).toMatch(/^'=1\+1,/)
  expect(await exported({ status: ['dismissed'], language: 'en' })).toMatchObject([
    expect.stringMatching(/^Event,Event type,/),
    expect.stringContaining('Panic button,'),
  ])
  expect(await exported({ search: '205' })).toHaveLength(1)
})

it('are all of them, in more than one batch', async () => {
  await test.build((tx) =>
    tx.sql(
      `insert into events.events (id, company_id, fleet_id, vehicle_id, type, category, severity, source, is_alarm,
         occurred_at, last_occurred_at, title, rule_id, created_at, updated_at)
       select gen_random_uuid(), company_id, fleet_id, id, 'custom', 'system', 0, 'system', false, $1, $1, 'N' || n, gen_random_uuid(), $1, $1
       from vehicles.vehicles, generate_series(1, 1100) n where fleet_id = $2`,
      [tx.now, fleetIds[0]],
    ),
  )
  const [, ...lines] = await exported({ type: ['custom'], sort: 'vehicleNumber', order: 'desc' })
  expect(lines).toHaveLength(1100)
  expect(new Set(lines.map((line) => line.split(',')[0])).size).toBe(1100)
  // Of a fleet beyond the caller's reach, only the heading.
  expect(await exported({ companyId: undefined, fleetId: fleetIds[1] })).toHaveLength(1)
})
