import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { projectRoot } from './project-root.ts'

/**
 * A program of the server that processes start for themselves: from sources by tsx, from a build as its own file.
 * @param name of its file in `server/src` and in `dist/server`, without its ending
 */
export function childProgram(name: string): { program: string; options: string[] } {
  const source = fileURLToPath(new URL(`../${name}.ts`, import.meta.url))
  if (import.meta.url.endsWith('.ts') && existsSync(source))
    return { program: source, options: ['--import', 'tsx'] }
  return { program: join(projectRoot(), 'dist', 'server', `${name}.mjs`), options: [] }
}
