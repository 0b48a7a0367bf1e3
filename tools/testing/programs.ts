import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs'
import { basename, join } from 'node:path'
import { allPrograms, bundle, contentHash, root, serverSources } from '../prepare/prepare.mjs'

const folder = join(root, '.cache', 'test-programs')
const dayMs = 86_400_000

/**
 * What the server's processes run, for tests that start them: read from sources, each took seconds to begin.
 * @returns the folder of the programs; another one where a source changed, so that runs beside each other never meet
 * half a program
 */
export async function programsForTests(): Promise<string> {
  const made = join(
    folder,
    contentHash([...serverSources, 'tools/prepare/prepare.mjs', 'package-lock.json']).slice(0, 16),
  )
  if (existsSync(made)) {
    const now = new Date()
    utimesSync(made, now, now)
    return join(made, 'server')
  }
  mkdirSync(folder, { recursive: true })
  for (const old of readdirSync(folder).map((name) => join(folder, name)))
    if (Date.now() - statSync(old).mtimeMs > dayMs) rmSync(old, { recursive: true, force: true })
  const draft = `${made}.${process.pid}`
  // Of an earlier process with this number, whose bundle failed.
  rmSync(draft, { recursive: true, force: true })
  for (const program of allPrograms.filter((output) => output.startsWith('dist/server/'))) {
    const name = basename(program)
    await bundle(`server/src/${name.replace('.mjs', '.ts')}`, join(draft, 'server', name))
  }
  try {
    renameSync(draft, made)
  } catch (error) {
    // Another run was quicker, with the same programs.
    rmSync(draft, { recursive: true, force: true })
    if (!existsSync(made)) throw error
  }
  return join(made, 'server')
}
