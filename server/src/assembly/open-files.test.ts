import { spawnSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { connectionsWithin, readOpenFilesLimit } from './open-files.ts'

it('keeps connections within the file limit of the system, and logs which limit to raise', () => {
  expect(connectionsWithin(20_000, null)).toEqual({ connections: 20_000, sentence: null })
  expect(connectionsWithin(20_000, 20_200)).toEqual({ connections: 20_000, sentence: null })
  const short = connectionsWithin(20_000, 4_096)
  expect(short.connections).toBe(3_896)
  expect(short.sentence).toContain('"ulimit -n 20200"')
  expect(connectionsWithin(20_000, 64).connections).toBe(1)
})

it.runIf(process.platform === 'linux')(
  'reads the limit of this process',
  { meta: { needs: 'Linux' } },
  () => {
    const { stdout } = spawnSync('sh', ['-c', 'ulimit -Sn'], { encoding: 'utf8' })
    const limit = stdout.trim()
    expect(readOpenFilesLimit()).toBe(limit === 'unlimited' ? null : Number(limit))
  },
)
