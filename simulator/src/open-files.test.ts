import { expect, it } from 'vitest'
import { readOpenFilesLimit, requireOpenFiles } from './open-files.ts'

it('names the command that raises the limit, where devices cannot all connect', () => {
  expect(() => requireOpenFiles(20_000, null)).not.toThrow()
  expect(() => requireOpenFiles(20_000, 20_100)).not.toThrow()
  expect(() => requireOpenFiles(20_000, 20_099)).toThrow('"ulimit -n 20100"')
  expect(() => requireOpenFiles(20_000, 4_096)).toThrow('at most 3996 devices')
  expect(() => requireOpenFiles(1, 50)).toThrow('at most 0 devices')
  expect(readOpenFilesLimit() ?? 1).toBeGreaterThan(0)
})
