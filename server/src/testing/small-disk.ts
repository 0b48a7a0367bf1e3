import { closeSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { readConfiguration } from '../platform/configuration/configuration.ts'
import { databaseFolder } from '../platform/database/embedded.ts'
import { readPostmaster } from '../platform/database/postmaster.ts'
import { holderOf } from '../platform/process/data-dir.ts'
import { StartupFailure } from '../platform/process/startup-failure.ts'
import { type RunningRumbo, startRumbo } from '../supervisor.ts'

/**
 * The product on a disk of its own, run by full-disk.test.ts inside a mount namespace. Reads commands from standard
 * input, a line each: `fill` takes the whole disk, `free` gives it back, `kill` ends PostgreSQL as a crash does.
 * Writes a JSON line for each thing that happens.
 */
const { dataDir } = readConfiguration(process.env)
const filler = join(dataDir, '..', 'filler')
const say = (line: object) => console.log(JSON.stringify(line))

function fill(): void {
  const file = openSync(filler, 'a')
  for (let bytes = 1024 * 1024; bytes >= 4096; ) {
    try {
      writeSync(file, Buffer.alloc(bytes))
    } catch {
      bytes /= 2
    }
  }
  closeSync(file)
}

const commands: Record<string, () => void> = {
  fill,
  free: () => rmSync(filler),
  kill: () =>
    process.kill(readPostmaster(join(databaseFolder(dataDir), 'cluster'))?.pid as number, 'SIGKILL'),
}
createInterface({ input: process.stdin }).on('line', (line) => {
  commands[line]?.()
  say({ did: line })
})

let rumbo: RunningRumbo | null = null
process.stdin.on('close', () => void (rumbo?.stop() ?? Promise.resolve()).then(() => process.exit(0)))
try {
  rumbo = await startRumbo({
    configuration: readConfiguration(process.env),
    environment: process.env,
    serverCommand: process.argv.slice(2),
    log: (log) => say({ log }),
  })
  say({ runtime: rumbo.runtime, holder: holderOf(dataDir) })
} catch (failure) {
  if (!(failure instanceof StartupFailure)) throw failure
  say({ refused: failure.message })
  process.exit(1)
}
