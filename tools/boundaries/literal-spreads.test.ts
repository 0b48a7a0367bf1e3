import { describe, expect, it } from 'vitest'
import { findLiteralSpreads } from './literal-spreads.mjs'

const linesOf = (text: string) =>
  findLiteralSpreads('server/src/a.ts', text).map((sentence) => Number(/:(\d+) /.exec(sentence)?.[1]))

describe('the check of literal spreads', () => {
  it.each([
    'make({ ...{ name, size } })',
    'make({ ...(name ? { name } : {}) })',
    'make({ ...(name && { name }) })',
    'make({ ...((name ?? { name }) as Named) })',
    "run([...['--port', port]])",
  ])('finds %s', (text) => expect(linesOf(`\n${text}`)).toEqual([2]))

  it.each([
    'make({ ...defaults, name })',
    'make({ ...(given ?? {}) })',
    'make({ ...named(name) })',
    'run([...items, ...(port ? [port] : [])])',
  ])('allows %s', (text) => expect(linesOf(text)).toEqual([]))

  it('finds a literal spread in the properties of a component', () =>
    expect(findLiteralSpreads('web/src/a.tsx', '<Field {...{ label, value }} />')).toEqual([
      'no-literal-spread: web/src/a.tsx:1 {...{ label, value }}',
    ]))
})
