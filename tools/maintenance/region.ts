import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { withinWorld } from '@rumbo/geo/geometry/date-line'
import { addRegion, removeRegion } from '@rumbo/server/places/regions/places.pack-install'
import { tidyRegions } from '@rumbo/server/places/regions/places.region-lock'
import { createRegionStore, type InstalledRegion } from '@rumbo/server/places/regions/places.regions'
import { readConfiguration } from '@rumbo/server/platform/configuration/configuration'

const usage = `npm run region -- add FILE --name NAME [--title TITLE]   builds a region from an OpenStreetMap extract
npm run region -- list                                    lists the installed regions
npm run region -- remove NAME                             removes a region

FILE ends in .osm.pbf or .osm. --data-dir FOLDER sets the data folder. Default: RUMBO_DATA_DIR.`

/** The arguments are not a valid command; the exit code is 2. */
class UsageError extends Error {}

/**
 * `npm run region`. Rumbo may be stopped; a running one loads the change within seconds.
 * @returns the exit code: 0 done, 1 failed, 2 invalid arguments, 130 interrupted
 */
export async function regionCommand(args: readonly string[]): Promise<number> {
  const interrupted = new AbortController()
  const interrupt = () => interrupted.abort(new Error('Interrupted; nothing was changed.'))
  process.once('SIGINT', interrupt)
  process.once('SIGTERM', interrupt)
  try {
    await run(args, interrupted.signal)
    return 0
  } catch (error) {
    const { message } = error as Error
    console.error(error instanceof UsageError ? `${message}\n\n${usage}` : message)
    if (interrupted.signal.aborted) return 130
    return error instanceof UsageError ? 2 : 1
  } finally {
    process.off('SIGINT', interrupt)
    process.off('SIGTERM', interrupt)
  }
}

async function run(args: readonly string[], signal: AbortSignal): Promise<void> {
  const { values, positionals } = parse(args)
  const [command, subject, ...more] = positionals
  const { regionsFolder: directory } = readConfiguration(
    values['data-dir'] ? { ...process.env, RUMBO_DATA_DIR: resolve(values['data-dir']) } : process.env,
  )
  if (more.length > 0) throw new UsageError(`Unexpected argument: ${more[0]}.`)
  if (command === 'add') {
    if (!subject) throw new UsageError('FILE is missing: give the extract to add.')
    if (!values.name)
      throw new UsageError('The name of the region is missing: add --name, for instance --name porto.')
    await add(directory, resolve(subject), values.name, values.title, signal)
  } else if (command === 'list') await list(directory)
  else if (command === 'remove') {
    if (!subject) throw new UsageError('NAME is missing: give the region to remove.')
    const { title } = await removeRegion({ directory, name: subject })
    console.log(`  Removed ${title}`)
  } else throw new UsageError(command ? `Unknown command: ${command}.` : 'The command is missing.')
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { name: { type: 'string' }, title: { type: 'string' }, 'data-dir': { type: 'string' } },
    })
  } catch (error) {
    throw new UsageError((error as Error).message.split('. ')[0] ?? '')
  }
}

const phaseNames = {
  read: 'Reading the file',
  tiles: 'Building street tiles',
  places: 'Indexing streets and addresses',
  roads: 'Building the road network',
  valhalla: 'Building the road network for Valhalla',
  write: 'Writing',
} as const

async function add(
  directory: string,
  file: string,
  name: string,
  title: string | undefined,
  signal: AbortSignal,
): Promise<void> {
  const startedAt = performance.now()
  let phase = ''
  let printedAt = 0
  const manifest = await addRegion({
    directory,
    file,
    name,
    signal,
    title,
    progress(progress) {
      const now = performance.now()
      if (progress.phase === phase && now - printedAt < 2_000) return
      phase = progress.phase
      printedAt = now
      console.log(`  ${String(Math.round(progress.done * 100)).padStart(3)} %  ${phaseNames[progress.phase]}`)
    },
  })
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  const { streets, addresses, tiles } = manifest.counts
  console.log(
    `  100 %  Added ${manifest.title} in ${seconds} s: ${streets} streets, ${addresses} addresses, ${tiles} tiles, ${megabytes(manifest.bytes)}`,
  )
  for (const { name: part, reason } of manifest.missing) console.log(`         Without ${part}: ${reason}`)
}

async function list(directory: string): Promise<void> {
  await tidyRegions(directory)
  const failures: string[] = []
  const store = createRegionStore({
    directory,
    pollIntervalMs: 0,
    onFailure: (name) => failures.push(`  ${name} cannot be read; add it again, or remove it.`),
  })
  const regions = store.list()
  if (regions.length === 0 && failures.length === 0) console.log('  No region is installed.')
  for (const region of regions) console.log(lineOf(region))
  for (const failure of failures) console.log(failure)
}

function lineOf({ name, title, addedAt, bytes, bounds, counts, isApproximate }: InstalledRegion): string {
  const { south, west, north, east } = bounds
  const corners = [south, withinWorld(west), north, withinWorld(east)]
    .map((degrees) => degrees.toFixed(3))
    .join(', ')
  const approximate = isApproximate ? ', approximate' : ''
  return `  ${name.padEnd(16)} ${title}: ${counts.streets} streets, ${counts.addresses} addresses, ${megabytes(bytes)}, added ${addedAt.slice(0, 10)}, within ${corners}${approximate}`
}

const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`
