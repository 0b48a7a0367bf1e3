import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { readWorkbookInProcess } from './workbook-process.ts'

const folder = mkdtempSync(join(tmpdir(), 'rumbo-reader-'))
const program = join(folder, 'reader.mjs')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function readerThat(does: string) {
  writeFileSync(program, `process.once('message', () => { ${does} })`)
  return { program, options: [] }
}

describe('the workbook reader', () => {
  it.each([
    ['SIGKILL', 'import_too_large'],
    ['SIGABRT', 'import_too_large'],
    ['SIGTRAP', 'import_too_large'],
    ['SIGTERM', 'unavailable'],
    ['SIGINT', 'unavailable'],
  ])('that ends by %s says %s', async (signal, code) => {
    const reader = readerThat(`process.kill(process.pid, '${signal}')`)
    await expect(readWorkbookInProcess(Buffer.of(), { reader })).rejects.toMatchObject({ code })
  })

  it('limits the waiting requests per company', async () => {
    const reader = readerThat('setInterval(() => undefined, 1_000)')
    const leaving = new AbortController()
    const { signal } = leaving
    const read = (companyId: string) => readWorkbookInProcess(Buffer.of(), { reader, signal, companyId })
    const asked = Array.from({ length: 6 }, () => read('one'))
    await expect(read('one')).rejects.toMatchObject({ code: 'unavailable' })
    asked.push(read('other'))
    leaving.abort(new Error('gone'))
    for (const ended of await Promise.allSettled(asked))
      expect(ended).toMatchObject({ status: 'rejected', reason: { message: 'gone' } })
  })
})
