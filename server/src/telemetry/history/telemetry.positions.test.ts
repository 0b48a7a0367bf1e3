import { copyFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { dayMs } from '@rumbo/contract/time-units'
import { createTestApp, testDatabase } from '@rumbo/tools/testing'
import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { asSystem } from '../../platform/access/access.ts'
import { createDatabase } from '../../platform/database/database.ts'
import { migrate, migrationsDirectory } from '../../platform/database/migrations.ts'
import { insertLatePositions, writeBatch } from '../intake/telemetry.batch.repository.ts'
import { newEffects, type PositionColumns } from '../intake/telemetry.state.ts'
import { openDays } from './telemetry.partitions.repository.ts'
import { readPositions } from './telemetry.positions.repository.ts'

const start = Date.parse('2026-03-02T12:00:00Z')

const known = {
  ...{ vehicleNo: 7, fixTime: start, reportHash: -5n, receivedAt: start + 1_234 },
  ...{ latitude: -194_326_000, longitude: 991_332_000, odometerMetres: 2_147_483_647, speedTenths: 1_234 },
  ...{ heading: 360, altitude: -32_767, flags: 63 },
  ...{ satellites: 254, batteryPercent: 100, fuelPercent: 0, signalPercent: 61 },
}
const unknown = {
  ...{ ...known, odometerMetres: null, heading: null, altitude: null },
  ...{ satellites: null, batteryPercent: null, fuelPercent: null, signalPercent: null },
}
type Row = { [Name in keyof PositionColumns]: PositionColumns[Name][number] }

function columnsOf(rows: readonly Row[]): PositionColumns {
  const { positions } = newEffects()
  for (const row of rows)
    for (const name of Object.keys(positions) as (keyof PositionColumns)[])
      (positions[name] as unknown[]).push(row[name])
  return positions
}
const batchOf = (rows: readonly Row[]) => ({
  positions: columnsOf(rows),
  readings: [],
  latest: [],
  fences: [],
  states: [],
  dirty: [],
})
const withoutVehicle = (rows: readonly Row[]) => {
  const { vehicleNo: _, ...columns } = columnsOf(rows)
  return columns
}

async function onDatabase(url: string, work: (client: pg.PoolClient) => Promise<unknown>): Promise<void> {
  const pool = new pg.Pool({ connectionString: url, max: 1 })
  const client = await pool.connect()
  await work(client).finally(() => {
    client.release()
    return pool.end()
  })
}

describe('positions of open days', () => {
  it('are read as they were written, with unknown numbers and late arrivals', async () => {
    const test = await createTestApp()
    try {
      await openDays(test.database, new Date(start))
      const rows: Row[] = [
        known,
        { ...unknown, fixTime: start + 1_000, receivedAt: start - 500 },
        { ...unknown, fixTime: start + 2_000, satellites: 128, signalPercent: 100 },
        { ...unknown, fixTime: start + 3_000, satellites: 3, batteryPercent: 7, fuelPercent: 99 },
      ]
      const late: Row = { ...known, fixTime: start + 4_000, receivedAt: start + 100 * dayMs }
      await onDatabase(test.superuserUrl, async (client) => {
        await writeBatch(client, batchOf(rows))
        await insertLatePositions(client, columnsOf([late]))
      })
      const { positions } = await test.build((tx) =>
        readPositions(tx, 7, { fromMs: start, toMs: start + dayMs, limit: 100 }),
      )
      expect(positions).toEqual(withoutVehicle([...rows, late]))
    } finally {
      await test.close()
    }
  })

  it('are read in order within a second, page by page, and each is stored once', async () => {
    const test = await createTestApp()
    try {
      await openDays(test.database, new Date(start))
      const rows = [400, 900, 499, 500, 501, 1_499, 1_500, 0].flatMap((ms, at) =>
        [3n, -3n, 1n].map((hash) => ({
          ...known,
          fixTime: start + ms,
          reportHash: hash + BigInt(at) * 10n,
        })),
      )
      await onDatabase(test.superuserUrl, async (client) => {
        await writeBatch(client, batchOf(rows))
        await writeBatch(client, batchOf(rows))
      })
      const expected = [...rows].sort((a, b) => a.fixTime - b.fixTime || Number(a.reportHash - b.reportHash))
      for (const limit of [1, 2, 5, 100]) {
        const found: [number, bigint][] = []
        let after: { fixTime: number; reportHash: bigint } | undefined
        for (let hasMore = true; hasMore; ) {
          const range = { fromMs: start, toMs: start + 10_000, limit, ...(after ? { after } : {}) }
          const page = await test.build((tx) => readPositions(tx, 7, range))
          page.positions.fixTime.forEach((fixTime, at) => {
            after = { fixTime, reportHash: page.positions.reportHash[at] ?? 0n }
            found.push([after.fixTime, after.reportHash])
          })
          hasMore = page.hasMore
        }
        expect(found).toEqual(expected.map(({ fixTime, reportHash }) => [fixTime, reportHash]))
      }
      const part = await test.build((tx) =>
        readPositions(tx, 7, { fromMs: start + 499, toMs: start + 1_499, limit: 100 }),
      )
      expect(new Set(part.positions.fixTime)).toEqual(new Set([499, 500, 501, 900].map((ms) => start + ms)))
    } finally {
      await test.close()
    }
  })
})

describe('an installation from before packed hours', () => {
  it('keeps its positions after an upgrade', async () => {
    const empty = await testDatabase({ empty: true })
    const directory = mkdtempSync(join(tmpdir(), 'rumbo-upgrade-'))
    try {
      for (const file of readdirSync(migrationsDirectory()))
        if (file < '0016') copyFileSync(join(migrationsDirectory(), file), join(directory, file))
      await onDatabase(empty.superuserUrl, async (client) => {
        await client.query(`grant create on database ${empty.name} to rumbo_owner`)
      })
      await migrate({ url: empty.superuserUrl, directory })
      await onDatabase(empty.superuserUrl, async (client) => {
        await client.query("select telemetry.ensure_partitions('2026-03-01', '2026-03-04')")
        await client.query(
          `insert into telemetry.positions (vehicle_no, fix_time, report_hash, received_at, latitude, longitude, odometer_metres,
             speed_tenths, heading, altitude, flags, satellites, battery_percent, fuel_percent, signal_percent)
           values (7, to_timestamp($1 / 1000.0), -5, to_timestamp($1 / 1000.0 + 1.234), -194326000, 991332000, 2147483647,
             1234, 360, -32767, 63, 254, 100, 0, 61),
             (7, to_timestamp($1 / 1000.0 + 86400), -5, to_timestamp($1 / 1000.0 + 86400 + 1.234), -194326000, 991332000, null,
             1234, null, null, 63, null, null, null, null)`,
          [start],
        )
      })
      await migrate({ url: empty.superuserUrl })
      const clock = { now: () => new Date(start) }
      const database = createDatabase({ url: empty.url, clock, connections: 1, statementTimeoutMs: 60_000 })
      try {
        await openDays(database, new Date(start))
        const { positions } = await database.transaction(asSystem('test'), (tx) =>
          readPositions(tx, 7, { fromMs: 0, toMs: start + 9 * dayMs, limit: 100 }),
        )
        const next = { ...unknown, fixTime: start + dayMs, receivedAt: start + dayMs + 1_234 }
        expect(positions).toEqual(withoutVehicle([known, next]))
      } finally {
        await database.close()
      }
      await onDatabase(empty.superuserUrl, async (client) => {
        const { rows } = await client.query(
          `select relname from pg_class where relname ~ 'former' and relnamespace = 'telemetry'::regnamespace`,
        )
        expect(rows).toEqual([])
        // Nothing was left without its key.
        await writeBatch(client, batchOf([known]))
        const { rows: counted } = await client.query('select count(*)::int as n from telemetry.positions')
        expect(counted).toEqual([{ n: 2 }])
      })
    } finally {
      rmSync(directory, { recursive: true })
      await empty.close()
    }
  })
})
