import { describe, expect, it } from 'vitest'
import { figureOf } from './figures.ts'

describe('a figure as people write it', () => {
  it.each([
    ['1500', 1500],
    ['1,500', 1500],
    ['1,234,567.25', 1234567.25],
    ['12,5', 12.5],
    ['12.5', 12.5],
    [' -3 ', -3],
    ['', Number.NaN],
    ['12,50,0', Number.NaN],
    ['1e3', Number.NaN],
    ['0x10', Number.NaN],
    ['mucho', Number.NaN],
  ])('%j is %d', (text, value) => {
    expect(figureOf(text)).toBe(value)
  })
})
