import type { PanelSection } from '@rumbo/contract/organisation.panels.contract'
import { describe, expect, it } from 'vitest'
import { blocksOf, fillerOf, inOrder, moved, panelOf } from './panel-layout.rules.ts'

const asUsual = { order: [], hidden: [] }
const columnsOf = (names: readonly PanelSection[]) => blocksOf(names).map(({ columns }) => columns)

describe('the order of the panel', () => {
  it('is the user’s order, completed by the default, of the available sections', () => {
    const available = new Set<PanelSection>(['fleet', 'needs', 'events', 'queue'])
    expect(inOrder([], available)).toEqual(['fleet', 'needs', 'events', 'queue'])
    expect(inOrder(['events', 'server', 'needs'], available)).toEqual(['fleet', 'events', 'queue', 'needs'])
  })

  it('puts a new section at its default place in a saved arrangement', () => {
    const available = new Set<PanelSection>(['fleet', 'services', 'outlook', 'needs', 'queue', 'events'])
    const before: PanelSection[] = ['start', 'needs', 'fleet', 'services', 'queue', 'events', 'server']
    expect(inOrder(before, available)).toEqual(['needs', 'fleet', 'services', 'outlook', 'queue', 'events'])
  })

  it('moves a section by places within the list', () => {
    const names: PanelSection[] = ['fleet', 'needs', 'queue']
    expect(moved(names, 'queue', -1)).toEqual(['fleet', 'queue', 'needs'])
    expect(moved(names, 'fleet', 2)).toEqual(['needs', 'queue', 'fleet'])
    expect(moved(names, 'fleet', -1)).toBe(names)
    expect(moved(names, 'queue', 1)).toBe(names)
    expect(moved(names, 'server', -1)).toBe(names)
  })

  it('is stored only if it differs from the default', () => {
    expect(panelOf(asUsual, ['fleet', 'needs'], new Set(['needs']))).toEqual({ order: [], hidden: ['needs'] })
    expect(panelOf(asUsual, ['needs', 'fleet'], new Set())).toEqual({ order: ['needs', 'fleet'], hidden: [] })
  })

  it('keeps the settings of sections that only another fleet has', () => {
    const before = { order: ['queue', 'fleet', 'needs'], hidden: ['queue', 'fleet'] } satisfies {
      order: PanelSection[]
      hidden: PanelSection[]
    }
    expect(panelOf(before, ['fleet', 'needs'], new Set())).toEqual({
      order: ['fleet', 'needs', 'queue'],
      hidden: ['queue'],
    })
  })
})

describe('the blocks of the panel', () => {
  it('put the lists beside narrow sections', () => {
    const blocks = blocksOf(['fleet', 'needs', 'events', 'map', 'queue', 'standing', 'server'])
    expect(blocks.map(({ columns }) => columns)).toEqual([
      [['fleet']],
      [
        ['needs', 'events'],
        ['map', 'queue', 'standing'],
      ],
      [['server']],
    ])
    expect(blocks[1]?.template).toBe('minmax(0, 2fr) minmax(0, 1fr)')
  })

  it('keep the order when read column by column', () => {
    expect(columnsOf(['queue', 'needs', 'standing'])).toEqual([[['queue'], ['needs']], [['standing']]])
    expect(blocksOf(['queue', 'needs'])[0]?.template).toBe('minmax(0, 1fr) minmax(0, 2fr)')
    expect(columnsOf(['needs', 'fleet', 'queue'])).toEqual([[['needs']], [['fleet']], [['queue']]])
  })

  it('put narrow sections side by side if there is no wider one', () => {
    const [block] = blocksOf(['queue', 'standing'])
    expect(block?.columns).toEqual([['queue'], ['standing']])
    expect(block?.template).toBe('minmax(0, 1fr) minmax(0, 1fr)')
    expect(blocksOf(['needs'])[0]?.template).toBe('minmax(0, 1fr)')
  })

  it('leave no hole in a column: the map fills it, else the last section', () => {
    expect(fillerOf(['map', 'queue', 'standing'])).toBe('map')
    expect(fillerOf(['needs', 'events'])).toBe('events')
  })
})
