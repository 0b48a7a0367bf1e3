import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { withinWorld } from '@rumbo/geo/geometry/date-line'
import { addRegion, removeRegion } from '@rumbo/server/places/regions/places.pack-install'
import { tidyRegions } from '@rumbo/server/places/regions/places.region-lock'
import { createRegionStore, type InstalledRegion } from '@rumbo/server/places/regions/places.regions'
import { readConfiguration } from '@rumbo/server/platform/configuration/configuration'

const usage = `npm run region -- add FILE --name NAME [--title TITLE]   builds a region of an OpenStreetMap extract
npm run region -- list                                    tells the installed regions
npm run region -- remove NAME                             removes one

FILE ends in .osm.pbf or .osm. --data-dir FOLDER names the data folder, else RUMBO_DATA_DIR does.`

/** What was typed is not a command: the exit code is 2. */
class Misuse extends Error {}

/**
 * `npm run region`: works while Rumbo runs, which notices the change within seconds, and while it does not.
 * @returns the exit code: 0 done, 1 refused with a sentence, 2 typed wrongly, 130 interrupted
 */
export async function regionCommand(typed: readonly string[]): Promise<number> {
  const interrupted = new AbortController()
  const interrupt = () => interrupted.abort(new Error('Stopped; nothing was changed.'))
  process.once('SIGINT', interrupt)
  process.once('SIGTERM', interrupt)
  try {
    await run(typed, interrupted.signal)
    return 0
  } catch (error) {
    const { message } = error as Error
    console.error(error instanceof Misuse ? `${message}\n\n${usage}` : message)
    if (interrupted.signal.aborted) return 130
    return error instanceof Misuse ? 2 : 1
  } finally {
    process.off('SIGINT', interrupt)
    process.off('SIGTERM', interrupt)
  }
}

async function run(typed: readonly string[], signal: AbortSignal): Promise<void> {
  const { values, positionals } = parse(typed)
  const [command, subject, ...more] = positionals
  const { regionsFolder: directory } = readConfiguration(
    values['data-dir'] ? { ...process.env, RUMBO_DATA_DIR: resolve(values['data-dir']) } : process.env,
  )
  if (more.length > 0) throw new Misuse(`There is one word too many: ${more[0]}.`)
  if (command === 'add') {
    if (!subject) throw new Misuse('Say which file to add.')
    if (!values.name) throw new Misuse('Say what the region is called: --name porto.')
    await add(directory, resolve(subject), values.name, values.title, signal)
  } else if (command === 'list') await list(directory)
  else if (command === 'remove') {
    if (!subject) throw new Misuse('Say which region to remove.')
    const { title } = await removeRegion({ directory, name: subject })
    console.log(`  Removed ${title}`)
  } else throw new Misuse(command ? `There is no command ${command}.` : 'Say what to do.')
}

function parse(typed: readonly string[]) {
  try {
    return parseArgs({
      args: [...typed],
      allowPositionals: true,
      options: { name: { type: 'string' }, title: { type: 'string' }, 'data-dir': { type: 'string' } },
    })
  } catch (error) {
    throw new Misuse((error as Error).message.split('. ')[0] ?? '')
  }
}

const phaseNames = {
  read: 'Reading the file',
  tiles: 'Making street tiles',
  places: 'Making the index of streets and addresses',
  roads: 'Making the roads',
  valhalla: 'Making the roads of Valhalla',
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
    ...(title && { title }),
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
    lookEveryMs: 0,
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
