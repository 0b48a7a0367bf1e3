import { describe, expect, it } from 'vitest'
import { misspeltVariables } from './spelling.ts'
import { variables } from './variables.ts'

const known = Object.keys(variables)

describe('misspelt variables', () => {
  it.each([
    ['RUMBO_PROT', 'RUMBO_PORT'],
    ['RUMBO_TLS_CERTT', 'RUMBO_TLS_CERT'],
    ['RUMBO_PUBLIC_URI', 'RUMBO_PUBLIC_URL'],
    ['RUMBO_DATADIR', 'RUMBO_DATA_DIR'],
  ])('%s is named with %s', (name, meant) => {
    expect(misspeltVariables({ [name]: 'x' }, known)).toEqual([
      `${name} is not a variable of Rumbo and has no effect. Did you mean ${meant}?`,
    ])
  })

  it('are reported by name, never by value', () => {
    expect(misspeltVariables({ RUMBO_KITCHEN_SINK: 'hunter2' }, known)).toEqual([
      'RUMBO_KITCHEN_SINK is not a variable of Rumbo and has no effect.',
    ])
  })

  it('exclude known ones and those of other programs', () => {
    const environment = { ...Object.fromEntries(known.map((name) => [name, 'x'])), PATH: '/bin' }
    expect(misspeltVariables(environment, known)).toEqual([])
  })
})
