import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * The project's root folder, found upwards from this file, from sources and from `dist`.
 * @throws Error when the code is outside its project
 */
export function projectRoot(from: string = fileURLToPath(import.meta.url)): string {
  for (let folder = dirname(from); ; folder = dirname(folder)) {
    const manifest = join(folder, 'package.json')
    if (existsSync(manifest) && isProject(readFileSync(manifest, 'utf8'))) return folder
    if (dirname(folder) === folder) throw new Error(`No Rumbo project lies above ${from}.`)
  }
}

function isProject(manifest: string): boolean {
  const parsed: unknown = JSON.parse(manifest)
  return typeof parsed === 'object' && parsed !== null && 'name' in parsed && parsed.name === 'rumbo'
}
