import { describe, expect, it } from 'vitest'
import { importResult } from './import-work.ts'

const reasons = (rows: number, fields: readonly string[]) =>
  Array.from({ length: rows }, (_, index) =>
    fields.map((field) => ({ row: index + 2, field, code: 'required', value: null })),
  ).flat()

describe('the result of an import', () => {
  it('lists every error of every row, but one per row for tens of thousands of rows', () => {
    const few = reasons(3, ['make', 'model'])
    expect(importResult(null, few, true)).toMatchObject({ added: 0, updated: 0, skipped: 0, bad: few })
    const many = importResult(null, reasons(15_000, ['make', 'model']), true).bad
    expect(many).toHaveLength(15_000)
    expect(many.at(-1)).toEqual({ row: 15_001, field: 'make', code: 'required', value: null })
  })
})
