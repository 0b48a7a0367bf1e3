import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { WorkerOptions } from 'node:worker_threads'

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

/** The same as the program of a thread. */
export function threadProgram(name: string): { program: string; options: WorkerOptions } {
  const { program } = childProgram(name)
  if (!program.endsWith('.ts')) return { program, options: {} }
  // A thread does not get the loader of `--import tsx`.
  const file = JSON.stringify(pathToFileURL(program).href)
  return {
    program: `import('tsx/esm/api').then(({ register }) => { register(); return import(${file}) })`,
    options: { eval: true },
  }
}
