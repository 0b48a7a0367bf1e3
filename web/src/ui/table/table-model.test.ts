import { describe, expect, it } from 'vitest'
import { fittingColumns } from './table-model.ts'

const columns = [
  { key: 'number' },
  { key: 'plate', rank: 2 },
  { key: 'status', rank: 1 },
  { key: 'speed', rank: 3 },
]
const widths = new Map(columns.map(({ key }) => [key, 100]))

describe('the columns that fit in a table', () => {
  it('are all of them where there is room', () => {
    expect(fittingColumns(columns, widths, 400)).toEqual([])
  })

  it('leave out the highest ranks first, and none of a lower rank in place of a wide one', () => {
    expect(fittingColumns(columns, widths, 399)).toEqual(['speed'])
    expect(fittingColumns(columns, new Map([...widths, ['plate', 300]]), 310)).toEqual(['plate', 'speed'])
  })

  it('keep the first column and those that must stay, however narrow the table is', () => {
    const kept = columns.map((column) => ({ ...column, isKept: column.key === 'speed' }))
    expect(fittingColumns(kept, widths, 50)).toEqual(['status', 'plate'])
  })
})
