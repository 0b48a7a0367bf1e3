import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs'
import { basename, join } from 'node:path'
import { allPrograms, bundle, contentHash, root, serverSources } from '../prepare/prepare.mjs'

const folder = join(root, '.cache', 'test-programs')
const dayMs = 86_400_000

/**
 * Bundles the server's programs for tests that start processes; starting from sources would take seconds per process.
 * @returns the folder of the bundles, named after the hash of their sources: parallel runs never read a partial one
 */
export async function programsForTests(): Promise<string> {
  const target = join(
    folder,
    contentHash([...serverSources, 'tools/prepare/prepare.mjs', 'package-lock.json']).slice(0, 16),
  )
  if (existsSync(target)) {
    const now = new Date()
    utimesSync(target, now, now)
    return join(target, 'server')
  }
  mkdirSync(folder, { recursive: true })
  for (const old of readdirSync(folder).map((name) => join(folder, name)))
    if (Date.now() - statSync(old).mtimeMs > dayMs) rmSync(old, { recursive: true, force: true })
  const draft = `${target}.${process.pid}`
  // Left behind by a failed build of an earlier process with the same id.
  rmSync(draft, { recursive: true, force: true })
  for (const program of allPrograms.filter((output) => output.startsWith('dist/server/'))) {
    const name = basename(program)
    await bundle(`server/src/${name.replace('.mjs', '.ts')}`, join(draft, 'server', name))
  }
  try {
    renameSync(draft, target)
  } catch (error) {
    // A parallel run has already built the same programs.
    rmSync(draft, { recursive: true, force: true })
    if (!existsSync(target)) throw error
  }
  return join(target, 'server')
}
