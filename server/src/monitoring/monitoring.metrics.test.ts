import { createTestApp, type TestApp } from '@rumbo/tools/testing/app'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createMetrics } from '../platform/metrics/metrics.ts'
import { registerInstallationMetrics } from './monitoring.metrics.ts'

let test: TestApp
let admin: pg.Client

beforeAll(async () => {
  test = await createTestApp()
  admin = new pg.Client({ connectionString: test.superuserUrl })
  await admin.connect()
})
afterAll(async () => {
  await admin.end()
  await test.close()
})

async function linesOf(): Promise<string[]> {
  const metrics = createMetrics({ version: '0', role: 'api' })
  const validTo = new Date(test.clock.now().getTime() + 12.5 * 86_400_000)
  registerInstallationMetrics({
    ...{ metrics, database: test.database, clock: test.clock },
    certificate: async () => ({ source: 'file', validTo, error: null }) as never,
    countServices: async () => ({ created: 2, on_dispatch: 0 }),
    countFacts: async () => ({ pending: 3, failing: 1 }),
  })
  return (await metrics.text()).split('\n')
}

it('reports jobs, deliveries, processes, disk, certificate and services', async () => {
  const now = test.clock.now()
  const process = (minutesAgo: number, pid: number) =>
    admin.query(
      `insert into platform.processes (id, roles, host, pid, started_at, seen_at, figures, active_users)
       values (gen_random_uuid(), '{worker}', 'one', $2, $1, $1, '{"memoryBytes": 1000, "gauges": {"deliveries.sms.sent": 4}}', '{}')`,
      [new Date(now.getTime() - minutesAgo * 60_000), pid],
    )
  await process(0, 7)
  await process(5, 8)
  await admin.query(
    `insert into platform.process_samples (slot, process_id, host, figures)
     select $1, id, 'one', '{"host": {"diskTotalBytes": 1000, "diskUsedBytes": 900}}' from platform.processes where pid = 7`,
    [now],
  )
  await admin.query("select graphile_worker.add_job('nobody', run_at => now() - interval '1 minute')")
  const lines = await linesOf()
  expect(lines).toEqual(
    expect.arrayContaining([
      'rumbo_jobs{state="waiting",role="api"} 1',
      'rumbo_jobs{state="running",role="api"} 0',
      'rumbo_jobs{state="failed",role="api"} 0',
      'rumbo_deliveries_waiting{channel="email",state="late",role="api"} 0',
      'rumbo_deliveries_total{worker="one:7",channel="sms",status="sent",role="api"} 4',
      'rumbo_facts{state="failing",role="api"} 1',
      'rumbo_services{status="created",role="api"} 2',
      'rumbo_services{status="on_dispatch",role="api"} 0',
      'rumbo_process_up{process_role="worker",host="one",pid="7",role="api"} 1',
      'rumbo_process_up{process_role="worker",host="one",pid="8",role="api"} 0',
      'rumbo_process_memory_bytes{process_role="worker",host="one",pid="7",role="api"} 1000',
      'rumbo_disk_bytes{host="one",what="free",role="api"} 100',
      'rumbo_disk_bytes{host="one",what="size",role="api"} 1000',
      'rumbo_certificate_days{role="api"} 12',
    ]),
  )
  expect(lines.find((line) => line.startsWith('rumbo_job_oldest_seconds'))).toMatch(/ [6-9]\d/)
})

it('reports no backup before the first, then how old the last complete one is, and that a later one failed', async () => {
  const backups = async () => (await linesOf()).filter((line) => /^rumbo_backup_\w+\{/.test(line))
  expect(await backups()).toEqual([])
  const record = (hoursAgo: number, bytes: number | null) =>
    admin.query(
      'insert into platform.backups (started_at, ended_at, file, bytes, error) values ($1, $1, $2, $3, $4)',
      [
        new Date(test.clock.now().getTime() - hoursAgo * 3_600_000),
        ...['a.rumbo', bytes, bytes === null ? 'no space' : null],
      ],
    )
  await record(26, 500)
  await record(2, null)
  expect(await backups()).toEqual([
    'rumbo_backup_age_seconds{role="api"} 93600',
    'rumbo_backup_bytes{role="api"} 500',
    'rumbo_backup_failed{role="api"} 1',
  ])
})
