import { expect, it } from 'vitest'
import { type RowSelection, selectRow } from './selection.rules.ts'

const rows = ['a', 'b', 'c', 'd']
const none: RowSelection = { ids: new Set(), anchor: null }
const idsOf = ({ ids }: RowSelection) => [...ids].sort().join('')

it('selects rows one by one, and removes a selected one', () => {
  const one = selectRow(none, rows, 'b', 'toggle')
  expect([idsOf(one), one.anchor]).toEqual(['b', 'b'])
  expect(idsOf(selectRow(selectRow(one, rows, 'd', 'toggle'), rows, 'b', 'toggle'))).toBe('d')
})

it('selects all rows from the last one, in either direction, beside those selected before', () => {
  const first = selectRow(selectRow(none, rows, 'a', 'toggle'), rows, 'c', 'toggle')
  expect(idsOf(selectRow(first, rows, 'd', 'range'))).toBe('acd')
  expect(idsOf(selectRow(first, rows, 'b', 'range'))).toBe('abc')
})

it('begins a range at the row it came from, or selects a single row where that one is gone', () => {
  expect(idsOf(selectRow(none, rows, 'c', 'range', 'b'))).toBe('bc')
  expect(idsOf(selectRow({ ids: new Set(), anchor: 'gone' }, rows, 'c', 'range'))).toBe('c')
})
