import { createCustomRule } from '@rumbo/contract/events.custom.contract'
import { areAlwaysMet, problemsOfConditions } from '@rumbo/contract/events.custom.rules'
import { expect, it } from 'vitest'
import { demoRules } from './custom-rules.ts'
import { fleets } from './demo-data.ts'

it('every custom rule of the demo could be saved by a person, and can be met', () => {
  for (const { fleet, ...rule } of demoRules) {
    createCustomRule.body?.parse({ ...rule, fleetId: '00000000-0000-4000-8000-000000000000' })
    expect(problemsOfConditions(rule.conditions, 'all')).toEqual([])
    expect(areAlwaysMet(rule.conditions, 'all')).toBe(false)
    expect(fleets.some(({ name }) => name === fleet)).toBe(true)
  }
})
