import { readingOf } from '@rumbo/contract/telemetry.readings.rules'
import type { Work } from '@rumbo/contract/work.contract'
import { createTestApp, type TestApp, type TestCall } from '@rumbo/tools/testing'
import { pino } from 'pino'
import readXlsxFile from 'read-excel-file/node'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildUser } from '../../identity/identity.factory.ts'
import { findActor } from '../../identity/index.ts'
import { assignments } from '../../organisation/index.ts'
import { buildAssignment, buildCompany, buildFleet } from '../../organisation/organisation.factory.ts'
import { workEndpoints } from '../../platform/jobs/work.endpoints.ts'
import { workTask } from '../../platform/jobs/work-runner.ts'
import { buildVehicle } from '../../vehicles/vehicles.factory.ts'
import { exportHistoryWork, historyExportKind, openDays, telemetryEndpoints } from '../index.ts'
import { packReadings } from '../readings/telemetry.reading-packing.rules.ts'
import { type SaidPosition, storedPositions, storeOpen } from './telemetry.positions.factory.ts'

const minute = 60_000
let test: TestApp
let now: number
let place: { companyId: string; fleetId: string }
let call: TestCall

beforeAll(async () => {
  test = await createTestApp({
    answers: ({ database }) => [
      ...telemetryEndpoints({ database, trackerHost: '127.0.0.1' }),
      ...workEndpoints,
    ],
  })
  now = test.clock.now().getTime()
  await openDays(test.database, test.clock.now())
  const watcher = await test.build(async (tx) => {
    const { id: companyId } = await buildCompany(tx)
    place = { companyId, fleetId: (await buildFleet(tx, { companyId })).id }
    const user = await buildUser(tx, { level: 'user' })
    await buildAssignment(tx, { userId: user.id, ...place, role: 'fleet_viewer' })
    return user
  })
  call = await test.as(watcher)
})
afterAll(() => test.close())

async function addVehicle(said: SaidPosition[], vehicleNumber?: string): Promise<string> {
  return test.build(async (tx) => {
    const { id } = await buildVehicle(tx, { ...place, ...(vehicleNumber && { vehicleNumber }) })
    const [row] = await tx.sql<{ no: number }>(
      'select vehicle_no as no from vehicles.vehicles where id = $1',
      [id],
    )
    await storeOpen(tx, row?.no ?? 0, storedPositions(said))
    return id
  })
}
const drive = (from: number, count: number, given: Partial<SaidPosition> = {}): SaidPosition[] =>
  Array.from({ length: count }, (_, index) => ({
    at: from + index * 1_000,
    latitude: 19.4326,
    longitude: -99.1332 + index * 0.0001,
    ...given,
  }))

const runWork = () =>
  workTask({
    database: test.database,
    files: test.files,
    kinds: { [historyExportKind]: exportHistoryWork },
    actorOf: (userId) => findActor({ database: test.database, assignments }, userId),
    log: pino({ level: 'silent' }),
    pollIntervalMs: 5,
  })

async function order(vehicleId: string, body: object): Promise<string> {
  const answer = await call<{ workId: string }>('POST', `/vehicles/${vehicleId}/history/export`, { body })
  expect(answer.status).toBe(202)
  return answer.body.workId
}
const run = (workId: string) =>
  runWork()({ workId }, { id: '1', attempt: 1, signal: new AbortController().signal })
const workOf = async (workId: string) => (await call<Work>('GET', `/work/${workId}`)).body

/** What the person downloads, with its name. */
async function exported(
  vehicleId: string,
  body: object,
): Promise<{ name: string; text: string; bytes: Buffer }> {
  const workId = await order(vehicleId, body)
  await run(workId)
  const { status, result } = await workOf(workId)
  expect(status).toBe('done')
  const file = await call('GET', `/files/${result?.fileId}`)
  return { name: String(result?.fileName), text: file.bytes.toString('utf8'), bytes: file.bytes }
}

const today = { date: '2026-03-02' }

