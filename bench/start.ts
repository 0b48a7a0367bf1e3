import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { projectRoot } from '@rumbo/server/platform/process/project-root'
import { atMost, recorded, report } from './harness/report.ts'

// The start command with demo data and simulated fleet: first with an empty data directory, then with the existing one.
const secondStarts = 3

const folder = mkdtempSync(join(tmpdir(), 'rumbo-bench-'))
chmodSync(folder, 0o755)

interface Start {
  /** From the command to the first answer of `/v1/ready`. */
  readySeconds: number
  stopSeconds: number
}

async function startAndStop(): Promise<Start> {
  const startedAt = performance.now()
  const child = spawn(process.execPath, [join(projectRoot(), 'tools', 'commands', 'start.mjs')], {
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      RUMBO_DATA_DIR: join(folder, 'data'),
      RUMBO_PORT: '0',
      RUMBO_GATEWAY_PORTS: '0',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const address = await addressOf(child)
  const answer = await fetch(`${address}/v1/ready`)
  if (answer.status !== 200) throw new Error(`${address}/v1/ready was answered ${answer.status}.`)
  const readySeconds = (performance.now() - startedAt) / 1000
  const stoppedAt = performance.now()
  child.kill('SIGINT')
  await new Promise((done) => child.once('exit', done))
  return { readySeconds, stopSeconds: (performance.now() - stoppedAt) / 1000 }
}

/** Resolves with the address it prints when it is ready. */
function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    const lines: string[] = []
    child.once('exit', () => reject(new Error(`It ended without being ready:\n${lines.join('\n')}`)))
    if (child.stdout)
      createInterface({ input: child.stdout }).on('line', (line) => {
        lines.push(line)
        const found = /^\s*Ready in .*(https?:\/\/\S+)/.exec(line)
        if (found?.[1]) resolve(found[1])
      })
  })
}

try {
  const first = await startAndStop()
  const later: Start[] = []
  for (let at = 0; at < secondStarts; at += 1) later.push(await startAndStop())
  report('start', {
    'first start, empty data dir': recorded(first.readySeconds, 's'),
    [`second start, longest of ${secondStarts}`]: atMost(
      Math.max(...later.map(({ readySeconds }) => readySeconds)),
      's',
      5,
    ),
    'stop, longest': recorded(Math.max(...later.map(({ stopSeconds }) => stopSeconds)), 's'),
  })
} finally {
  rmSync(folder, { recursive: true, force: true })
}
