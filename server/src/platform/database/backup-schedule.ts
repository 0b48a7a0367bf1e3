import { mkdir, readdir, rm, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { hourMs, minuteMs } from '@rumbo/contract/time-units'
import pg from 'pg'
import { backUp } from './backup.ts'

/** Hour and minute on the clock of this machine. */
export interface TimeOfDay {
  hour: number
  minute: number
}

export interface BackupScheduleOptions {
  /** Connection URL, as for `backUp`. */
  url: string
  directory: string
  at: TimeOfDay
  /** How many scheduled backups are kept; files of other names are never touched. */
  keep: number
  log: (sentence: string) => void
  now?: () => Date
}

const scheduledName = /^scheduled-[\dTZ-]+\.rumbo$/
/** Delay after the start before a backup that was missed while Rumbo was stopped. */
const catchUpMs = 5 * minuteMs
/** Interval for retrying a failed backup and noticing a changed clock. */
const longestWaitMs = hourMs
/** Free space required beyond the size of the last backup. */
const spareBytes = 256 * 1024 * 1024
const recordsKeptDays = 400

/** The latest moment at or before `now` at which a backup was due, on the machine's clock. */
export function lastDue(now: Date, { hour, minute }: TimeOfDay): Date {
  const due = new Date(now)
  due.setHours(hour, minute, 0, 0)
  if (due > now) due.setDate(due.getDate() - 1)
  return due
}

/**
 * Makes a backup every day at the same time, and soon after the start if one was missed.
 * @returns a function that ends the schedule; a running backup ends with its database connection
 */
export function startBackupSchedule(options: BackupScheduleOptions): () => void {
  const { at, log, now = () => new Date() } = options
  let timer: NodeJS.Timeout | undefined
  let isEnding = false
  let madeFor: Date | null = null

  async function look(): Promise<void> {
    try {
      const due = lastDue(now(), at)
      madeFor ??= await lastScheduled(options.directory)
      if (madeFor !== null && madeFor >= due) return
      const startedAt = now()
      await makeScheduledBackup(options)
      madeFor = startedAt
    } catch (error) {
      if (!isEnding) log(`The scheduled backup failed: ${sentenceOf(error)}`)
    }
  }
  function wait(afterMs: number): void {
    timer = setTimeout(() => {
      void look().finally(() => {
        if (isEnding) return
        const next = lastDue(now(), at)
        next.setDate(next.getDate() + 1)
        wait(Math.min(longestWaitMs, Math.max(1_000, next.getTime() - now().getTime())))
      })
    }, afterMs)
    timer.unref()
  }
  wait(catchUpMs)
  return () => {
    isEnding = true
    clearTimeout(timer)
  }
}

/** Writes one backup, records how it ended, and removes the oldest scheduled ones beyond those that are kept. */
export async function makeScheduledBackup(options: BackupScheduleOptions): Promise<void> {
  const { url, directory, keep, log, now = () => new Date() } = options
  const startedAt = now()
  const file = join(directory, `scheduled-${startedAt.toISOString().replace(/[:.]/g, '-')}.rumbo`)
  try {
    await mkdir(directory, { recursive: true })
    await removeUnfinished(directory)
    await requireRoom(directory)
    const { rows } = await backUp({ url, file })
    const { size } = await stat(file)
    await record(url, { startedAt, endedAt: now(), file, bytes: size, error: null })
    log(`Backed up ${rows} rows to ${file}`)
  } catch (error) {
    await record(url, { startedAt, endedAt: now(), file, bytes: null, error: sentenceOf(error) }).catch(
      () => undefined,
    )
    throw error
  }
  for (const name of (await scheduledFiles(directory)).slice(keep))
    await rm(join(directory, name), { force: true })
}

const sentenceOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/** Names of scheduled backups, the newest first. */
async function scheduledFiles(directory: string): Promise<string[]> {
  const names = await readdir(directory).catch((): string[] => [])
  return names
    .filter((name) => scheduledName.test(name))
    .sort()
    .reverse()
}

/** Removes unfinished files of killed processes. */
async function removeUnfinished(directory: string): Promise<void> {
  for (const name of await readdir(directory))
    if (scheduledName.test(name.replace(/\.unfinished$/, '')) && name.endsWith('.unfinished'))
      await rm(join(directory, name), { force: true })
}

async function lastScheduled(directory: string): Promise<Date | null> {
  const [newest] = await scheduledFiles(directory)
  return newest === undefined ? null : (await stat(join(directory, newest))).mtime
}

/** @throws Error where the free space is too small for a backup as large as the last one */
async function requireRoom(directory: string): Promise<void> {
  const [newest] = await scheduledFiles(directory)
  const expected = newest === undefined ? 0 : (await stat(join(directory, newest))).size
  const { bavail, bsize } = await statfs(directory)
  if (bavail * bsize < expected + spareBytes)
    throw new Error(
      `${directory} has too little free space for another backup; free some space or move older backups.`,
    )
}

interface BackupRecord {
  startedAt: Date
  endedAt: Date
  file: string
  bytes: number | null
  error: string | null
}

async function record(url: string, { startedAt, endedAt, file, bytes, error }: BackupRecord): Promise<void> {
  const client = new pg.Client({ connectionString: url, application_name: 'rumbo backup' })
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query('begin; set local role rumbo_owner')
    await client.query(
      'insert into platform.backups (started_at, ended_at, file, bytes, error) values ($1, $2, $3, $4, $5)',
      [startedAt, endedAt, file, bytes, error],
    )
    await client.query(
      'delete from platform.backups where started_at < $1::timestamptz - make_interval(days => $2)',
      [startedAt, recordsKeptDays],
    )
    await client.query('commit')
  } finally {
    await client.end()
  }
}
