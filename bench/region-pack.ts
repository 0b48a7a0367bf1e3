import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { addRegion } from '@rumbo/server/places/regions/places.pack-install'
import { projectRoot } from '@rumbo/server/platform/process/project-root'
import { recorded, report } from './harness/report.ts'

// A region pack from an extract of a city, in the process of its own that everyone gets.
const name = process.argv[2] ?? 'porto'
const data = process.env.RUMBO_TEST_DATA ?? join(projectRoot(), '..', 'shared', 'data')
const file = existsSync(name) ? name : join(data, 'osm', `${name}.osm.pbf`)
if (!existsSync(file))
  throw new Error(`There is no extract ${file}; set RUMBO_TEST_DATA to the folder of test data.`)

const megabyte = 1e6
const folder = mkdtempSync(join(tmpdir(), 'rumbo-bench-'))

/** Greatest memory of all processes below this one together, in bytes. */
let peakBytes = 0
const sampling = setInterval(() => {
  const bytes = below(process.pid).reduce((sum, pid) => sum + residentBytes(pid), 0)
  peakBytes = Math.max(peakBytes, bytes)
}, 50)

function below(pid: number): number[] {
  const children = readable(`/proc/${pid}/task`, (path) =>
    readdirSync(path).flatMap((task) =>
      readFileSync(`${path}/${task}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number),
    ),
  )
  return (children ?? []).flatMap((child) => [child, ...below(child)])
}
const residentBytes = (pid: number): number =>
  readable(
    `/proc/${pid}/status`,
    (path) => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(path, 'utf8'))?.[1] ?? 0) * 1024,
  ) ?? 0

/** Nothing where the process has ended, or where there is no /proc. */
function readable<Value>(path: string, read: (path: string) => Value): Value | null {
  try {
    return read(path)
  } catch {
    return null
  }
}

try {
  const startedAt = performance.now()
  const begun = new Map<string, number>()
  const manifest = await addRegion({
    directory: folder,
    file,
    name: 'bench',
    progress: ({ phase }) => {
      if (!begun.has(phase)) begun.set(phase, performance.now())
    },
  })
  const endedAt = performance.now()
  const moments = [...begun.entries(), ['end', endedAt] as const]
  const phases = moments.slice(0, -1).map(([phase, at], index) => {
    const seconds = ((moments[index + 1]?.[1] ?? endedAt) - at) / 1000
    return [`${phase}, begun to the next`, recorded(seconds, 's')] as const
  })
  report('region-pack', {
    'source file': recorded(manifest.sourceBytes / megabyte, 'MB'),
    'whole build': recorded((endedAt - startedAt) / 1000, 's'),
    ...Object.fromEntries(phases),
    'peak memory of the builder and its children': recorded(peakBytes / megabyte, 'MB'),
    ...Object.fromEntries(
      manifest.parts.map(({ name: part, bytes }) => [
        `${part} on the disk`,
        recorded(bytes / megabyte, 'MB'),
      ]),
    ),
    tiles: recorded(manifest.counts.tiles, ''),
    streets: recorded(manifest.counts.streets, ''),
  })
} finally {
  clearInterval(sampling)
  rmSync(folder, { recursive: true, force: true })
}
