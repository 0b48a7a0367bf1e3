import { type Panel, type PanelSection, panelSections } from '@rumbo/contract/organisation.panels.contract'

/** How much of a wide screen a section takes: all of it, two thirds, or one third. */
const widths: Readonly<Record<PanelSection, 'whole' | 'most' | 'rest'>> = {
  start: 'whole',
  fleet: 'whole',
  services: 'whole',
  outlook: 'whole',
  needs: 'most',
  queue: 'rest',
  events: 'rest',
  server: 'whole',
}

/** The sections there are for a person, in their order; one the order does not name stands where it usually does. */
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

/** The list with one section so many places further down, or up; itself where it would leave the list. */
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
 * What is kept of an arrangement. Sections the person has not got here and now keep what was said of them; nothing
 * is kept of an order that is the usual one, so that it follows the product's.
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

/** Columns beside each other on a wide screen, each with sections below each other. */
export interface Block {
  /** Shares of the width, as a grid has them. */
  template: string
  columns: PanelSection[][]
}

/**
 * Puts narrow sections beside each other. Read column by column, the blocks keep the order the person chose: a
 * telephone, the keyboard and a screen reader follow it.
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
    // Narrow ones without a wide one stand side by side.
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
