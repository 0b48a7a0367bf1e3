import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bootstrapAdmin, settleSecret } from '@rumbo/server/identity/index'
import { systemClock } from '@rumbo/server/platform/clock'
import { createDatabase, type Database } from '@rumbo/server/platform/database/database'
import { startEmbedded } from '@rumbo/server/platform/database/embedded'
import { provision } from '@rumbo/server/platform/database/provisioning'
import { asApplication } from '@rumbo/server/platform/database/roles'
import { applicationPassword } from '@rumbo/server/platform/process/data-dir'
import { sealedDevicePasswords } from '@rumbo/server/vehicles/index'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { startExternalPostgres } from '../../testing/index.ts'
import { adminCommand } from './admin.ts'

const secret = 'the secret of this installation, at random'
const lines: string[] = []
let folder: string

beforeEach(() => {
  lines.length = 0
  folder = mkdtempSync(join(tmpdir(), 'rumbo-admin-'))
  chmodSync(folder, 0o755)
  for (const method of ['log', 'error'] as const)
    vi.spyOn(console, method).mockImplementation((line: string) => void lines.push(line))
  vi.stubEnv('DATABASE_URL', '')
  vi.stubEnv('RUMBO_SECRET', secret)
  vi.stubEnv('RUMBO_DATA_DIR', join(folder, 'data'))
})
afterEach(() => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
  rmSync(folder, { recursive: true })
})

async function fill(url: string): Promise<void> {
  const database: Database = createDatabase({ url, clock: systemClock, connections: 1 })
  await settleSecret(database, { secret }, sealedDevicePasswords)
  await bootstrapAdmin({ database, email: 'root@example.com', username: 'root', password: 'First-2026!xyz' })
  await database.close()
}

describe('npm run admin', () => {
  it('works with an embedded database that runs and with one that is stopped', async () => {
    const dataDir = join(folder, 'data')
    const postgres = await startEmbedded({ dataDir, log: () => undefined })
    try {
      await provision({ url: postgres.superuserUrl, appPassword: applicationPassword(secret) })
      await fill(postgres.url('rumbo', 'rumbo_app', applicationPassword(secret)))
      expect(await adminCommand(['list'])).toBe(0)
      expect(lines.join('\n')).toMatch(
        /root +root@example\.com +active, without second factor, never signed in/,
      )
      expect(await adminCommand(['reset', 'root'])).toBe(0)
      expect(lines.at(-1)).toMatch(/^ {2}root \S{20}$/)
    } finally {
      await postgres.stop()
    }
    expect(await adminCommand(['unlock', 'root@example.com'])).toBe(0)
    expect(lines.at(-1)).toBe('  root was not locked out.')
    expect(await adminCommand(['reset', 'nobody'])).toBe(1)
    expect(lines.at(-1)).toBe('There is no user with the username or e-mail nobody.')

    vi.stubEnv('RUMBO_SECRET', 'a new secret, as the former one was lost.')
    expect(await adminCommand(['replace-secret', '--confirm'])).toBe(0)
    expect(lines.at(-1)).toBe(
      '  The secret was replaced. Second factors removed: 0. Passwords of GPS devices, secrets of webhooks and keys of push notifications removed: 0.',
    )
    expect(await adminCommand(['replace-secret', '--confirm'])).toBe(1)
    expect(lines.at(-1)).toContain('nothing to replace')
  })

  it('works with an external database whose user is not a superuser, and requires its secret', async () => {
    const external = await startExternalPostgres({ version: '18', user: 'createrole', database: 'fleet' })
    try {
      vi.stubEnv('DATABASE_URL', external.url)
      expect(await adminCommand(['list'])).toBe(1)
      const appPassword = applicationPassword(secret)
      await provision({ url: external.url, appPassword })
      await fill(asApplication(external.url, appPassword))
      expect(await adminCommand(['reset', 'root'])).toBe(0)
      expect(lines.at(-1)).toMatch(/^ {2}root \S{20}$/)
      vi.stubEnv('RUMBO_SECRET', 'another secret than that of the database.')
      expect(await adminCommand(['reset', 'root'])).toBe(1)
      expect(lines.at(-1)).toContain('is not the secret of this database')
      vi.stubEnv('RUMBO_SECRET', '')
      expect(await adminCommand(['list'])).toBe(1)
      expect(lines.at(-1)).toContain('RUMBO_SECRET is not set')
    } finally {
      await external.stop()
    }
  })

  it('prints its usage for invalid arguments, and creates no database if there is none', async () => {
    for (const typed of [[], ['frobnicate'], ['reset'], ['list', 'a', 'b'], ['--what'], ['replace-secret']]) {
      expect(await adminCommand(typed)).toBe(2)
      expect(lines.at(-1)).toContain('npm run admin -- reset NAME')
    }
    expect(await adminCommand(['list'])).toBe(1)
    expect(lines.at(-1)).toContain('No installation of Rumbo was found in')
  })
})
