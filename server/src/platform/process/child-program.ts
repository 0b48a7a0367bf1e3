import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

let given: string | null = null

/** For tests that run from sources: takes child programs from a folder of built ones. */
export function takeProgramsFrom(folder: string): void {
  given = folder
}

/**
 * A program that a server process starts as a child: from sources by tsx, from a build as its own file.
 * @param name of its file in `server/src` and `dist/server`, without extension
 */
export function childProgram(name: string): { program: string; options: string[] } {
  if (given) return { program: join(given, `${name}.mjs`), options: [] }
  const source = fileURLToPath(new URL(`../../${name}.ts`, import.meta.url))
  if (import.meta.url.endsWith('.ts') && existsSync(source))
    return { program: source, options: ['--import', 'tsx'] }
  // Built programs are in `dist/server` and `dist/tools`.
  return { program: fileURLToPath(new URL(`../server/${name}.mjs`, import.meta.url)), options: [] }
}
