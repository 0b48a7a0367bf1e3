import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { access, mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { valhallaConfiguration } from './places.valhalla.configuration.ts'

const patienceMs = 5_000
const level = /^[0-2]$/

/**
 * The folder of Valhalla's programs; null where the optional package is not installed or does not support this machine.
 */
function valhallaDirectory(): string | null {
  try {
    const entry = createRequire(import.meta.url).resolve('@valhallajs/valhallajs')
    const directory = join(dirname(entry), process.platform, process.arch)
    return existsSync(join(directory, 'valhalla_node.node')) ? directory : null
  } catch {
    return null
  }
}

/** Whether tiles can be built and used here. */
export const hasValhalla = () => valhallaDirectory() !== null

/**
 * Builds Valhalla's tiles from a PBF extract into a folder, in a child process that an abort ends. Creates the folder,
 * and removes it after a failure.
 * @throws Error with the builder's last line, or the signal's reason
 */
export async function buildValhallaTiles(
  pbfFile: string,
  directory: string,
  { signal, threads = 2 }: { signal?: AbortSignal; threads?: number } = {},
): Promise<void> {
  const programs = valhallaDirectory()
  if (programs === null) throw new Error('The routing engine Valhalla is not installed.')
  await access(pbfFile)
  const tiles = resolve(directory)
  await mkdir(tiles, { recursive: true })
  const configurationFile = join(tiles, 'configuration.json')
  await writeFile(configurationFile, JSON.stringify(valhallaConfiguration(tiles, threads)))
  try {
    await run(
      join(programs, 'valhalla_build_tiles'),
      ['-c', configurationFile, resolve(pbfFile)],
      tiles,
      signal,
    )
    // Only the three levels of tiles are read; the rest are intermediate files.
    for (const name of await readdir(tiles))
      if (!level.test(name)) await rm(join(tiles, name), { recursive: true, force: true })
    const isBuilt = (await readdir(tiles)).some((name) => level.test(name))
    if (!isBuilt) throw new Error('Valhalla built no tiles from this extract.')
  } catch (error) {
    await rm(tiles, { recursive: true, force: true })
    throw error
  }
}

function run(program: string, parameters: string[], cwd: string, signal?: AbortSignal): Promise<void> {
  return new Promise((done, reject) => {
    if (signal?.aborted) return reject(signal.reason)
    const child = spawn(program, parameters, { cwd, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    const listen = (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-4_000)
    }
    child.stdout.on('data', listen)
    child.stderr.on('data', listen)
    let killing: NodeJS.Timeout | undefined
    const abort = () => {
      child.kill('SIGTERM')
      killing = setTimeout(() => child.kill('SIGKILL'), patienceMs)
    }
    const endWithParent = () => child.kill('SIGKILL')
    signal?.addEventListener('abort', abort, { once: true })
    process.once('exit', endWithParent)
    const end = () => {
      clearTimeout(killing)
      signal?.removeEventListener('abort', abort)
      process.off('exit', endWithParent)
    }
    child.on('error', (error) => {
      end()
      reject(error)
    })
    child.on('close', (code, ended) => {
      end()
      if (signal?.aborted) reject(signal.reason)
      else if (code === 0) done()
      // Valhalla writes through mapped memory, where a full disk causes a bus error.
      else if (ended === 'SIGBUS' || /no space left/i.test(output))
        reject(
          Object.assign(new Error('Valhalla could not write because the disk is full.'), { code: 'ENOSPC' }),
        )
      else
        reject(new Error(`Valhalla exited with ${ended ?? code}: ${output.trim().split('\n').at(-1) ?? ''}`))
    })
  })
}
