import { setTimeout as pause } from 'node:timers/promises'
import type { DevicesOptions, LoadDevice } from '../load/devices.ts'
import type { Measured } from '../load/measure.ts'
import { openRemoteDevices, type RemoteDevices } from '../load/remote-devices.ts'
import { type CpuSeconds, gatewayMemory, readCpu } from './processes.ts'
import type { BenchRumbo } from './rumbo.ts'
import { compareStored, followTable, type Stored } from './stored.ts'

export type Load = { burst: number; inFlight: number } | { positionsPerSecond: number }

export interface IngestRun extends Measured, Stored {
  /** Microseconds of CPU a position. */
  gatewayMicros: number
  databaseMicros: number
  /** What reads the notices of positions: api and worker. */
  otherMicros: number
  generatorMicros: number
  walBytes: number
  reconnections: number
  /** Kilobytes the gateway grew by until all devices were logged in, a connection. */
  kilobytesAConnection: number
}

export interface RunOptions {
  devices: readonly LoadDevice[]
  firstSecond: number
  warmUpSeconds: number
  measureSeconds: number
}

const targetOf = (rumbo: BenchRumbo, { devices, firstSecond }: RunOptions): DevicesOptions => ({
  host: '127.0.0.1',
  ports: rumbo.ports,
  devices,
  firstSecond,
})

/** Connects the devices, lets them send, and counts what it cost and what was stored. */
export async function runIngest(rumbo: BenchRumbo, options: RunOptions, load: Load): Promise<IngestRun> {
  const memoryBefore = gatewayMemory(rumbo.dataDir)
  const devices = await openRemoteDevices(targetOf(rumbo, options))
  const memoryGrowth = gatewayMemory(rumbo.dataDir) - memoryBefore
  const following = followTable(
    rumbo,
    devices,
    options.firstSecond,
    options.devices.length > 5_000 ? 400 : 50,
  )
  try {
    if ('burst' in load) await devices.flood(load)
    else await devices.pace(load.positionsPerSecond)
    await pause(options.warmUpSeconds * 1000)
    const measured = await measureRun(rumbo, devices, options.measureSeconds)
    await devices.settle()
    const stored = await compareStored(rumbo, await devices.acknowledgedDevices(), options.firstSecond)
    return {
      ...measured,
      ...stored,
      reconnections: await devices.reconnections(),
      kilobytesAConnection: memoryGrowth / options.devices.length,
    }
  } finally {
    await following.end()
    await devices.close()
  }
}

async function measureRun(rumbo: BenchRumbo, devices: RemoteDevices, seconds: number) {
  const before = await readings(rumbo, devices)
  await devices.startMeasuring()
  await pause(seconds * 1000)
  const measured = await devices.measured()
  const after = await readings(rumbo, devices)
  const micros = (...names: (keyof CpuSeconds)[]) =>
    names.reduce((sum, name) => sum + (after.cpu[name] - before.cpu[name]) * 1e6, 0) / measured.acknowledged
  return {
    ...measured,
    gatewayMicros: micros('gateway'),
    databaseMicros: micros('database'),
    otherMicros: micros('api', 'worker'),
    generatorMicros: ((after.generator - before.generator) * 1e6) / measured.acknowledged,
    walBytes: (after.wal - before.wal) / measured.acknowledged,
  }
}

async function readings(rumbo: BenchRumbo, devices: RemoteDevices) {
  const [row] = await rumbo.query<{ wal: string }>(
    `select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0') as wal`,
  )
  return { cpu: readCpu(rumbo.dataDir), generator: await devices.cpuSeconds(), wal: Number(row?.wal) }
}

/** Bytes on disk a position: its partition with the key's index, and the values without a column. */
export async function bytesOnDisk(rumbo: BenchRumbo): Promise<{ position: number; extras: number }> {
  const [row] = await rumbo.query<{ position: string; extras: string }>(
    `select (select sum(pg_total_relation_size(inhrelid)) from pg_inherits
         where inhparent = 'telemetry.positions'::regclass)::float8 / count(*) as position,
       (select sum(pg_total_relation_size(inhrelid)) from pg_inherits
         where inhparent = 'telemetry.readings'::regclass)::float8 / count(*) as extras
     from telemetry.positions`,
  )
  return { position: Number(row?.position), extras: Number(row?.extras) }
}

export interface CopyRate {
  rowsPerSecond: number
  micros: number
}

/** COPY alone: the stored positions into an empty table of the same columns and key, in one statement. */
export async function rawCopy(rumbo: BenchRumbo, rows: number): Promise<CopyRate> {
  const file = `${rumbo.dataDir}/database/cluster/bench-positions.copy`
  await rumbo.query(`copy (select * from telemetry.positions limit ${rows}) to '${file}'`)
  await rumbo.query('create table public.bench_copy (like telemetry.positions including all)')
  // The key stands on each partition, not on the table.
  await rumbo.query(
    `create unique index on public.bench_copy (vehicle_no,
       ((date_part('epoch', fix_time - timestamptz '2000-01-01 00:00:00+00'))::integer), report_hash)`,
  )
  await rumbo.query('checkpoint')
  const before = readCpu(rumbo.dataDir).database
  const startedAt = performance.now()
  await rumbo.query(`copy public.bench_copy from '${file}'`)
  const seconds = (performance.now() - startedAt) / 1000
  const [count] = await rumbo.query<{ rows: string }>('select count(*) as rows from public.bench_copy')
  const cpu = readCpu(rumbo.dataDir).database - before
  await rumbo.query('drop table public.bench_copy')
  return {
    rowsPerSecond: Number(count?.rows) / seconds,
    micros: (cpu * 1e6) / Number(count?.rows),
  }
}