describe('CSV', () => {
  it('has headings in the language of the user, times of the company and no formulas', async () => {
    const vehicleId = await addVehicle(drive(now, 1, { ignition: true }), 'U-12')
    const spanish = await exported(vehicleId, { ...today, format: 'csv' })
    expect(spanish.name).toBe('Historial U-12 2026-03-02.csv')
    expect(spanish.text.split('\r\n')).toEqual([
      '\uFEFFFecha y hora (America/Mexico_City),Fecha y hora (UTC),Latitud,Longitud,Velocidad (km/h),Rumbo (grados),' +
        'Altitud (m),Odómetro (km),Encendido,Batería (%),Combustible (%),Señal (%),Satélites',
      '2026-03-02 09:00:00,2026-03-02T15:00:00.000Z,19.4326,-99.1332,36,90,2240,0,Encendido,,80,60,9',
      '',
    ])
    const english = await exported(vehicleId, { ...today, format: 'csv', language: 'en' })
    expect(english.name).toBe('History U-12 2026-03-02.csv')
    expect(english.text).toContain('\uFEFFDate and time (America/Mexico_City),Date and time (UTC),Latitude')
    expect(english.text).toContain(',On,')
    const recorded = await test.build((tx) =>
      tx.sql(
        "select company_id, entity_name, changes from platform.audit_entries where action = 'vehicle.history_exported' and entity_id = $1 order by at, id limit 1",
        [vehicleId],
      ),
    )
    expect(recorded).toEqual([
      {
        company_id: place.companyId,
        entity_name: 'U-12',
        changes: {
          rows: [null, 1],
          format: [null, 'csv'],
          filter: [null, today],
        },
      },
    ])
  })

  it('has a row for each of 50,000 positions, read page by page', async () => {
    const vehicleId = await addVehicle(drive(now - 50_000_000 / 2, 50_000))
    const from = new Date(now - 86_400_000).toISOString()
    const { text } = await exported(vehicleId, {
      from,
      to: new Date(now + 86_400_000).toISOString(),
      format: 'csv',
    })
    const lines = text.trim().split('\r\n')
    expect(lines).toHaveLength(50_001)
    expect(new Set(lines.map((line) => line.split(',')[1])).size).toBe(50_001)
  }, 60_000)

  it('of a day without positions has its headings', async () => {
    const { text } = await exported(await addVehicle([]), { ...today, format: 'csv' })
    expect(text.trim().split('\r\n')).toHaveLength(1)
  })
})

describe('XLSX', () => {
  it('has the rows of the CSV, numbers as numbers, with columns of readings', async () => {
    const vehicleId = await addVehicle(drive(now, 3, { ignition: true }), 'U-13')
    await test.build((tx) =>
      tx.sql(
        `insert into telemetry.readings (stated_at, vehicle_no, report_hash, readings)
         select to_timestamp($2::float8 / 1000), vehicle_no, 1, $3 from vehicles.vehicles where id = $1`,
        [
          vehicleId,
          now + 1_000,
          packReadings([
            { name: readingOf('temperature1'), value: -18.4, isImplausible: false },
            {
              name: readingOf('obdOdometerMetres'),
              value: 84_512_300,
              isImplausible: false,
            },
          ]),
        ],
      ),
    )
    const readings = ['temperature1', 'obdOdometerMetres']
    const { name, bytes } = await exported(vehicleId, { ...today, format: 'xlsx', readings })
    expect(name).toBe('Historial U-13 2026-03-02.xlsx')
    const [sheet] = await readXlsxFile(bytes)
    expect(sheet?.data[0]?.slice(-3)).toEqual(['Satélites', 'Temperatura 1 (°C)', 'Odómetro por OBD (km)'])
    expect(sheet?.data.slice(1).map((row) => [row[0], row[3], row[8], ...row.slice(-2)])).toEqual([
      ['2026-03-02 09:00:00', -99.1332, 'Encendido', null, null],
      ['2026-03-02 09:00:01', -99.1331, 'Encendido', -18.4, 84_512.3],
      ['2026-03-02 09:00:02', -99.133, 'Encendido', -18.4, 84_512.3],
    ])
  })
})

