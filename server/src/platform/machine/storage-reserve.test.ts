import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { reserveOf } from './storage-levels.ts'
import { releaseReserve, spaceOf, takeReserve } from './storage-reserve.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rumbo-reserve-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

it('is a file of full size that only this user can read, kept while there is space', () => {
  expect(takeReserve(folder)).toBe(true)
  const { size, mode } = statSync(join(folder, 'reserve'))
  expect(size).toBe(reserveOf(spaceOf(folder)?.totalBytes ?? 0))
  expect(mode & 0o777).toBe(0o600)
  const before = readFileSync(join(folder, 'reserve')).subarray(0, 64)
  expect(takeReserve(folder)).toBe(true)
  expect(readFileSync(join(folder, 'reserve')).subarray(0, 64)).toEqual(before)
  expect(releaseReserve(folder)).toBe(false)
  expect(existsSync(join(folder, 'reserve'))).toBe(true)
})

it('is not created in a missing folder', () => {
  expect(takeReserve(join(folder, 'none'))).toBe(false)
  expect(releaseReserve(join(folder, 'none'))).toBe(false)
})
