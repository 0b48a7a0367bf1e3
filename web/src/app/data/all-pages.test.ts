import { expect, it } from 'vitest'
import { allPages } from './all-pages.ts'

const pages = (total: number, held = total) => {
  const asked: number[] = []
  return {
    asked,
    read: async (page: number) => {
      asked.push(page)
      const items = Array.from({ length: held }, (_, at) => at).slice((page - 1) * 100, page * 100)
      return { items, total }
    },
  }
}

it.each([
  [0, 1],
  [100, 1],
  [101, 2],
  [250, 3],
])('reads all of %i items in %i calls', async (total, calls) => {
  const { asked, read } = pages(total)
  expect((await allPages(read)).items).toHaveLength(total)
  expect(asked).toHaveLength(calls)
})

it('stops at an empty page although the total is larger', async () => {
  const { asked, read } = pages(500, 150)
  expect((await allPages(read)).items).toHaveLength(150)
  expect(asked).toEqual([1, 2, 3])
})