describe('GPX', () => {
  it('begins a segment after every gap of more than ten minutes', async () => {
    const said = [...drive(now, 3), ...drive(now + 3_000 + 10 * minute, 2), ...drive(now + 60 * minute, 1)]
    const { name, text } = await exported(await addVehicle(said, 'A&B <1>'), { ...today, format: 'gpx' })
    expect(name).toMatch(/\.gpx$/)
    expect(text).toContain('<name>A&amp;B &lt;1&gt; 2026-03-02</name>')
    const segments = text.split('<trkseg>').slice(1)
    expect(segments.map((segment) => segment.match(/<trkpt /g)?.length)).toEqual([3, 2, 1])
    expect(text.match(/<\/trkseg>/g)).toHaveLength(3)
    expect(text).toContain(
      '<trkpt lat="19.4326" lon="-99.1332"><ele>2240</ele><time>2026-03-02T15:00:00.000Z</time><sat>9</sat>' +
        '<extensions><gpxtpx:TrackPointExtension><gpxtpx:speed>10</gpxtpx:speed><gpxtpx:course>90</gpxtpx:course>',
    )
    expect(text.endsWith('</trkseg>\n</trk>\n</gpx>\n')).toBe(true)
  })

  it('of a day without positions is a track without segments', async () => {
    const { text } = await exported(await addVehicle([]), { ...today, format: 'gpx' })
    expect(text).toMatch(/<trk><name>.*<\/name>\n<\/trk>\n<\/gpx>\n$/)
  })
})

describe('GeoJSON', () => {
  interface Collection {
    type: string
    features: { geometry: { type: string; coordinates: unknown[] }; properties: Record<string, unknown> }[]
  }

  it('has a line for each stretch and a point for each position', async () => {
    const said = [
      ...drive(now, 3, { ignition: false }),
      ...drive(now + 20 * minute, 1),
      ...drive(now + 40 * minute, 2),
    ]
    const { text } = await exported(await addVehicle(said, 'U-7'), { ...today, format: 'geojson' })
    const { type, features } = JSON.parse(text) as Collection
    expect(type).toBe('FeatureCollection')
    const lines = features.filter(({ geometry }) => geometry.type === 'LineString')
    expect(lines.map(({ geometry }) => geometry.coordinates.length)).toEqual([3, 2])
    expect(lines[0]?.properties).toEqual({
      name: 'U-7 2026-03-02',
      startedAt: new Date(now).toISOString(),
      endedAt: new Date(now + 2_000).toISOString(),
    })
    const points = features.filter(({ geometry }) => geometry.type === 'Point')
    expect(points).toHaveLength(6)
    expect(points[0]).toMatchObject({
      geometry: { coordinates: [-99.1332, 19.4326, 2240] },
      properties: { speedKmh: 36, ignition: false, batteryPercent: null, time: new Date(now).toISOString() },
    })
  })

  it.each([0, 1])('of %i positions is a valid collection', async (count) => {
    const { text } = await exported(await addVehicle(drive(now, count)), { ...today, format: 'geojson' })
    expect((JSON.parse(text) as Collection).features).toHaveLength(count)
  })
})

describe('an export', () => {
  it('is cancelled while it is written, and leaves no file', async () => {
    const vehicleId = await addVehicle(drive(now, 40_000))
    const workId = await order(vehicleId, {
      from: new Date(now).toISOString(),
      to: new Date(now + 5e7).toISOString(),
      format: 'geojson',
    })
    const running = run(workId)
    for (;;) {
      const { status } = await workOf(workId)
      if (status === 'running') break
    }
    await call('POST', `/work/${workId}/cancel`)
    await running
    expect(await workOf(workId)).toMatchObject({ status: 'cancelled', result: null })
  })

  it('requires a range and an accessible vehicle', async () => {
    const vehicleId = await addVehicle([])
    const refusal = async (id: string, body: object) =>
      (await call<{ code: string }>('POST', `/vehicles/${id}/history/export`, { body })).body.code
    expect(await refusal(vehicleId, { format: 'csv' })).toBe('history_range')
    expect(await refusal(vehicleId, { ...today, format: 'kml' })).toBe('validation_failed')
    const foreign = await test.build(async (tx) => {
      const { id: companyId } = await buildCompany(tx)
      const { id: fleetId } = await buildFleet(tx, { companyId })
      return (await buildVehicle(tx, { companyId, fleetId })).id
    })
    expect(await refusal(foreign, { ...today, format: 'csv' })).toBe('vehicle_not_found')
  })

  it('fails if the vehicle is not accessible when it runs', async () => {
    const vehicleId = await addVehicle(drive(now, 2))
    const workId = await order(vehicleId, { ...today, format: 'csv' })
    await test.build((tx) =>
      tx.sql('update vehicles.vehicles set archived_at = now() where id = $1', [vehicleId]),
    )
    await run(workId)
    expect(await workOf(workId)).toMatchObject({ status: 'failed', error: 'vehicle_not_found' })
  })
})
