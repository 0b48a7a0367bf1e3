import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '@rumbo/server/platform/process/project-root'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readPlaywrightReport } from './playwright-report.mjs'

const broken = `
import { beforeAll, describe, expect, it } from 'vitest'
it('passes', () => {})
it('fails', () => expect(1).toBe(2))
it('is skipped for a reason', { meta: { needs: 'a printer' }, skip: true }, () => {})
describe.skipIf(true)('an empty suite', { meta: { needs: 'samples' } }, () => {})
it('rejects beside its own promise', async () => {
  void Promise.reject(new Error('nobody awaited this'))
  await new Promise((done) => setTimeout(done, 10))
})
describe('a broken set-up', () => {
  beforeAll(() => { throw new Error('no database') })
  it('has no chance', () => {})
})
`

describe('the report of vitest', () => {
  let folder: string
  let report: Record<'failures' | 'notRun' | 'skipped', { name: string; message?: string }[]> & {
    passed: number
  }

  beforeAll(async () => {
    const cache = join(projectRoot(), '.cache')
    mkdirSync(cache, { recursive: true })
    // Inside the project, for its packages.
    folder = mkdtempSync(join(cache, 'test-reports-'))
    writeFileSync(join(folder, 'broken.test.ts'), broken)
    writeFileSync(join(folder, 'vitest.config.mjs'), 'export default {}')
    const file = join(folder, 'report.json')
    const child = spawn(
      process.execPath,
      [
        join(projectRoot(), 'node_modules/vitest/vitest.mjs'),
        'run',
        '--root',
        folder,
        `--reporter=${join(projectRoot(), 'tools/testing/vitest-report.mjs')}`,
      ],
      { stdio: 'ignore', env: { ...process.env, RUMBO_TEST_REPORT: file } },
    )
    expect(await once(child, 'close')).toEqual([1, null])
    report = JSON.parse(readFileSync(file, 'utf8'))
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  it('names each failure, and the file of those outside tests', () => {
    expect(report.passed).toBe(2)
    expect(report.failures).toEqual([
      { name: 'broken.test.ts › a broken set-up', message: expect.stringContaining('no database') },
      { name: 'broken.test.ts › fails', message: expect.stringContaining('expected 1 to be 2') },
      {
        name: expect.stringContaining('Unhandled Rejection in broken.test.ts'),
        message: expect.stringContaining('nobody awaited this'),
      },
    ])
  })

  it('lists tests that did not run separately from skipped ones', () => {
    expect(report.notRun).toEqual([
      {
        name: 'broken.test.ts › a broken set-up > has no chance',
        message: 'the set-up of its suite failed',
      },
    ])
    expect(report.skipped).toEqual([
      { name: 'broken.test.ts › an empty suite', message: 'samples' },
      { name: 'broken.test.ts › is skipped for a reason', message: 'a printer' },
    ])
  })
})

describe('the report of Playwright', () => {
  const spec = (title: string, status: string, rest: object = {}) => ({
    file: 'a.e2e.ts',
    title,
    tests: [{ status, results: [], annotations: [], ...rest }],
  })

  it('counts a test that never ran as not run, and a skipped one with its reason', () => {
    const skip = { annotations: [{ type: 'skip', description: 'no camera' }] }
    const failed = { results: [{ error: { message: 'not visible' } }] }
    const suites = [
      {
        specs: [spec('one', 'expected'), spec('two', 'unexpected', failed)],
        suites: [{ specs: [spec('three', 'skipped'), spec('four', 'skipped', skip)] }],
      },
    ]
    expect(readPlaywrightReport({ suites, errors: [{ message: 'no free port' }] })).toEqual({
      passed: 1,
      failures: [
        { name: 'Outside the browser tests', message: 'no free port' },
        { name: 'e2e/a.e2e.ts › two', message: 'not visible' },
      ],
      notRun: [{ name: 'e2e/a.e2e.ts › three', message: 'a test before it failed' }],
      skipped: [{ name: 'e2e/a.e2e.ts › four', message: 'no camera' }],
    })
  })
})
