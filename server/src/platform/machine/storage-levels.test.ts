import { describe, expect, it } from 'vitest'
import { floorOf, levelOfSpace, reserveOf, type Space, type StorageLevel, worst } from './storage-levels.ts'

const megabyte = 1024 * 1024
const space = (freePercent: number, totalBytes = 100_000 * megabyte): Space => ({
  freeBytes: (totalBytes * freePercent) / 100,
  totalBytes,
  freeFiles: null,
})
const level = (found: Space, before: StorageLevel = 'ample') => levelOfSpace(found, before)

describe('the level of a file system', () => {
  it('warns below 10 % and below 5 %, and is full below the minimum', () => {
    expect([11, 9.9, 5, 4.9, 0.3, 0.2].map((percent) => level(space(percent)))).toEqual([
      ...['ample', 'low', 'low', 'very_low', 'very_low', 'full'],
    ])
  })

  it('reserves what PostgreSQL needs, on small and large file systems', () => {
    expect(floorOf(64 * megabyte)).toBe(4 * megabyte)
    expect(floorOf(1000 * megabyte)).toBe(40 * megabyte)
    expect(floorOf(10_000_000 * megabyte)).toBe(256 * megabyte)
    expect(reserveOf(64 * megabyte)).toBe(2 * megabyte)
  })

  it('stays full until a quarter more than the minimum is free', () => {
    const floor = floorOf(100_000 * megabyte)
    const free = (bytes: number): Space => ({ ...space(50), freeBytes: bytes })
    expect(level(free(floor * 1.1), 'full')).toBe('full')
    expect(level(free(floor * 1.1), 'very_low')).toBe('very_low')
    expect(level(free(floor * 1.3), 'full')).toBe('very_low')
  })

  it('is full when no files can be created', () => {
    expect(level({ ...space(50), freeFiles: 3 })).toBe('full')
    expect(level({ ...space(50), freeFiles: 3000 })).toBe('ample')
  })

  it('is that of the worst of several file systems', () => {
    expect(worst([{ level: 'ample' }, { level: 'very_low' }, { level: 'low' }])).toEqual({
      level: 'very_low',
    })
    expect(worst([])).toBeUndefined()
  })
})
