import { expect, it } from 'vitest'
import { processesFor, readOpenFilesLimit } from './open-files.ts'

it('divides devices that exceed the limit of one process', () => {
  expect(processesFor(20_000, null)).toBe(1)
  expect(processesFor(20_000, 20_100)).toBe(1)
  expect(processesFor(20_000, 20_099)).toBe(2)
  expect(processesFor(20_000, 2_600)).toBe(8)
  expect(readOpenFilesLimit() ?? 1).toBeGreaterThan(0)
})

it('names the command that raises the limit, where too many processes would be needed', () => {
  expect(() => processesFor(20_000, 2_599)).toThrow('"ulimit -n 20100"')
  expect(() => processesFor(20_000, 1_024)).toThrow('at most 7392 devices')
  expect(() => processesFor(1, 50)).toThrow('at most 0 devices')
})
