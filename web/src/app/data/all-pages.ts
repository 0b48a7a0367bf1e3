export interface Page<Item> {
  items: readonly Item[]
  total: number
}

/** Guards against a server that keeps returning further pages. */
const maxPages = 100

/** Reads all pages of a list endpoint. `total` is the one of the first page. */
export async function allPages<Item>(read: (page: number) => Promise<Page<Item>>): Promise<Page<Item>> {
  const first = await read(1)
  const items = [...first.items]
  for (let page = 2; items.length < first.total && page <= maxPages; page += 1) {
    const { items: more } = await read(page)
    if (more.length === 0) break
    items.push(...more)
  }
  return { items, total: first.total }
}
