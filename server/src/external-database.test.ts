import { mkdtempSync, rmSync } from 'node:fs'
import { createConnection } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { encodeGt06Login, encodeGt06Position } from '@rumbo/protocols'
import { startExternalPostgres, testedVersions } from '@rumbo/tools/testing'
import pg from 'pg'
import { describe, expect, it, vi } from 'vitest'
import { buildCompany, buildFleet } from './organisation/organisation.factory.ts'
import { asSystem } from './platform/access/access.ts'
import { systemClock } from './platform/clock.ts'
import { readConfiguration } from './platform/configuration/configuration.ts'
import { backUp } from './platform/database/backup.ts'
import { createDatabase } from './platform/database/database.ts'
import { asRole, keeperRole } from './platform/database/roles.ts'
import { childProgram } from './platform/process/child-program.ts'
import { startRumbo } from './supervisor.ts'
import { buildVehicle } from './vehicles/vehicles.factory.ts'

const imei = '865760010000025'
const combinations = testedVersions.flatMap((version) =>
  (['superuser', 'createrole'] as const).map((user) => ({ version, user })),
)

async function rows(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return client.query(sql).then(
    (result) => client.end().then(() => result.rows),
    (error: unknown) => client.end().then(() => Promise.reject(error)),
  )
}

/** Reports one position over a socket, as a tracker does. */
async function report(port: number): Promise<void> {
  const device = createConnection(port, '127.0.0.1')
  await new Promise<void>((resolve, reject) => {
    device.once('connect', resolve)
    device.once('error', reject)
  })
  device.write(encodeGt06Login(imei, 1))
  device.write(
    encodeGt06Position(
      {
        time: new Date(),
        latitude: 19.4326,
        longitude: -99.1332,
        speedKmh: 31,
        headingDegrees: 62,
        satellites: 9,
        isValid: true,
        ignition: true,
        odometerMetres: 1000,
      },
      2,
    ),
  )
  device.once('data', () => device.end())
  await new Promise((resolve) => device.once('close', resolve))
}

describe('an external PostgreSQL', () => {
  it.each(combinations)(
    '$version, empty, as a $user: is migrated, served, and stores a position',
    async ({ version, user }) => {
      const external = await startExternalPostgres({ version, user, database: 'fleet' })
      const superuserUrl = external.postgres.superuserUrlOf('fleet')
      // As in a hardened database, or one that was upgraded from before PostgreSQL 15.
      await rows(superuserUrl, 'alter schema public owner to current_user')
      await rows(superuserUrl, 'revoke all on schema public from public')
      const dataDir = mkdtempSync(join(tmpdir(), 'rumbo-external-'))
      const environment = {
        ...process.env,
        DATABASE_URL: external.url,
        RUMBO_DATA_DIR: dataDir,
        RUMBO_PORT: '0',
        RUMBO_GATEWAY_PORTS: 'off',
        RUMBO_GATEWAY_GT06_PORT: '0',
        RUMBO_LOG_LEVEL: 'error',
      }
      const { program, options } = childProgram('main')
      const start = () =>
        startRumbo({
          configuration: readConfiguration(environment),
          environment,
          log: () => undefined,
          serverCommand: [...options, program],
        })
      try {
        const rumbo = await start()
        try {
          const database = createDatabase({ url: rumbo.databaseUrl, clock: systemClock, connections: 1 })
          await database.transaction(asSystem('test'), async (tx) => {
            const companyId = (await buildCompany(tx)).id
            const fleetId = (await buildFleet(tx, { companyId })).id
            await buildVehicle(tx, { companyId, fleetId, imei, vehicleNumber: '118' })
          })
          await database.close()
          await report(rumbo.runtime.gateway.gt06 ?? 0)
          await vi.waitFor(
            async () =>
              expect(await rows(superuserUrl, 'select latitude from telemetry.positions')).toHaveLength(1),
            { timeout: 20_000, interval: 100 },
          )
          expect(await rows(asRole(rumbo.databaseUrl, keeperRole), 'set role rumbo_owner')).toEqual([])
          const backup = await backUp({ url: external.url, file: join(dataDir, 'backup.rumbo') })
          expect(backup.rows).toBeGreaterThan(0)
        } finally {
          await rumbo.stop()
        }
        const again = await start()
        await again.stop()
      } finally {
        await external.stop()
        rmSync(dataDir, { recursive: true, force: true })
      }
    },
    120_000,
  )
})
