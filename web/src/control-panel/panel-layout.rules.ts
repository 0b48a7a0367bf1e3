import { type Panel, type PanelSection, panelSections } from '@rumbo/contract/organisation.panels.contract'

/** Share of a wide screen that a section takes: all of it, two thirds, or one third. */
const widths: Readonly<Record<PanelSection, 'whole' | 'most' | 'rest'>> = {
  start: 'whole',
  fleet: 'whole',
  services: 'whole',
  outlook: 'whole',
  needs: 'most',
  events: 'most',
  map: 'rest',
  queue: 'rest',
  standing: 'rest',
  server: 'whole',
}

/** The available sections in the user's order; one that the order does not name has its default place. */
export function inOrder(
  order: readonly PanelSection[],
  available: ReadonlySet<PanelSection>,
): PanelSection[] {
  const names = [...new Set(order)]
  panelSections.forEach((name, place) => {
    if (names.includes(name)) return
    const before = panelSections.slice(0, place).findLast((other) => names.includes(other))
    names.splice(before === undefined ? 0 : names.indexOf(before) + 1, 0, name)
  })
  return names.filter((name) => available.has(name))
}

/** The list with a section moved by a number of places; unchanged if it would leave the list. */
export function moved(
  names: readonly PanelSection[],
  name: PanelSection,
  by: number,
): readonly PanelSection[] {
  const from = names.indexOf(name)
  const to = from + by
  if (from < 0 || to < 0 || to >= names.length) return names
  const rest = names.filter((one) => one !== name)
  return [...rest.slice(0, to), name, ...rest.slice(to)]
}

/**
 * The arrangement to store. Unavailable sections keep their settings; the default order is stored as empty, so that
 * it follows later versions of the product.
 */
export function panelOf(
  before: Panel,
  shown: readonly PanelSection[],
  hidden: ReadonlySet<PanelSection>,
): Panel {
  const others = before.order.filter((name) => !shown.includes(name))
  const isUsual =
    others.length === 0 && inOrder([], new Set(shown)).every((name, place) => name === shown[place])
  return {
    order: isUsual ? [] : [...shown, ...others],
    hidden: panelSections.filter((name) =>
      shown.includes(name) ? hidden.has(name) : before.hidden.includes(name),
    ),
  }
}

/** Columns side by side on a wide screen, each with a stack of sections. */
export interface Block {
  /** Shares of the width, as grid fractions. */
  template: string
  columns: PanelSection[][]
}

/**
 * Arranges narrow sections side by side. Read column by column, the blocks keep the user's order, which phones, the
 * keyboard and screen readers follow.
 */
export function blocksOf(names: readonly PanelSection[]): Block[] {
  const blocks: { width: 'whole' | 'most' | 'rest'; names: PanelSection[] }[][] = []
  for (const name of names) {
    const width = widths[name]
    const block = blocks.at(-1)
    const column = block?.at(-1)
    if (width === 'whole' || block === undefined || column === undefined || column.width === 'whole')
      blocks.push([{ width, names: [name] }])
    else if (column.width === width) column.names.push(name)
    else if (block.length === 1) block.push({ width, names: [name] })
    else blocks.push([{ width, names: [name] }])
  }
  return blocks.map((block) => {
    const [only] = block
    // Narrow sections without a wide one are side by side.
    const columns =
      block.length === 1 && only?.width === 'rest'
        ? only.names.map((name) => [name])
        : block.map((column) => column.names)
    const share = (at: number) => (block.length === 2 && block[at]?.width === 'most' ? 2 : 1)
    return {
      columns,
      template: columns.map((_, at) => `minmax(0, ${share(at)}fr)`).join(' '),
    }
  })
}

/** The section of a column that fills it where the other one is longer: the map, else the last. */
export const fillerOf = (column: readonly PanelSection[]): PanelSection | undefined =>
  column.includes('map') ? 'map' : column.at(-1)
