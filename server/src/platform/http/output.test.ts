import { allEndpoints } from '@rumbo/contract/index'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { shapeAnswer } from './output.ts'

const person = z.object({ id: z.string(), name: z.string().nullable() })
const answer = z.object({
  items: z.array(person),
  lead: person.optional(),
  byDay: z.record(z.string(), z.object({ trips: z.number() })),
  changes: z.record(z.string(), z.tuple([z.unknown(), z.unknown()])),
  raw: z.looseObject({ kind: z.string() }),
  what: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('alarm'), code: z.string() }),
    z.object({ kind: z.literal('trip'), metres: z.number() }),
  ]),
})

describe('an answer', () => {
  it('omits fields that the contract does not name, at any depth, and no others', () => {
    const named = {
      items: [{ id: '1', name: null }],
      lead: { id: '2', name: 'Ana' },
      byDay: { monday: { trips: 2 } },
      changes: { email: [null, { any: 'thing' }] },
      raw: { kind: 'x', more: 1 },
      what: { kind: 'trip', metres: 5 },
    }
    expect(shapeAnswer(answer, named)).toEqual({ answer: named, extra: [] })
    const full = {
      ...named,
      secret: 'x',
      items: [{ id: '1', name: null, companyId: 'c' }],
      byDay: { monday: { trips: 2, password: 'x' } },
      what: { kind: 'trip', metres: 5, imei: '1' },
      absent: undefined,
    }
    const shaped = shapeAnswer(answer, full)
    expect(shaped.answer).toEqual(named)
    expect(shaped.extra.sort()).toEqual([
      'answer.byDay.monday.password',
      'answer.items.0.companyId',
      'answer.secret',
      'answer.what.imei',
    ])
  })

  it('can be filtered for every endpoint of the contract', () => {
    for (const { name, output } of allEndpoints) expect(() => shapeAnswer(output, {}), name).not.toThrow()
  })
})
