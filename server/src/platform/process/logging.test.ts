import { spawnSync } from 'node:child_process'
import { closeSync, existsSync, openSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

describe.runIf(existsSync('/dev/full'))('the log', { meta: { needs: '/dev/full' } }, () => {
  it('does not end the process when standard output blocks', () => {
    const program = `
      import { createLog } from ${JSON.stringify(here('./logging.ts'))}
      const log = createLog({ level: 'info', name: 'test', readable: false })
      for (let line = 0; line < 20_000; line++) log.info({ line, filler: 'x'.repeat(200) }, 'a line')
      process.stderr.write('still here')
      process.exit(0)`
    const full = openSync('/dev/full', 'w')
    const { status, stderr } = spawnSync(
      process.execPath,
      ['--import', 'tsx', '--input-type=module', '--eval', program],
      { stdio: ['ignore', full, 'pipe'], encoding: 'utf8', cwd: here('.') },
    )
    closeSync(full)
    expect({ status, stderr }).toEqual({ status: 0, stderr: 'still here' })
  })
})
